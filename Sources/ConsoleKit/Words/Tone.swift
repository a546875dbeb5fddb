package import TerminalUI

/// The meaning of a line, which its colour repeats after its mark and its words.
package enum Tone: String, Sendable, Hashable {
    case plain, muted, good, warning, bad

    package var style: Style {
        switch self {
        case .plain: .text
        case .muted: .dim
        case .good: .success
        case .warning: .warning
        case .bad: .danger
        }
    }
}

/// A sign before a line, so that it reads without colour.
package enum Mark: String, Sendable, Hashable {
    case none, success, failure, ended, injected

    package func text(_ glyphs: Glyphs) -> String {
        switch self {
        case .none: ""
        case .success: glyphs.check
        case .failure: glyphs.cross
        case .ended: glyphs.square
        case .injected: "!"
        }
    }
}

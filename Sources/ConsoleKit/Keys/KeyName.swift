package import TerminalUI

extension Key {
    /// How the key is written on screen and in the help.
    package func name(_ glyphs: Glyphs) -> String {
        switch self {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .enter: glyphs.enter
        case .tab: "tab"
        case .backTab: "shift-tab"
        case .escape: "esc"
        case .backspace: "backspace"
        case .delete: "del"
        case .insert: "ins"
        case .up: glyphs.arrowUp
        case .down: glyphs.arrowDown
        case .left: glyphs.arrowLeft
        case .right: glyphs.arrowRight
        case .home: "home"
        case .end: "end"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        case .control(let letter): "ctrl-\(letter)"
        case .modified(let key, let modifiers): modifiers.prefix + key.name(glyphs)
        case .paste: "paste"
        case .mouse: "mouse"
        }
    }
}

extension KeyModifiers {
    fileprivate var prefix: String {
        (contains(.control) ? "ctrl-" : "") + (contains(.alt) ? "alt-" : "") + (contains(.shift) ? "shift-" : "")
    }
}

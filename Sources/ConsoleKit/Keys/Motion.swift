package import TerminalUI

/// Moving in a pane, a list or a menu.
package enum Motion: String, KeyAction {
    case up, down, left, right
    case pageUp = "page-up"
    case pageDown = "page-down"
    case halfPageUp = "half-page-up"
    case halfPageDown = "half-page-down"
    case first, last

    package var binding: Binding {
        switch self {
        case .up: Binding([.up, "k"], "up", "up", .movement)
        case .down: Binding([.down, "j"], "down", "down", .movement)
        case .left: Binding([.left], "left", "scroll left; in the request: the previous value", .movement)
        case .right: Binding([.right], "right", "scroll right; in the request: the next value", .movement)
        case .pageUp: Binding([.pageUp], "page up", "a page up", .movement)
        case .pageDown: Binding([.pageDown], "page down", "a page down", .movement)
        case .halfPageUp: Binding([.control("u")], "half page up", "half a page up", .movement)
        case .halfPageDown: Binding([.control("d")], "half page down", "half a page down", .movement)
        case .first: Binding(["g", .home], "first", "to the beginning", .movement)
        case .last: Binding(["G", .end], "last", "to the end", .movement)
        }
    }

    /// The motion in a list; `nil` for what moves sideways.
    package var inList: ScrollMotion? {
        switch self {
        case .up: .lines(-1)
        case .down: .lines(1)
        case .pageUp: .pages(-1)
        case .pageDown: .pages(1)
        case .halfPageUp: .halfPages(-1)
        case .halfPageDown: .halfPages(1)
        case .first: .start
        case .last: .end
        case .left, .right: nil
        }
    }

    /// Where it leads from a place among so many that are all in sight.
    package func target(from place: Int, of count: Int) -> Int {
        inList?.target(from: place, height: count, count: count) ?? place
    }

    /// Steps to the right; negative to the left.
    package var sideways: Int {
        switch self {
        case .left: -1
        case .right: 1
        case .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .first, .last: 0
        }
    }

    /// The columns of one step sideways.
    package static let sidewaysStep = 8

    /// `↑↓`, for hints.
    package static func arrows(_ glyphs: Glyphs) -> String { "\(glyphs.arrowUp)\(glyphs.arrowDown)" }
}

extension RowList {
    /// Moves the selection; what moves sideways does nothing.
    package mutating func move(_ motion: Motion) {
        if let motion = motion.inList { move(motion) }
    }
}

extension ScrollList {
    /// Moves the selection; what moves sideways does nothing.
    package mutating func move(_ motion: Motion) {
        if let motion = motion.inList { move(motion) }
    }
}

/// A click or a turn of the wheel; reported only while the mouse is switched on.
///
/// Movements are not reported, with or without a button held.
package struct MouseEvent: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case press, release, scrollUp, scrollDown
    }

    package enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    package let action: Action
    package let button: Button
    package let position: Point

    package init(_ action: Action, button: Button = .none, at position: Point) {
        self.action = action
        self.button = button
        self.position = position
    }
}

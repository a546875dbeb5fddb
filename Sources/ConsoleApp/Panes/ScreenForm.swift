import TerminalUI

/// How a screen's panes are laid out at a size.
enum ScreenForm: Sendable {
    /// Two columns over a strip of events.
    case wide
    /// Panes above each other.
    case stacked
    /// The pane that has the focus, under a strip of the session where there is room, and the titles of the others.
    case single
    case tooSmall

    static let smallest = Size(width: 40, height: 10)

    init(_ size: Size) {
        if size.width < Self.smallest.width || size.height < Self.smallest.height {
            self = .tooSmall
        } else if size.width >= 96, size.height >= 28 {
            self = .wide
        } else {
            self = size.width >= 60 && size.height >= 22 ? .stacked : .single
        }
    }
}

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

    /// While a scenario is told, its rows below leave fewer to the panes, which stay stacked all the same.
    init(_ size: Size, isTold: Bool = false) {
        if size.width < Self.smallest.width || size.height < Self.smallest.height {
            self = .tooSmall
        } else if size.width >= 96, size.height >= 28 {
            self = .wide
        } else {
            self = size.width >= 56 && size.height >= (isTold ? 16 : 22) ? .stacked : .single
        }
    }
}

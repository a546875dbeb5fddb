import TerminalUI

extension Screen {
    /// The titles of all panes, the one in sight marked: tab leads from one to the next.
    func tabs() -> StyledText {
        var text = StyledText()
        for id in PaneID.allCases {
            let title = Self.slot(id).shortTitle
            if !text.isEmpty { text.append(" ") }
            text.append(id == focus ? "[\(title)]" : title, id == focus ? Style(.accent, .bold) : .dim)
        }
        return text
    }
}

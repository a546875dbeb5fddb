import TerminalUI

extension Screen {
    /// The titles of all panes, the one in sight marked: tab leads from one to the next.
    func tabs() -> StyledText {
        var text = StyledText()
        for id in panes {
            let title = Self.slot(id).shortTitle
            if !text.isEmpty { text.append(" ") }
            text.append(id == focus ? "[\(title)]" : title, id == focus ? Style(.accent, .bold) : .dim)
        }
        return text
    }

    /// The title of the pane in sight, and its number among all.
    func tab() -> StyledText {
        let panes = panes
        let number = (panes.firstIndex(of: focus) ?? 0) + 1
        return StyledText("[\(Self.slot(focus).shortTitle)]", Style(.accent, .bold))
            + (panes.count > 1 ? StyledText(" \(number)/\(panes.count)", .dim) : StyledText())
    }
}

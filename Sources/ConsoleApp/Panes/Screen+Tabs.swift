import TerminalUI

extension Screen {
    var tabs: StyledText {
        var text = StyledText()
        for id in panes {
            let title = Self.slot(id).type.shortTitle
            if !text.isEmpty { text.append(" ") }
            text.append(id == focus ? "[\(title)]" : title, id == focus ? Style(.accent, .bold) : .dim)
        }
        return text
    }

    var tab: StyledText {
        let panes = panes
        let number = (panes.firstIndex(of: focus) ?? 0) + 1
        return StyledText("[\(Self.slot(focus).type.shortTitle)]", Style(.accent, .bold))
            + (panes.count > 1 ? StyledText(" \(number)/\(panes.count)", .dim) : StyledText())
    }
}

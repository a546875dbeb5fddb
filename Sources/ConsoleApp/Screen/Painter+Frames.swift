import FoundationEssentials
import TerminalUI

extension Painter {
    /// The frames of the panels in sight, and their titles; the focused one is heavier and marked.
    mutating func drawFrames() {
        var lines = FrameLines(size: surface.size)
        for (panel, frame) in layout.frames { lines.add(frame, isHeavy: panel == model.focus) }
        lines.draw(on: &surface, glyphs: glyphs)
        for (panel, frame) in layout.frames { drawTitle(of: panel, on: frame) }
    }

    private mutating func drawTitle(of panel: Panel, on frame: Rect) {
        let isFocused = panel == model.focus
        let title =
            isFocused
            ? StyledText(" \(glyphs.focusMark) \(panel.title)", Style(.borderFocused, .bold))
            : StyledText(" \(panel.title)", .title)
        let subtitle = self.subtitle(of: panel)
        let note = self.note(of: panel)
        let edge = frame.inset(left: 1, right: 1).split(top: 1).top
        let noteRoom = note.isEmpty ? 0 : note.columns + 2
        let text =
            (title + subtitle).truncated(to: edge.width - noteRoom - 1, ellipsis: glyphs.ellipsis) + StyledText(" ")
        surface.write(text, at: edge.origin, limit: edge.width)
        if !note.isEmpty, text.columns + noteRoom <= edge.width {
            let padded = StyledText(" ") + note + StyledText(" ")
            surface.write(padded, at: Point(x: edge.maxX - noteRoom, y: edge.y), limit: noteRoom)
        }
    }

    private func subtitle(of panel: Panel) -> StyledText {
        switch panel {
        case .response:
            guard let record = model.response.record else { return StyledText() }
            return words(" · ", .dim) + SafeText.line(record.draft.name, glyphs: glyphs)
        case .events where !model.events.filter.isEmpty:
            return words(" · ", .dim) + StyledText("filter: ", .warning)
                + SafeText.line(model.events.filter, style: .warning, glyphs: glyphs)
        default: return StyledText()
        }
    }

    private func note(of panel: Panel) -> StyledText {
        switch panel {
        case .session, .userInfo: infoNote(panel)
        case .request: requestNote
        case .response: model.response.record?.answer == nil ? waitingNote : waitingNote + tabs
        case .events: eventsNote
        }
    }

    /// Where session and user info share a place, the name of the one that tab leads to.
    private func infoNote(_ panel: Panel) -> StyledText {
        guard layout.form == .stacked, !model.isZoomed else { return StyledText() }
        return StyledText(panel == .session ? Panel.userInfo.title : Panel.session.title, .dim)
    }

    private var requestNote: StyledText {
        let key = Key.enter.name(glyphs)
        return model.focus == .request
            ? StyledText(key, .key) + StyledText(" send") : StyledText("r", .key) + StyledText(" send")
    }

    private var waitingNote: StyledText {
        guard let start = model.calls.earliestStart else { return StyledText() }
        let count = model.calls.running.count
        let seconds = max(0, Int(model.now.timeIntervalSince(start)))
        let text = count == 1 ? "waiting, \(seconds) s" : "\(count) calls under way, \(seconds) s"
        return StyledText("\(text)  ", .warning)
    }

    private var tabs: StyledText {
        var text = StyledText()
        for tab in ResponseTab.allCases {
            if !text.isEmpty { text.append(" ") }
            let isChosen = tab == model.response.tab
            text.append(isChosen ? "[\(tab.rawValue)]" : " \(tab.rawValue) ", isChosen ? .accent : .dim)
        }
        return text
    }

    private var eventsNote: StyledText {
        let list = model.events.list
        let all = model.events.showsDetails ? StyledText("details  ", .dim) : StyledText()
        if list.isFollowing { return all + StyledText("follow") }
        let position = StyledText("\(min(list.selection + 1, list.count)) of \(list.count)", .dim)
        guard list.unseen > 0 else { return all + position }
        return all + StyledText("\(list.unseen) new", .badge) + StyledText("  F", .key) + StyledText(" follow")
    }
}

import TerminalUI

extension Screen {
    /// Draws the panes in sight: frames, titles and contents; the focused one is heavier and marked.
    func draw(on canvas: inout Canvas, _ form: ScreenForm, in body: Rect, scene: Scene) {
        let frames = visibleFrames(form, in: body, scene: scene)
        var lines = FrameLines(size: canvas.surface.size)
        for (id, frame) in frames { lines.add(frame, isHeavy: id == focus) }
        lines.draw(on: &canvas.surface, glyphs: canvas.glyphs)
        for (id, frame) in frames {
            let pane = Self.slot(id).pane(self)
            let partner = isZoomed ? nil : partner(of: id, form).map { StyledText(Self.slot($0).title, .dim) }
            let note = partner ?? pane.note(isFocused: id == focus, in: scene, canvas.glyphs)
            let shortNote = partner ?? pane.shortNote(in: scene, canvas.glyphs)
            drawTitle(of: id, pane.subtitle(in: scene, canvas.glyphs), [note, shortNote], on: &canvas, frame)
            pane.draw(on: &canvas, in: frame.paneInside, isFocused: id == focus, scene)
        }
    }

    private func drawTitle(
        of id: PaneID, _ subtitle: StyledText, _ notes: [StyledText], on canvas: inout Canvas, _ frame: Rect
    ) {
        let name = Self.slot(id).title
        let title =
            id == focus
            ? StyledText(" \(canvas.glyphs.focusMark) \(name)", Style(.borderFocused, .bold))
            : StyledText(" \(name)", .title)
        let edge = frame.inset(left: 1, right: 1).split(top: 1).top
        // The longest note that leaves room for the title.
        let note = notes.first { !$0.isEmpty && title.columns + $0.columns + 3 <= edge.width }
        let noteRoom = note.map { $0.columns + 2 } ?? 0
        let text =
            (title + subtitle).truncated(to: edge.width - noteRoom - 1, ellipsis: canvas.glyphs.ellipsis)
            + StyledText(" ")
        canvas.surface.write(text, at: edge.origin, limit: edge.width)
        if let note {
            let padded = StyledText(" ") + note + StyledText(" ")
            canvas.surface.write(padded, at: Point(x: edge.maxX - noteRoom, y: edge.y), limit: noteRoom)
        }
    }

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

import ConsoleKit
import TerminalUI

extension OutputPane {
    func subtitle(in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let dot = StyledText.words(" · ", .dim, glyphs: glyphs)
        if let end = scene.commandEnd { return dot + StyledText(end.words, end.isFailure ? .danger : .dim) }
        if isTyping {
            let way = StyledText(Action.stop.key(glyphs), .key) + StyledText(" stops")
            return dot + StyledText("TYPING", .badge) + StyledText(" ") + way
        }
        return use == .lines ? StyledText() : dot + StyledText("draws whole screens", .warning)
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        if let find = list.find, find.hasSearched {
            return SafeText.line(find.summary, style: find.matches.isEmpty ? .warning : .accent, glyphs: glyphs)
        }
        guard list.unseen > 0 else { return StyledText() }
        return StyledText("\(list.unseen) new", .badge) + StyledText("  ") + StyledText(Action.follow.key(glyphs), .key)
            + StyledText(" follow")
    }

    func isMarked(_: Teletype.Line, isSelected: Bool) -> Bool { isSelected && !isTyping }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard scene.stage.isPresent else {
            return canvas.write([StyledText("what the program printed then is not kept", .dim)], in: area)
        }
        if use == .ownScreen, scene.commandEnd == nil {
            return canvas.write(screenWords(canvas).flatMap { $0.wrapped(to: area.width) }, in: area)
        }
        drawRows(on: &canvas, in: area, isFocused: isFocused, scene)
        if isTyping, isFocused { canvas.surface.cursor = place(ofCursorIn: area) }
    }

    /// Where a program belongs that has a screen of its own.
    private func screenWords(_ canvas: Canvas) -> [StyledText] {
        [
            StyledText("The program draws a whole screen, which this pane does not show.", .warning),
            StyledText(
                "Keys that are typed still reach it. To see it, run it in a second terminal, with the variables that "
                    + "this command prints there:"), StyledText("  session-console watch --listen", .accent),
        ]
    }

    private func place(ofCursorIn area: Rect) -> Point? {
        guard let first = list.rows.first?.id else { return area.origin }
        let place = list.places(in: area).first { $0.index == cursor.line - first }?.place
        return place.map { Point(x: min($0.x + cursor.column, area.maxX - 1), y: $0.y) }
    }

    func draw(_ line: Teletype.Line, on canvas: inout Canvas, in place: Rect, _: Scene) {
        canvas.surface.write(line.cells, in: place)
    }
}

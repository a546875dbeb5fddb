import ConsoleKit
import SessionCore
import TerminalUI

extension ResponsePane {
    /// The chosen tab of an answer.
    func drawText(_ record: ResponseRecord, on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        guard let body = record.shownBody else {
            return canvas.write(StyledText("preparing the body …", .dim), in: area)
        }
        if text.lines == nil { return drawFacts(on: &canvas, in: area, isFocused: isFocused) }
        if body.form == .empty {
            let isElsewhere = (record.answer?.response.receivedSize ?? 0) > 0
            let words = isElsewhere ? "the body was not kept" : "the body is empty"
            return canvas.write(StyledText(words, .dim), in: area)
        }
        drawRows(on: &canvas, in: area, isFocused: isFocused) { canvas, index, row in
            if body.form == .binary {
                canvas.write(StyledText(text.hexDump.row(index, of: body.raw.bytes)), in: row)
            } else {
                draw(line: text.listed[index], of: body, on: &canvas, in: row)
            }
        }
    }

    private func draw(line: Int, of body: PreparedBody, on canvas: inout Canvas, in row: Rect) {
        guard let lines = text.lines else { return }
        let glyphs = canvas.glyphs
        // A column is at most a few bytes: what lies beyond the right edge is not even decoded.
        let bytes = lines[line].prefix((text.left + row.width) * 8)
        let content = String(decoding: bytes, as: UTF8.self)
        let isPretty = text.tab == .pretty && body.pretty != nil
        var styled = isPretty ? JSONLine.styled(content, glyphs: glyphs) : SafeText.line(content, glyphs: glyphs)
        if isPretty, let end = body.closingLines[line] {
            let isFolded = text.folded.contains(line)
            if isFolded {
                let closing = lines.text(end).trimmed
                styled +=
                    canvas.words(" … ", .dim) + StyledText(closing) + canvas.words("  \(end - line - 1) lines", .dim)
            }
            canvas.surface.write(
                isFolded ? glyphs.triangleRight : glyphs.triangleDown, at: row.origin, style: .dim)
        }
        let room = isPretty ? row.inset(left: 2) : row
        guard text.left > 0 else { return canvas.write(styled, in: room) }
        var strip = Surface(size: room.size)
        strip.write(styled, at: Point(x: -text.left, y: 0))
        canvas.surface.blit(strip, at: room.origin)
    }

    func drawFacts(on canvas: inout Canvas, in area: Rect, isFocused: Bool) {
        let facts = text.facts
        drawRows(on: &canvas, in: area, isFocused: isFocused) { canvas, index, row in
            canvas.write(facts.rows[index].part, nameWidth: facts.nameWidth, in: row)
        }
    }

    /// The rows in sight, of up to 200,000 that are not kept as values: so the list is no ``RowList``.
    private func drawRows(
        on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ draw: (inout Canvas, Int, Rect) -> Void
    ) {
        for (index, row) in zip(text.list.visible, area.rows) {
            draw(&canvas, index, row)
            canvas.highlight(search, in: row)
            canvas.mark(row, as: .row(index))
            if index == text.list.selection { canvas.select(row, isFocused: isFocused) }
        }
        canvas.drawScrollbar(text.list.visible, of: text.list.count, beside: area)
    }
}

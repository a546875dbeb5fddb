import SessionCore
import TerminalUI

extension Painter {
    mutating func drawResponse(in area: Rect) {
        guard let record = model.response.record else { return drawNoResponse(in: area) }
        switch record.result {
        case .failure(let error): drawFailure(error, in: area)
        case .success(let answer):
            let (head, text) = area.split(top: ResponsePanel.headHeight(model))
            drawHead(answer, record, in: head)
            drawText(record, in: text)
        }
    }

    private mutating func drawNoResponse(in area: Rect) {
        let (head, rest) = area.split(top: ResponsePanel.headHeight(model))
        if let burst = model.calls.burst, let row = head.rows.first { write(burstText(burst), in: row) }
        if let running = model.calls.running.values.first {
            let escape = StyledText("esc", .key) + StyledText(" cancels")
            let name = StyledText("waiting for ", .dim) + SafeText.line(running.draft.name, glyphs: glyphs)
            return writeCentered([name.truncated(to: rest.width, ellipsis: glyphs.ellipsis), escape], in: rest)
        }
        writeCentered(Welcome.lines(model, width: rest.width, glyphs: glyphs), in: rest)
    }

    private mutating func drawFailure(_ error: SessionError, in area: Rect) {
        var lines: [StyledText] = []
        if let burst = model.calls.burst { lines.append(burstText(burst)) }
        let mark = error == .cancelled ? glyphs.dash : glyphs.cross
        let text = StyledText("\(mark) ", .danger) + words("No answer: \(error)", .danger)
        lines += text.wrapped(to: area.width)
        if let advice = NextStep(after: error).consoleText(isSignedIn: model.isSignedIn) {
            lines += StyledText("  \(advice)").wrapped(to: area.width)
        }
        if error == .cancelled { lines = [StyledText("\(mark) The call was cancelled; r sends it again")] }
        write(lines, in: area)
    }

    private mutating func drawHead(_ answer: AuthorizedResponse, _ record: ResponseRecord, in area: Rect) {
        var rows = area.rows[...]
        guard let first = rows.popFirst() else { return }
        let status = statusText(answer)
        let room = first.width - status.columns - 2
        write(status, right: tokenText(answer.facts, width: room), in: first)
        if let verdict = answer.verdictText, let row = rows.popFirst() {
            write(StyledText("\(glyphs.cross) ", .warning) + words(verdict, .warning), in: row)
        }
        if let burst = model.calls.burst, let row = rows.popFirst() { write(burstText(burst), in: row) }
        if let announcement = record.body?.announcement, let row = rows.popFirst() {
            write(words("! \(announcement)", .warning), in: row)
        }
        if let search = model.response.search, let row = rows.popFirst() {
            let keys = StyledText("  n", .key) + StyledText(" next  ") + StyledText("N", .key) + StyledText(" previous")
            write(words(search.summary, search.matches.isEmpty ? .warning : .accent) + keys, in: row)
        }
    }

    private func statusText(_ answer: AuthorizedResponse) -> StyledText {
        let response = answer.response
        let style: Style =
            switch response.status {
            case 200..<300: Style(.success, .bold)
            case 300..<400: Style(.accent, .bold)
            case 400..<500: Style(.warning, .bold)
            default: Style(.danger, .bold)
            }
        let mark = response.status >= 400 ? "\(glyphs.cross) " : ""
        var facts = ["\(ByteCount(response.body.count))"]
        if let time = answer.facts.duration ?? response.timings?.total {
            facts.insert(DurationText.measured(time), at: 0)
        }
        if let type = response.headers["Content-Type"]?.split(separator: ";").first { facts.append(String(type)) }
        let reason = HTTPStatus.reason(response.status)
        return StyledText("\(mark)\(response.status)\(reason.isEmpty ? "" : " \(reason)")", style)
            + words("  " + facts.joined(separator: "  "))
    }

    /// Which token went along, how long it was good for, and what the session did on the way: as much as fits.
    private func tokenText(_ facts: RequestFacts, width: Int) -> StyledText {
        guard let token = facts.token else { return StyledText("no token sent", .dim) }
        var parts: [String] = []
        if facts.waitedForRefresh != nil { parts.append("waited for a refresh") }
        if facts.attempts > 1 { parts.append("sent \(facts.attempts) times") }
        if parts.isEmpty { parts.append("no retry") }
        if let left = facts.tokenLifetimeLeft {
            parts.insert(left > .zero ? "\(DurationText.short(left)) left" : "expired when sent", at: 0)
        }
        var text = StyledText("\(token)", .accent)
        for part in parts where text.columns + part.count + 2 <= width { text.append(", \(part)", .dim) }
        return text
    }

    private func burstText(_ burst: BurstTally) -> StyledText {
        let isBad = burst.logoutCount > 0 || burst.refreshCount > 1
        return StyledText("Burst  ", .dim) + words(burst.summary, Style(isBad ? .danger : .success, .bold))
            + words("  " + burst.outcomes(times: "×"), .dim)
    }

    private mutating func drawText(_ record: ResponseRecord, in area: Rect) {
        guard let body = record.body else { return write(StyledText("preparing the body …", .dim), in: area) }
        let response = model.response
        if response.lines == nil { return drawFacts(response.factLines, list: response.list, in: area) }
        if body.form == .empty { return write(StyledText("the body is empty", .dim), in: area) }
        for (index, row) in zip(response.list.visible, area.rows) {
            let isSelected = index == response.list.selection
            if body.form == .binary {
                write(StyledText(HexDump.row(index, of: body.raw.bytes)), in: row)
            } else {
                drawLine(response.listed[index], of: response, body: body, in: row)
            }
            highlight(response.search, in: row)
            if isSelected { select(row, isFocused: model.focus == .response) }
        }
        drawScrollbar(response.list, beside: area)
    }

    private mutating func drawLine(_ line: Int, of response: ResponseState, body: PreparedBody, in row: Rect) {
        guard let lines = response.lines else { return }
        // A column is at most a few bytes: what lies beyond the right edge is not even decoded.
        let bytes = lines[line].prefix((response.left + row.width) * 8)
        let text = String(decoding: bytes, as: UTF8.self)
        let isPretty = response.tab == .pretty && body.pretty != nil
        var styled = isPretty ? JSONLine.styled(text, glyphs: glyphs) : SafeText.line(text, glyphs: glyphs)
        var gutter = ""
        if isPretty, let end = body.closingLines[line] {
            let isFolded = response.folded.contains(line)
            gutter = isFolded ? glyphs.triangleRight : glyphs.triangleDown
            if isFolded {
                let closing = lines.text(end).trimmed
                styled += words(" … ", .dim) + StyledText(closing) + words("  \(end - line - 1) lines", .dim)
            }
        }
        if isPretty { surface.write(gutter, at: row.origin, style: .dim) }
        let room = isPretty ? row.inset(left: 2) : row
        guard response.left > 0 else { return write(styled, in: room) }
        var strip = Surface(size: room.size)
        strip.write(styled, at: Point(x: -response.left, y: 0))
        surface.blit(strip, at: room.origin)
    }

    private mutating func drawFacts(_ lines: [FactLine], list: ScrollList, in area: Rect) {
        let nameWidth = min(28, lines.map { TextWidth.columns(of: $0.name) }.max() ?? 0)
        for (index, row) in zip(list.visible, area.rows) {
            draw(lines[index], nameWidth: nameWidth, in: row)
            highlight(model.response.search, in: row)
            if index == list.selection { select(row, isFocused: model.focus == .response) }
        }
        drawScrollbar(list, beside: area)
    }

    mutating func draw(_ line: FactLine, nameWidth: Int, in row: Rect) {
        let name = SafeText.line(line.name, style: .dim, glyphs: glyphs)
        write(name, in: Rect(x: row.x, y: row.y, width: min(nameWidth, row.width), height: 1))
        write(SafeText.line(line.value ?? "", glyphs: glyphs), in: row.inset(left: nameWidth + 2))
    }
}

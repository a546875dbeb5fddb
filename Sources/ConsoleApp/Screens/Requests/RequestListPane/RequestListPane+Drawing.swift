import FoundationEssentials
import SessionCore
import TerminalUI

extension RequestListPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        if !filter.isEmpty {
            return StyledText.words(" · ", .dim, glyphs: glyphs)
                + SafeText.line(filter, style: .warning, glyphs: glyphs)
        }
        return environment.map { StyledText.words(" · environment \($0)", .dim, glyphs: glyphs) } ?? StyledText()
    }

    func note(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let requests = rows.count { $0.request != nil || $0.call != nil }
        guard requests > 0 else { return tabs }
        let place = rows.prefix(list.selection + 1).count { $0.request != nil || $0.call != nil }
        return StyledText("\(place) of \(requests)  ", .dim) + tabs
    }

    func shortNote(in _: Scene, _: Glyphs) -> StyledText { tabs }

    private var tabs: StyledText {
        var text = StyledText()
        for tab in Tab.allCases {
            if !text.isEmpty { text.append(" ") }
            text.append(tab == self.tab ? "[\(tab.rawValue)]" : tab.rawValue, tab == self.tab ? .accent : .dim)
        }
        return text
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !rows.isEmpty else { return canvas.write(absence(canvas, width: area.width), in: area) }
        for (index, row) in zip(list.visible, area.rows) {
            switch rows[index].content {
            case .file(let file, let count, let flaw): draw(file, count, flaw, on: &canvas, in: row)
            case .request(let request): draw(request, on: &canvas, in: row)
            case .sent(let call): draw(call, on: &canvas, in: row, scene)
            }
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.surface.recolor(row, isFocused ? .selection : .selectionUnfocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private func absence(_ canvas: Canvas, width: Int) -> [StyledText] {
        if tab == .history, filter.isEmpty {
            return [
                StyledText("no call was sent yet", .title),
                StyledText("Calls are listed here without secrets and without bodies.", .dim),
                canvas.key(Action.history, "shows the files"),
            ].flatMap { $0.wrapped(to: width) }
        }
        guard let library else { return [StyledText("the folder is being read", .dim)] }
        guard filter.isEmpty else {
            return [
                StyledText("no request has this in its method, name, path or file", .dim),
                canvas.key(ShellAction.back, "shows all", .dim),
            ]
        }
        let lines = [
            canvas.words("no .http or .rest file in \(library.root)", .title), StyledText(),
            canvas.words("Write one, such as orders.http:", .dim), StyledText("  ### list orders", .dim),
            StyledText("  GET /orders?limit=3", .dim), StyledText("  Authorization: Bearer {{token}}", .dim),
            StyledText(), canvas.key(RequestsScreen.Action.reload, "reads the folder again"),
            canvas.key(RequestsScreen.Action.paste, "takes a curl command"),
        ]
        let omission = library.omission.map { [canvas.words($0, .warning), StyledText()] } ?? []
        return (omission + lines).flatMap { $0.isEmpty ? [$0] : $0.wrapped(to: width) }
    }

    /// The URL, without the API's own part.
    private func path(of call: SentCall, _ scene: Scene) -> String {
        guard let api = scene.context.api?.absoluteString, call.url.hasPrefix(api) else { return call.url }
        let rest = call.url.dropFirst(api.count)
        return rest.hasPrefix("/") || rest.isEmpty ? String(rest.isEmpty ? "/" : rest) : call.url
    }

    /// `GET  /orders         200  12.1 ms  12:04:31`.
    private func draw(_ call: SentCall, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let glyphs = canvas.glyphs
        var right = StyledText(" \(call.status)", call.isGood ? .text : .warning)
        if row.width >= 60, let duration = call.duration {
            right.append("  \(DurationText.measured(duration))", .dim)
        }
        if row.width >= 60 { right += canvas.words("  \(scene.time.moment(call.time))", .dim) }
        let times = call.count > 1 ? canvas.words("\(call.count)× ", .warning) : StyledText()
        let text =
            StyledText(TextWidth.pad(String(call.method.prefix(7)), to: 7) + " ", .accent) + times
            + SafeText.line(path(of: call, scene), glyphs: glyphs)
        canvas.write(text.truncated(to: max(8, row.width - right.columns), ellipsis: glyphs.ellipsis), in: row)
        canvas.write(right, in: row, alignment: .right)
    }

    private func draw(
        _ file: RequestLibrary.File, _ count: Int, _ flaw: String?, on canvas: inout Canvas, in row: Rect
    ) {
        let name = SafeText.line(file.path, style: .title, glyphs: canvas.glyphs)
        if let flaw {
            return canvas.write(name + canvas.words("  \(canvas.glyphs.cross) \(flaw)", .danger), in: row)
        }
        let words = count == 0 ? "no request" : count == 1 ? "" : "\(count) requests"
        canvas.write(name, right: StyledText(words, .dim), in: row)
    }

    /// `GET  list orders  /orders?limit=3        2 remarks  :12`.
    private func draw(_ request: RequestRow.Request, on canvas: inout Canvas, in row: Rect) {
        let glyphs = canvas.glyphs
        let right = rightEnd(request, glyphs, isWide: row.width >= 60)
        let method = TextWidth.pad(request.method.count > 7 ? String(request.method.prefix(7)) : request.method, to: 7)
        var text = StyledText(" ") + StyledText(method + " ", .accent)
        if let name = request.name {
            text +=
                SafeText.line(name, glyphs: glyphs) + SafeText.line("  \(request.target)", style: .dim, glyphs: glyphs)
        } else {
            text += SafeText.line(request.target, glyphs: glyphs)
        }
        let room = row.width - right.columns - 1
        canvas.write(text.truncated(to: max(8, room), ellipsis: glyphs.ellipsis), in: row)
        canvas.write(right, in: row, alignment: .right)
    }

    private func rightEnd(_ request: RequestRow.Request, _ glyphs: Glyphs, isWide: Bool) -> StyledText {
        var text = StyledText()
        if request.isFaulty {
            text.append(isWide ? "\(glyphs.cross) can't be sent  " : "\(glyphs.cross) ", .danger)
        } else if request.remarkCount > 0 {
            let count = request.remarkCount
            text.append(isWide ? "\(count) remark\(count == 1 ? "" : "s")  " : "!\(count) ", .warning)
        }
        return text + StyledText(":\(request.line)", .dim)
    }
}

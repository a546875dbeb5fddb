import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension RequestListPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let words = isNarrow || !filter.isEmpty ? "" : "environment "
        let name = environment.map { StyledText.words(" · \(words)\($0)", .dim, glyphs: glyphs) } ?? StyledText()
        guard !filter.isEmpty else { return name }
        return name + .words(" · ", .dim, glyphs: glyphs) + SafeText.line(filter, style: .warning, glyphs: glyphs)
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let requests = list.rows.count { $0.request != nil || $0.call != nil }
        // The environment says which server is meant: it goes before the count.
        guard requests > 0, environment == nil || !isNarrow else { return tabWords }
        let place = list.rows.prefix(list.selection + 1).count { $0.request != nil || $0.call != nil }
        return StyledText("\(place) of \(requests)  ", .dim) + tabWords
    }

    func shortNote(in _: Scene, _: Glyphs) -> StyledText { tabWords }

    /// Whether the title has no room for all.
    private var isNarrow: Bool { list.size.width < 60 }

    private var tabWords: StyledText {
        var text = StyledText()
        for tab in Tab.allCases {
            if !text.isEmpty { text.append(" ") }
            text.append(tab == self.tab ? "[\(tab.rawValue)]" : tab.rawValue, tab == self.tab ? .accent : .dim)
        }
        return text
    }

    func draw(_ row: RequestRow, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        let text = text(of: row, canvas.glyphs)
        switch row.content {
        case .file(_, let count, let flaw): draw(count, flaw, text, on: &canvas, in: place)
        case .request(let request): draw(request, text, on: &canvas, in: place)
        case .omission(let omission): draw(omission, text, on: &canvas, in: place)
        case .sent(let call): draw(call, text, on: &canvas, in: place, scene)
        }
    }

    func absence(in scene: Scene, _ canvas: Canvas, width: Int) -> [StyledText] {
        if !scene.stage.isPresent, filter.isEmpty, tab == .history || library == nil {
            return [StyledText(tab == .history ? "calls are not recorded here" : "the files are not recorded", .dim)]
        }
        if tab == .history, filter.isEmpty {
            return [
                StyledText("no call is listed", .title),
                StyledText("Sent calls are listed here, without secrets; --history sets what is kept.", .dim),
                canvas.key(Action.history, "shows the files"),
            ].flatMap { $0.wrapped(to: width) }
        }
        guard tab == .files else {
            return absenceOfMatches("no call matches by method, URL or status", canvas, width)
        }
        guard let library else { return [StyledText("the folder is being read", .dim)] }
        guard filter.isEmpty else {
            return absenceOfMatches("no request matches by method, name, path or file", canvas, width)
        }
        let lines = [
            canvas.words("no .http or .rest file in \(library.root)", .title), StyledText(),
            canvas.words("Write one, such as orders.http:", .dim), StyledText("  ### list orders", .dim),
            StyledText("  GET /orders?limit=3", .dim), StyledText("  Authorization: Bearer {{token}}", .dim),
            StyledText(), canvas.key(RequestsScreen.Action.reload, "reads the folder again"),
            canvas.key(RequestsScreen.Action.paste, "pastes a curl command"),
        ]
        let omission = library.omission.map { [canvas.words($0, .warning), StyledText()] } ?? []
        return (omission + lines).flatMap { $0.isEmpty ? [$0] : $0.wrapped(to: width) }
    }

    private func absenceOfMatches(_ words: String, _ canvas: Canvas, _ width: Int) -> [StyledText] {
        [StyledText(words, .dim), canvas.key(ShellAction.back, "shows all", .dim)].flatMap { $0.wrapped(to: width) }
    }

    /// The columns of the method, before what can be moved sideways.
    private static let methodWidth = 8

    /// How many columns of a row's text are cut.
    func cutColumns(of row: RequestRow) -> Int {
        let width = list.size.width
        let text = text(of: row, .ascii).columns
        let isWide = width >= 60
        return switch row.content {
        case .file: text - width
        case .request(let request):
            text + Self.methodWidth + 2 + rightEnd(request, .ascii, isWide: isWide).columns - width
        case .omission(let omission): text + 2 + rightEnd(omission).columns - width
        case .sent(let call):
            text + Self.methodWidth + rightEnd(call, isWide: isWide).columns + (isWide ? 15 : 0) - width
        }
    }

    /// What of a row can be moved sideways: a file with what is wrong with it, or a request without its method.
    func text(of row: RequestRow, _ glyphs: Glyphs) -> StyledText {
        switch row.content {
        case .file(let file, _, let flaw):
            let name = SafeText.line(file.path, style: .title, glyphs: glyphs)
            return flaw.map { name + StyledText.words("  \(glyphs.cross) \($0)", .danger, glyphs: glyphs) } ?? name
        case .request(let request):
            guard let name = request.name else { return SafeText.line(request.target, glyphs: glyphs) }
            return SafeText.line(name, glyphs: glyphs)
                + SafeText.line("  \(request.target)", style: .dim, glyphs: glyphs)
        case .omission(let omission): return StyledText.words(omission.words, .warning, glyphs: glyphs)
        case .sent(let call):
            let times = call.count > 1 ? StyledText.words("\(call.count)× ", .warning, glyphs: glyphs) : StyledText()
            return times + SafeText.line(path(of: call), glyphs: glyphs)
        }
    }

    /// The URL, without the API's own part.
    private func path(of call: SentCall) -> String {
        guard let api = api?.absoluteString, call.url.hasPrefix(api) else { return call.url }
        let rest = call.url.dropFirst(api.count)
        return rest.hasPrefix("/") || rest.isEmpty ? String(rest.isEmpty ? "/" : rest) : call.url
    }

    /// `GET  /orders         200  12.1 ms  12:04:31`.
    private func draw(_ call: SentCall, _ text: StyledText, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        var right = rightEnd(call, isWide: row.width >= 60)
        if row.width >= 60 { right += canvas.words("  \(scene.time.moment(call.time))", .dim) }
        draw(call.method, "", text, right: right, on: &canvas, in: row)
    }

    private func draw(_ count: Int, _ flaw: String?, _ text: StyledText, on canvas: inout Canvas, in row: Rect) {
        guard flaw == nil else { return canvas.write(text, movedBy: list.left, in: row) }
        let words = count == 0 ? "no request" : count == 1 ? "" : "\(count) requests"
        let right = StyledText(words, .dim)
        guard text.columns + right.columns + 2 <= row.width else {
            return canvas.write(text, movedBy: list.left, in: row)
        }
        canvas.write(text, right: right, in: row)
    }

    /// `GET  list orders  /orders?limit=3        2 remarks  :12`.
    private func draw(_ request: RequestRow.Request, _ text: StyledText, on canvas: inout Canvas, in row: Rect) {
        let right = StyledText(" ") + rightEnd(request, canvas.glyphs, isWide: row.width >= 60)
        draw(request.method, " ", text, right: right, on: &canvas, in: row)
    }

    /// `'import' takes requests of another file; that is not done   :1`.
    private func draw(
        _ omission: RequestRow.Omission, _ text: StyledText, on canvas: inout Canvas, in row: Rect
    ) {
        let right = rightEnd(omission)
        let rest = row.inset(left: omission.path == nil ? 0 : 1)
        canvas.write(text, movedBy: list.left, in: rest.split(left: max(1, rest.width - right.columns)).left)
        canvas.write(right, in: row, alignment: .right)
    }

    private func rightEnd(_ omission: RequestRow.Omission) -> StyledText {
        omission.line.map { StyledText(" :\($0)", .dim) } ?? StyledText()
    }

    private func draw(
        _ method: String, _ indent: String, _ text: StyledText, right: StyledText, on canvas: inout Canvas, in row: Rect
    ) {
        let padded = TextWidth.pad(String(method.prefix(7)), to: Self.methodWidth)
        let head = StyledText(indent) + StyledText(padded, .accent)
        canvas.write(head, in: row)
        let rest = row.inset(left: head.columns)
        canvas.write(text, movedBy: list.left, in: rest.split(left: max(1, rest.width - right.columns)).left)
        canvas.write(right, in: row, alignment: .right)
    }

    /// The status and what it took, before the time.
    private func rightEnd(_ call: SentCall, isWide: Bool) -> StyledText {
        // Of a burst the history keeps its first call.
        var right = StyledText(call.count > 1 ? " first" : "", .dim)
        right.append(" \(call.status)", call.isGood ? .text : .warning)
        if isWide, let duration = call.duration { right.append("  \(DurationText.measured(duration))", .dim) }
        return right
    }

    private func rightEnd(_ request: RequestRow.Request, _ glyphs: Glyphs, isWide: Bool) -> StyledText {
        var text = StyledText()
        if request.isFaulty {
            text.append(isWide ? "\(glyphs.cross) can't be sent  " : "\(glyphs.cross) ", .danger)
        } else if request.remarkCount > 0 {
            let count = request.remarkCount
            text.append("\(count) remark\(count == 1 ? "" : "s")\(isWide ? "  " : " ")", .warning)
        }
        return text + (request.line.map { StyledText(":\($0)", .dim) } ?? StyledText())
    }
}

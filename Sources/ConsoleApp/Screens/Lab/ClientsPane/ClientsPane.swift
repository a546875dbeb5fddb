import SessionCore
import TerminalUI

/// The requests of all the provider's clients as they come, the newest last, each with what was wrong with it.
struct ClientsPane: Pane {
    static let title = "Client requests"
    static let shortTitle = "In"
    static let summary = "every request to the demo's provider and its API, with the client and what was wrong"
    /// How many requests are kept.
    static let capacity = 500
    static let endsAboveNotice = true

    private(set) var requests: [ProviderState.Request] = []
    private(set) var list = ScrollList(isFollowing: true)
    private var width = 80
    private var timeWidth = 8
    /// Whether the provider was looked at.
    private var isKnown = false

    enum Action: String, OwnAction {
        case details = "request-details"
        case follow = "follow-requests"

        var entry: OwnKey<ClientsPane> {
            switch self {
            case .details:
                OwnKey(
                    [.enter], "details", "the request's details, and its error in full", .lab,
                    obstacle: { pane, _ in pane.requests.isEmpty ? noRequest : nil },
                    handler: { pane, scene in pane.selected.map { [.show(ExchangeDetails($0, in: scene))] } ?? [] })
            case .follow: OwnKey(["F"], "follow", "keep the newest request selected", .lab) { $0.list.follow(true) }
            }
        }
    }

    /// A line of a request.
    enum Row: Sendable, Hashable {
        case request(ProviderState.Request, showsFlaw: Bool)
        /// What was wrong, below a request that has no room for it.
        case flaw(ProviderState.Request)

        var request: ProviderState.Request {
            switch self {
            case .request(let request, _), .flaw(let request): request
            }
        }
    }

    // MARK: - What happens

    /// Takes up the requests that came or were answered since the last look.
    mutating func note(_ changed: [ProviderState.Request]) {
        isKnown = true
        guard !changed.isEmpty else { return }
        let selected = selected?.id
        for request in changed {
            if let index = requests.lastIndex(where: { $0.id == request.id }) {
                if requests[index].change < request.change { requests[index] = request }
            } else {
                requests.append(request)
            }
        }
        requests.sort { $0.id < $1.id }
        requests.removeFirst(max(0, requests.count - Self.capacity))
        let rows = rows
        list.replace(count: rows.count, selecting: rows.firstIndex { $0.request.id == selected })
    }

    private static let noRequest = "no request yet"

    // MARK: - Rows

    var rows: [Row] {
        requests.flatMap { request -> [Row] in
            guard let flaw = request.flaw else { return [.request(request, showsFlaw: false)] }
            let fits = line(of: request, in: nil, .unicode).columns + TextWidth.columns(of: flaw) + 2 <= width
            return fits ? [.request(request, showsFlaw: true)] : [.request(request, showsFlaw: false), .flaw(request)]
        }
    }

    var selected: ProviderState.Request? {
        let rows = rows
        return rows.indices.contains(list.selection) ? rows[list.selection].request : nil
    }

    /// `06:14:52  400  session-console  POST /token refresh_token`, and the fault in the grant's place where one struck.
    private func line(of request: ProviderState.Request, in scene: Scene?, _ glyphs: Glyphs) -> StyledText {
        let client = min(max(15, width / 5), 18)
        let answer = TextWidth.pad(request.answer ?? glyphs.ellipsis, to: 3)
        let grant = request.grantType.map { "  \($0.split(separator: ":").last ?? "")" } ?? ""
        let named = StyledText.words(request.clientID ?? "no client_id", .dim, glyphs: glyphs)
        let time = TextWidth.pad(scene?.time.brief(request.time) ?? "", to: timeWidth)
        return StyledText("\(time)  ", .dim) + StyledText("\(answer)  ", request.tone.style)
            + named.padded(to: client, glyphs)
            + StyledText.words("  \(request.method) \(request.path)", glyphs: glyphs)
            + (request.injected.map { StyledText.words("  \($0)", .warning, glyphs: glyphs) }
                ?? StyledText.words(grant, .dim, glyphs: glyphs))
    }

    // MARK: - Pane

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func select(row: Int) { list.select(row) }

    mutating func layOut(_ size: Size, in scene: Scene) {
        if width != size.width || timeWidth != scene.time.briefWidth {
            let selected = selected?.id
            (width, timeWidth) = (size.width, scene.time.briefWidth)
            let rows = rows
            list.replace(count: rows.count, selecting: rows.firstIndex { $0.request.id == selected })
        }
        list.layOut(height: size.height)
    }

    func hints(in _: Scene) -> [Action] {
        if requests.isEmpty { return [] }
        return list.isFollowing ? [.details] : [.details, .follow]
    }

    func selection(in scene: Scene) -> CopyText? {
        selected.map { CopyText(text(of: $0, in: scene), name: "the request") }
    }

    func plainText(in scene: Scene) -> String { requests.map { text(of: $0, in: scene) + "\n" }.joined() }

    private func text(of request: ProviderState.Request, in scene: Scene) -> String {
        [
            scene.time.moment(request.time), request.answer ?? "pending", request.clientID ?? "no client_id",
            "\(request.method) \(request.path)", request.grantType, request.injected, request.flaw,
        ].compactMap(\.self).joined(separator: "  ")
    }

    func note(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard !requests.isEmpty else { return StyledText() }
        let refused = requests.count { $0.flaw != nil }
        let words = refused == 0 ? "" : "\(refused) refused · "
        return StyledText.words(words + (list.isFollowing ? "follow" : "\(requests.count)"), .dim, glyphs: glyphs)
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        guard !requests.isEmpty else {
            let why = scene.context.hasOwnProvider ? Self.noRequest : "only the demo shows its provider"
            return canvas.write(StyledText(isKnown || !scene.context.hasOwnProvider ? why : "", .dim), in: area)
        }
        let rows = rows
        for (index, place) in zip(list.visible, area.rows) {
            draw(rows[index], on: &canvas, in: place, scene)
            canvas.mark(place, as: .row(index))
            if index == list.selection { canvas.select(place, isFocused: isFocused) }
        }
        canvas.drawScrollbar(list, beside: area)
    }

    private func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        switch row {
        case .request(let request, let showsFlaw):
            let flaw = showsFlaw ? request.flaw.map { canvas.words("  \($0)", .danger) } : nil
            canvas.write(line(of: request, in: scene, canvas.glyphs) + (flaw ?? StyledText()), in: place)
        case .flaw(let request):
            canvas.write(canvas.words(request.flaw ?? "", .danger), in: place.inset(left: timeWidth + 7))
        }
    }
}

extension ProviderState.Request {
    /// `injected: narrow scope`; `nil` where no fault struck.
    fileprivate var injected: String? { faultWords.map { "injected: \($0)" } }

    fileprivate var tone: Tone {
        guard let answer else { return .muted }
        guard let status = Int(answer) else { return .bad }
        return status < 400 ? .good : .bad
    }
}

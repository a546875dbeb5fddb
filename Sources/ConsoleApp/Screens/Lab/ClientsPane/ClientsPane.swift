import ConsoleKit
import SessionCore
import TerminalUI

/// The requests of all the provider's clients as they come, the newest last, each with what was wrong with it.
struct ClientsPane: ListPane {
    static let title = "Client requests"
    static let shortTitle = "Clients"
    static let summary = "every request to the demo's provider and its API, with the client and what was wrong"
    /// How many requests are kept.
    static let capacity = 500
    static let endsAboveNotice = true
    static let rowName = "the request"

    private(set) var requests: [ProviderState.Request] = []
    var list = RowList<Row>(isFollowing: true)
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
    enum Row: ListRow {
        case request(ProviderState.Request, showsFlaw: Bool)
        /// What was wrong, below a request that has no room for it.
        case flaw(ProviderState.Request)

        var request: ProviderState.Request {
            switch self {
            case .request(let request, _), .flaw(let request): request
            }
        }

        struct ID: Sendable, Hashable {
            var request: Int
            var isFlaw = false
        }

        var id: ID {
            switch self {
            case .request(let request, _): ID(request: request.id)
            case .flaw(let request): ID(request: request.id, isFlaw: true)
            }
        }
    }

    // MARK: - What happens

    /// Takes up the requests that came or were answered since the last look.
    mutating func update(_ changed: [ProviderState.Request]) {
        isKnown = true
        guard !changed.isEmpty else { return }
        for request in changed {
            if let index = requests.lastIndex(where: { $0.id == request.id }) {
                if requests[index].change < request.change { requests[index] = request }
            } else {
                requests.append(request)
            }
        }
        requests.sort { $0.id < $1.id }
        requests.removeFirst(max(0, requests.count - Self.capacity))
        listAnew()
    }

    /// A selected flaw that has room beside its request again leaves the selection to that.
    private mutating func listAnew() {
        let rows = rows
        let isLeft = list.chosen.map { id in !rows.contains { $0.id == id } } ?? false
        list.replace(rows, selecting: isLeft ? list.chosen.map { Row.ID(request: $0.request) } : nil)
    }

    private static let noRequest = "no request yet"

    // MARK: - Rows

    private var rows: [Row] {
        requests.flatMap { request -> [Row] in
            guard let flaw = request.flaw else { return [.request(request, showsFlaw: false)] }
            let fits = line(of: request, in: nil, .unicode).columns + TextWidth.columns(of: flaw) + 2 <= list.size.width
            return fits ? [.request(request, showsFlaw: true)] : [.request(request, showsFlaw: false), .flaw(request)]
        }
    }

    var selected: ProviderState.Request? { list.selected?.request }

    /// `06:14:52  400  session-console  POST /token refresh_token`, and the fault in the grant's place where one
    /// struck.
    private func line(of request: ProviderState.Request, in scene: Scene?, _ glyphs: Glyphs) -> StyledText {
        let client = min(max(15, list.size.width / 5), 18)
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

    mutating func layOut(_ size: Size, in scene: Scene) {
        let isOther = size.width != list.size.width || timeWidth != scene.time.briefWidth
        timeWidth = scene.time.briefWidth
        list.layOut(size)
        if isOther { listAnew() }
    }

    func hints(in _: Scene) -> [Action] {
        if requests.isEmpty { return [] }
        return list.isFollowing ? [.details] : [.details, .follow]
    }

    func plainText(in scene: Scene) -> String { requests.map { text(of: $0, in: scene) + "\n" }.joined() }

    func text(of row: Row, in scene: Scene) -> String { text(of: row.request, in: scene) }

    private func text(of request: ProviderState.Request, in scene: Scene) -> String {
        [
            scene.time.moment(request.time), request.answer ?? "pending", request.clientID ?? "no client_id",
            "\(request.method) \(request.path)", request.grantType, request.injected, request.flaw,
        ].compactMap(\.self).joined(separator: "  ")
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        guard !requests.isEmpty else { return StyledText() }
        let refused = requests.count { $0.flaw != nil }
        let words = refused == 0 ? "" : "\(refused) refused · "
        return StyledText.words(words + (list.isFollowing ? "follow" : "\(requests.count)"), .dim, glyphs: glyphs)
    }

    func absence(in scene: Scene, _: Canvas, width _: Int) -> [StyledText] {
        guard scene.context.hasOwnProvider else { return [StyledText("only the demo shows its provider", .dim)] }
        return isKnown ? [StyledText(Self.noRequest, .dim)] : []
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
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

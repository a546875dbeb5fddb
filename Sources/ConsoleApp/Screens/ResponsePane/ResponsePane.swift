import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// The answer to the last call, and the calls that are under way.
struct ResponsePane: Pane {
    static let title = "Response"
    static let summary = "the answer to the last call"

    var calls: CallLedger
    private(set) var text = ResponseText()
    /// The columns of the pane's inside.
    private(set) var width = 80
    private(set) var search = Self.noSearch
    private static let noSearch = FindField.search("Search in response:")
    /// The name of a file, while it is typed.
    private var saving: SaveField?
    private var pipe = PipeField()
    /// Whether there is a request that its first steps may offer to send.
    var canSend = true

    init(of sender: CallID.Sender = .session) { calls = CallLedger(sender: sender) }

    enum Action: String, OwnAction {
        case fold
        case exchanges
        case nextTab = "next-tab"
        case previousTab = "previous-tab"
        case save
        case pipe
        case search
        case nextMatch = "next-match"
        case previousMatch = "previous-match"

        var entry: OwnKey<ResponsePane> {
            switch self {
            case .fold:
                OwnKey([.enter, " "], "fold", "fold or unfold", .requests, obstacle: absence) { $0.text.toggleFold() }
            case .exchanges:
                OwnKey(
                    ["d"], "details", "every message of the call, retries and refresh included", .requests,
                    obstacle: { pane, _ in pane.text.record == nil ? pane.absence : nil },
                    handler: { $0.showExchanges(in: $1) })
            case .nextTab:
                OwnKey(
                    ["]"], "next tab", "pretty, raw, headers, authorization, timing", .requests, obstacle: absence,
                    change: { $0.select($0.text.tab.neighbor(by: 1)) })
            case .previousTab:
                OwnKey(["["], "tab", "the previous of these", .requests, obstacle: absence) {
                    $0.select($0.text.tab.neighbor(by: -1))
                }
            case .save:
                OwnKey(["w"], "save", "save the body to a file", .text, obstacle: absence) { pane, _ in
                    pane.beginSaving()
                }
            case .pipe:
                OwnKey(["|"], "pipe", "pipe the body to a command, such as jq .items", .text, obstacle: absence) {
                    $0.pipe.open()
                }
            case .search: OwnKey(.search, obstacle: absence) { $0.search.open() }
            case .nextMatch: OwnKey(.nextMatch, obstacle: searchObstacle) { $0.moveMatch(by: 1) }
            case .previousMatch: OwnKey(.previousMatch, obstacle: searchObstacle) { $0.moveMatch(by: -1) }
            }
        }
    }

    /// Without an answer the keys do what they can, such as choosing a tab; only the help page says why that is
    /// nothing.
    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] { action.entry.handler(&self, scene) }

    private static let absence: OwnKey<ResponsePane>.Words = { pane, _ in pane.absence }
    private static let searchObstacle: OwnKey<ResponsePane>.Words = { pane, _ in
        pane.absence
            ?? (!pane.search.hasSearched ? "nothing was searched for: \(Action.search.letter) searches" : nil)
    }

    private var absence: String? {
        guard text.record?.answer == nil else { return nil }
        return text.record?.partialAnswer == nil ? "no response yet" : "the response is incomplete"
    }

    private func showExchanges(in scene: Scene) -> [PaneOutput] {
        let exchanges =
            text.record.flatMap { request(of: $0, in: scene) }.map(scene.history.exchanges(ofRequest:)) ?? []
        // What followed may be metadata that the answer named, or a refresh.
        let answer = exchanges.last { $0.purpose == .request }
        guard let details = ExchangeDetails(exchanges, showing: answer?.id, in: scene)
        else { return [.notice(Notice(.muted, "No message of this call is kept"))] }
        return [.show(details)]
    }

    private mutating func beginSaving() -> [PaneOutput] {
        guard let answer = text.record?.answer else { return [.notice(.noResponse)] }
        saving = SaveField(url: answer.response.url.absoluteString)
        return []
    }

    /// The session's number of a call; in a recording, one without an answer is the first of its name that failed.
    private func request(of record: ResponseRecord, in scene: Scene) -> Int? {
        if let answer = record.answer { return answer.facts.id }
        let url = record.draft.urlText(against: scene.context.api)
        let name = RequestFacts(id: 0, method: record.draft.method, url: url).name
        return scene.history.events.filter { $0.time >= record.startedAt }.compactMap { event in
            if case .requestFailed(let facts, _) = event.kind, facts.isOf(record.call, named: name) {
                facts.id
            } else {
                nil
            }
        }.first
    }

    private mutating func select(_ tab: ResponseTab) {
        text.select(tab)
        _ = search.close()
    }

    mutating func move(_ motion: Motion) {
        if motion.sideways != 0 { text.scroll(columns: motion.sideways * 8) } else { text.move(motion) }
    }

    mutating func scroll(rows: Int) { text.scroll(rows: rows) }
    mutating func select(row: Int) { text.select(row: row) }
    mutating func select(tab: Int) { select(ResponseTab.allCases[tab]) }

    // MARK: - Calls

    /// Records the end of a call; asks for a large body to be prepared.
    mutating func end(_ call: CallID, with result: Result<AuthorizedResponse, SessionError>) -> [PaneOutput] {
        guard let running = calls.end(call) else { return [] }
        var record = ResponseRecord(
            call: call, draft: running.draft, startedAt: running.startedAt, result: result, body: nil)
        guard isToBeShown(record) else { return [] }
        guard let response = record.answer?.response else {
            show(record)
            return []
        }
        let contentType = response.headers["Content-Type"]
        let isSmall = response.body.count <= PreparedBody.smallSize
        if isSmall { record.body = PreparedBody(response.body, contentType: contentType) }
        show(record)
        return isSmall ? [] : [.effect(.call(.prepareBody(call, response.body, contentType: contentType)))]
    }

    private mutating func show(_ record: ResponseRecord) {
        text.show(record)
        _ = search.close()
    }

    mutating func show(_ body: PreparedBody, of call: CallID) {
        text.show(body, of: call)
        if search.hasSearched { find() }
    }

    /// Forgets what was answered to a session that is over.
    mutating func clear() {
        text = ResponseText()
        search = Self.noSearch
    }

    /// Whether an answer takes the place of the one that is shown.
    ///
    /// The answer to an older call does not, and of a burst only the first one does, or the first one that went wrong.
    private func isToBeShown(_ record: ResponseRecord) -> Bool {
        guard let shown = text.record else { return true }
        guard record.call.sender == shown.call.sender else { return record.startedAt >= shown.startedAt }
        if let burst = calls.burst, burst.contains(record.call), burst.contains(shown.call) {
            return shown.isGood && !record.isGood
        }
        return record.call > shown.call
    }

    // MARK: - Searching

    var prompt: Prompt? { saving?.prompt ?? pipe.prompt ?? search.prompt }

    mutating func type(_ key: Key, in _: Scene) -> [PaneOutput] {
        if saving != nil {
            guard let path = saving.type(key), let body = shownBytes else { return [] }
            return [.effect(.tool(.save(body, path: path)))]
        }
        if pipe.isOpen { return pipe.type(key).map { run($0) } ?? [] }
        if search.type(key), search.hasSearched { find() }
        return key == .enter && search.hasSearched && search.matches.isEmpty ? [.foundNothing(search.words)] : []
    }

    /// The body whole, or what a command made of it.
    private var shownBytes: [UInt8]? {
        text.record?.piped?.bytes ?? text.record?.answer?.response.body
    }

    /// Pipes the body to a command; an empty one shows the body itself.
    private mutating func run(_ command: String) -> [PaneOutput] {
        guard let record = text.record, let body = record.answer?.response.body else { return [] }
        show(command.isEmpty ? nil : PipedBody(running: command))
        return command.isEmpty ? [] : [.effect(.tool(.pipe(body, command: command, record.call)))]
    }

    /// Shows what the command made of the body, or that body where it made nothing of it.
    mutating func show(_ result: Result<PipedBody, ToolFailure>, of call: CallID, pipedTo command: String) {
        guard let record = text.record, record.call == call, record.piped?.command == command else { return }
        show(try? result.get())
    }

    private mutating func show(_ piped: PipedBody?) {
        if text.lines == nil { text.select(.pretty) }
        text.show(piped)
        _ = search.close()
    }

    private mutating func find() {
        search.found(text.lines(containing: search.words), after: text.currentLine)
        if let line = search.current { text.reveal(line) }
    }

    /// What of the answer a search did not see.
    var unsearched: String? {
        guard let body = text.record?.shownBody else { return "the body is still being prepared" }
        guard text.lines != nil else { return nil }
        return body.form == .binary ? "a hex dump is not searched" : text.part.map { "searched \($0.words)" }
    }

    private mutating func moveMatch(by step: Int) {
        search.step(by: step)
        if let line = search.current { text.reveal(line) }
    }

    mutating func stepBack(in _: Scene) -> Bool {
        if search.close() { return true }
        guard text.record?.piped != nil else { return false }
        show(nil)
        return true
    }

    // MARK: - Shown

    mutating func layOut(_ size: Size, in scene: Scene) {
        width = size.width
        text.layOut(Size(width: size.width, height: size.height - headHeight(width: size.width, in: scene)))
    }

    func hints(in _: Scene) -> [Action] {
        guard let record = text.record else { return [] }
        return record.answer == nil ? [.exchanges] : [.fold, .nextTab, .search, .exchanges, .save, .pipe]
    }

    /// What the answer demands of another sign-in.
    var stepUp: StepUp? { text.record?.answer.flatMap { StepUp($0.verdict) } }

    /// The URL that was answered 401 with a challenge that names the resource's metadata, where a sign-in from it can
    /// be begun.
    func challengedURL(in scene: Scene) -> String? {
        guard scene.context.opensResources, !scene.placement.isOnlyLookedAt, let answer = text.record?.answer?.response,
            answer.status == 401,
            AuthenticationChallenge.parse(answer.headers).contains(where: { $0.resourceMetadata != nil })
        else { return nil }
        return answer.url.absoluteString
    }

    /// The JWTs in the selected line of the body, to be shown; `nil` where there is none.
    var selectedTokens: PaneOutput? {
        guard let answer = text.record?.answer, let tokens = text.selectedText.map(TokenText.jwts), !tokens.isEmpty
        else { return nil }
        return .inspectAnswer(tokens, of: answer.facts.name)
    }

    func selection(in _: Scene) -> CopyText? { text.selectedText.map { CopyText($0, name: "the line") } }

    func plainText(in _: Scene) -> String {
        if let bytes = text.record?.piped?.bytes { return String(decoding: bytes, as: UTF8.self) }
        return text.record?.answer?.response.bodyText ?? ""
    }
}

extension OwnKey {
    /// Signs in again for what an answer of the owner's response pane demands.
    static func stepUp(_ pane: @escaping @Sendable (Owner) -> ResponsePane) -> OwnKey {
        OwnKey(
            .stepUp,
            obstacle: { owner, _ in
                pane(owner).stepUp == nil ? "the answer asks for no other scope or sign-in" : nil
            },
            handler: { owner, _ in pane(owner).stepUp.map { [.signIn($0)] } ?? [] })
    }

    /// Signs in from the URL of an answer of the owner's response pane.
    static func followChallenge(_ pane: @escaping @Sendable (Owner) -> ResponsePane) -> OwnKey {
        OwnKey(
            .followChallenge,
            obstacle: { owner, scene in
                pane(owner).challengedURL(in: scene) == nil ? "the answer's challenge names no metadata" : nil
            },
            handler: { owner, scene in
                pane(owner).challengedURL(in: scene).map { [.openChain(url: $0)] } ?? []
            })
    }
}

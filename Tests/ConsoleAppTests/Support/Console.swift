import SessionCore
import TerminalUI
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// A console without a terminal: keys go in, effects and pictures come out.
struct Console {
    private(set) var model: Model
    /// What the last message asked for.
    private(set) var effects: [Effect] = []

    init(
        _ context: ConsoleContext = Samples.context, size: Size = Size(width: 120, height: 36),
        glyphs: Glyphs = .unicode
    ) {
        model = Model(context: context, now: Samples.now, secondsFromUTC: 0, glyphs: glyphs)
        send(.resized(size))
        var status = SessionStatus()
        status.state = .noSession(.noStoredSession)
        send(.status(status))
    }

    static func signedIn(
        _ context: ConsoleContext = Samples.context, size: Size = Size(width: 120, height: 36),
        glyphs: Glyphs = .unicode
    ) -> Console {
        var console = Console(context, size: size, glyphs: glyphs)
        console.happen(Samples.peacefulEvents)
        console.send(.status(Samples.status()))
        return console
    }

    /// The sequence diagram of events, without the card of a lost session, which lies over it.
    static func flow(
        _ events: [SessionEvent] = [], size: Size = Size(width: 120, height: 36), glyphs: Glyphs = .unicode
    ) -> Console {
        var console = Console(size: size, glyphs: glyphs)
        console.show(.flow)
        console.happen(events)
        if console.model.shell.card != nil { console.press(.escape) }
        return console
    }

    mutating func deliver(_ message: Message) { effects = update(&model, message) }
    mutating func send(_ occurrence: Occurrence) { effects = update(&model, .happened(occurrence)) }
    mutating func send(_ message: TerminalMessage) { effects = update(&model, .terminal(message)) }
    mutating func send(_ message: SessionMessage) { effects = update(&model, .session(message)) }
    mutating func send(_ message: SignInMessage) { effects = update(&model, .signIn(message)) }
    mutating func send(_ message: CallMessage) { effects = update(&model, .call(message)) }
    mutating func send(_ message: FaultMessage) { effects = update(&model, .fault(message)) }
    mutating func send(_ message: ProviderMessage) { effects = update(&model, .provider(message)) }
    mutating func send(_ message: ToolMessage) { effects = update(&model, .tool(message)) }

    /// Lets an event happen; answers its sequence number, for those that it leads to.
    @discardableResult
    mutating func happen(_ kind: SessionEvent.Kind, cause: Int? = nil) -> Int {
        let sequence = model.scene.history.lastSequence + 1
        send(.event(Samples.event(sequence, kind, cause: cause)))
        return sequence
    }

    /// Lets events happen in order.
    mutating func happen(_ events: [SessionEvent]) {
        for event in events { send(.event(event)) }
    }

    /// Lets the session begin calls with these numbers; answers the sequence numbers.
    mutating func begin(_ requests: ClosedRange<Int>) -> [Int] {
        requests.map { happen(.requestStarted(Samples.facts($0, status: nil))) }
    }

    /// Lets a refresh begin and succeed, 12 ms later.
    mutating func refresh(cause: Int?) {
        let start = happen(
            .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: cause)
        let url = "http://127.0.0.1:41873/token"
        happen(.exchange(Samples.exchange(90, .token, method: "POST", url: url, status: 200, body: nil)), cause: start)
        happen(
            .refreshed(Samples.tokens, replacedAccess: Samples.access, replacedRefresh: Samples.refresh), cause: start)
    }

    var focus: SessionScreen.PaneID { model.screens.session.focus }
    /// The frames of the panes in sight.
    var frames: [(pane: SessionScreen.PaneID, frame: Rect)] {
        let (form, body) = model.panesPlace(in: model.layout)
        return model.screens.session.visibleFrames(form, in: body, scene: model.scene)
    }

    var selectedClaim: UserInfo.Claim? {
        let pane = model.screens.session.userInfo
        return pane.selected
    }

    var dialog: (any Dialog)? { model.shell.dialog }

    mutating func press(_ keys: Key...) {
        for key in keys { send(.keyPressed(key)) }
    }

    /// Shows a screen by its key.
    mutating func show(_ screen: ScreenID) {
        for key in screen.binding.keys { press(key) }
    }

    /// The list of faults that is open.
    var faults: FaultsSheet? { dialog as? FaultsSheet }

    /// Opens the list of faults, with one selected.
    mutating func listFaults(_ fault: LabFault) {
        if faults == nil { press(.character("x")) }
        press(.character("g"))
        for _ in 0..<40 where faults?.selected != fault { press(.down) }
    }

    /// Moves the focus to a pane.
    mutating func visit(_ pane: SessionScreen.PaneID) { visit("\(pane)") { $0.focus == pane } }
    mutating func visit(_ pane: TokensScreen.PaneID) { visit("\(pane)") { $0.tokens.focus == pane } }
    mutating func visit(title: String) { visit(title) { $0.model.screens.current.focusedPane == title } }

    private mutating func visit(_ name: String, _ isThere: (Console) -> Bool) {
        for _ in 0..<20 where !isThere(self) { press(.tab) }
        #expect(isThere(self), "tab does not reach \(name)")
    }

    /// Presses every character of a text.
    mutating func type(_ text: String) {
        for character in text { send(.keyPressed(.character(character))) }
    }

    /// Types a command at `:`.
    mutating func command(_ text: String) {
        press(.character(":"))
        type(text)
        press(.enter)
    }

    static let proxyRoutes = [
        ProxyRoute(
            address: "http://127.0.0.1:41875/5f3c0e8a9b7d4c1e8f2a6b3d9c0e7f15", origin: "http://127.0.0.1:41874"),
        ProxyRoute(
            address: "http://127.0.0.1:41875/c81e728d9d4c2f636f067f89cc14862c", origin: "https://files.example"),
    ]

    /// Sends the request and answers it.
    mutating func exchange(_ answer: AuthorizedResponse) {
        send(.keyPressed(.character("r")))
        for call in sentCalls { send(.answered(call, .success(answer))) }
    }

    /// What is to be masked from the last effects on.
    var protected: [String] {
        effects.flatMap { effect -> [String] in
            if case .call(.protect(let secrets)) = effect { secrets.map { $0.reveal() } } else { [] }
        }
    }

    /// The calls that the last message began.
    var sentCalls: [CallID] {
        effects.flatMap { effect -> [CallID] in
            if case .call(.send(let calls, _, _)) = effect { calls } else { [] }
        }
    }

    // MARK: - What the last message asked for first

    var session: SessionEffect? { if case .session(let effect)? = effects.first { effect } else { nil } }
    var signIn: SignInEffect? { if case .signIn(let effect)? = effects.first { effect } else { nil } }
    var fault: FaultCommand? { if case .fault(let command)? = effects.first { command } else { nil } }
    var provider: ProviderEffect? { if case .provider(let effect)? = effects.first { effect } else { nil } }
    var proxy: ProxyEffect? { if case .proxy(let effect)? = effects.first { effect } else { nil } }
    var terminal: TerminalEffect? { if case .terminal(let effect)? = effects.first { effect } else { nil } }

    var startedSignIn: SignInChoice? { if case .start(let choice, _)? = signIn { choice } else { nil } }
    var stepUp: StepUp? { if case .start(_, let stepUp)? = signIn { stepUp } else { nil } }

    var sent: (request: HTTPRequest, authorization: RequestAuthorization)? {
        guard case .call(.send(_, let request, let authorization))? = effects.first else { return nil }
        return (request, authorization)
    }

    var copied: String? { if case .tool(.copy(let text, _))? = effects.first { text } else { nil } }
    var edited: String? { if case .tool(.edit(let text))? = effects.first { text } else { nil } }
    var viewed: String? { if case .tool(.view(let text))? = effects.first { text } else { nil } }

    func picture(_ glyphs: Glyphs = .unicode) -> Surface {
        var frames = Frames(glyphs: glyphs)
        return frames.draw(model, size: model.size)
    }

    /// All that is on the screen.
    var text: String { picture().lines.joined(separator: "\n") }
}

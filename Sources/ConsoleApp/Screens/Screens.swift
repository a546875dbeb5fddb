import SessionCore

/// The screens, one of which is shown.
struct Screens: Sendable {
    @Indirect var session: SessionScreen
    @Indirect var client: ClientScreen
    @Indirect var flow = FlowScreen()
    @Indirect var tokens = TokensScreen()
    @Indirect var requests = RequestsScreen()
    @Indirect var lab = LabScreen()
    var shown = ScreenID.session

    init(_ context: ConsoleContext) {
        _client = Indirect(wrappedValue: ClientScreen(hasCommand: context.hasCommand, of: context.stage.counted))
        _session = Indirect(wrappedValue: SessionScreen(target: context.firstTarget))
        shown = context.stage.opening
        if shown == .lab { lab.focus = .provider }
    }

    /// The screen that is shown: it takes keys and clicks and is drawn.
    var current: any ShownScreen {
        get { self[shown] }
        _modify { yield &self[shown] }
    }

    /// A screen, which is changed in its place.
    subscript(id: ScreenID) -> any ShownScreen {
        get {
            switch id {
            case .session: session
            case .client: client
            case .flow: flow
            case .tokens: tokens
            case .requests: requests
            case .lab: lab
            }
        }
        _modify {
            switch id {
            case .session: yield &_session.screen
            case .client: yield &_client.screen
            case .flow: yield &_flow.screen
            case .tokens: yield &_tokens.screen
            case .requests: yield &_requests.screen
            case .lab: yield &_lab.screen
            }
        }
    }

    /// Tells every screen of an event, which the scene's history holds already.
    mutating func observe(_ event: SessionEvent, in scene: Scene) {
        for id in ScreenID.allCases { self[id].observe(event, in: scene) }
    }

    /// Tells every screen that the scene has a new status.
    mutating func adoptStatus(in scene: Scene) {
        for id in ScreenID.allCases { self[id].adoptStatus(in: scene) }
    }

    // MARK: - The request that two screens show

    /// Whether the chosen request of the screen of requests is the one that is sent.
    var sendsChosen: Bool { shown == .requests || session.request.chosen != nil }

    /// Lets the screen of requests work, on what was edited meanwhile where the main screen shows its request.
    mutating func lend<Result>(_ work: (inout RequestsScreen) -> Result) -> Result {
        guard shown != .requests, let chosen = session.request.chosen else { return work(&requests) }
        requests.request = chosen
        defer { share() }
        return work(&requests)
    }

    /// Puts the selected request on the main screen, too.
    private mutating func share() {
        session.request.chosen = requests.request.preview == nil ? nil : requests.request
        requests.isChosen = false
    }

    /// Shows another screen; what was chosen and edited on one stands on the other.
    mutating func show(_ screen: ScreenID) {
        if screen == .requests, shown != .requests, let chosen = session.request.chosen { requests.request = chosen }
        if shown == .requests, screen != .requests, requests.isChosen || session.request.chosen != nil { share() }
        shown = screen
    }

    /// Makes the preview on the main screen anew where it may have changed; answers whether its request has gone from
    /// the list, and the panel's own is shown again.
    mutating func settleChosen(in scene: Scene) -> Bool {
        guard shown != .requests, session.request.chosen != nil, requests.isToSettle(in: scene) else { return false }
        if requests.hasLostSelection {
            session.request.chosen = nil
            return true
        }
        lend { $0.settle(in: scene) }
        return false
    }

    /// Changes what shows the answer to a call: the main screen has those of both.
    mutating func changeResponses(of call: CallID, _ change: (inout ResponsePane) -> Void) {
        change(&session.response)
        if call.sender == .requests { change(&requests.response) }
    }

    /// Shows the answers to calls of the screen of requests on the main screen, too.
    mutating func follow(_ calls: [CallID]) {
        guard let first = calls.first, let running = requests.response.calls.running[first] else { return }
        session.response.calls.follow(calls, running)
        if shown == .session { session.bringResponse() }
    }

    /// The calls under way whose answers it shows: the main screen's, unless the requests' are shown.
    var runningCalls: [CallID] { response.calls.running.keys.sorted() }

    /// The answer that copying means.
    var response: ResponsePane { shown == .requests ? requests.response : session.response }
}

extension ScreenID {
    /// The screen's type, for what does not depend on its state.
    var type: any ShownScreen.Type {
        switch self {
        case .session: SessionScreen.self
        case .client: ClientScreen.self
        case .flow: FlowScreen.self
        case .tokens: TokensScreen.self
        case .requests: RequestsScreen.self
        case .lab: LabScreen.self
        }
    }
}

extension Indirect where Value: ShownScreen {
    /// The screen whatever its type; a change moves it out and back, so that nothing in it is copied.
    fileprivate var screen: any ShownScreen {
        get { wrappedValue }
        _modify {
            var screen: any ShownScreen = take()
            defer { if let screen = screen as? Value { put(screen) } }
            yield &screen
        }
    }
}

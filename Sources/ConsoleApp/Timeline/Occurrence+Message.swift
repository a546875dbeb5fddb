import FoundationEssentials
import SessionCore

extension Occurrence {
    /// What a recording keeps of a message, before the scene knows of it; `nil` for one that changes nothing but the
    /// surroundings of the screens.
    init?(_ message: Message, in scene: Scene) {
        switch message {
        case .session(.contextChanged(let context)): self = .context(context)
        case .session(.eventHappened(let event)): self = .event(event)
        case .session(.othersActed(let events)): self = .others(events)
        case .session(.statusChanged(let status)): self = .status(status)
        case .session(.tokensRead(let reading)): self = .tokens(reading)
        case .call(.responseArrived(let call, let result)): self = .answered(call, result)
        case .fault(.faultsChanged(let armed)):
            self = .faults(armed, ends: scene.faultEnds.filter { armed[$0.key] != nil })
        case .provider(.stateChanged(let state)): self = .provider(state)
        case .session(.clientsSeen(let change)): self = .clients(change)
        case .session, .call, .fault, .provider, .terminal, .signIn, .discovery, .requests, .tool, .proxy,
            .command:
            return nil
        }
    }

    /// What a recording keeps of an effect.
    init?(_ effect: Effect) {
        guard case .call(.send(let calls, let request, let authorization)) = effect else { return nil }
        self = .sent(calls, request, authorization)
    }

    /// The message that was received; `nil` for calls, which were sent by keys.
    package var message: Message? {
        switch self {
        case .context(let context): .session(.contextChanged(context))
        case .event(let event): .session(.eventHappened(event))
        case .others(let events): .session(.othersActed(events))
        case .status(let status): .session(.statusChanged(status))
        case .sent: nil
        case .answered(let call, let result): .call(.responseArrived(call, result))
        case .faults(let armed, _): .fault(.faultsChanged(armed: armed))
        case .tokens(let reading): .session(.tokensRead(reading))
        case .provider(let state): .provider(.stateChanged(state))
        case .clients(let change): .session(.clientsSeen(change))
        }
    }
}

extension Model {
    /// Goes through what happened at a moment again, without carrying anything out.
    mutating func replay(_ moment: Moment) {
        let offset = scene.time.secondsFromUTC
        _ = update(&self, .terminal(.ticked(moment.time, secondsFromUTC: offset)))
        if case .sent(let calls, let request, let authorization) = moment.occurrence {
            return recordSent(calls, request, authorization)
        }
        // By keys a fault is armed for a time.
        if case .faults(_, let ends) = moment.occurrence, ends != scene.faultEnds { scene.faultEnds = ends }
        guard let message = moment.occurrence.message else { return }
        layOutBodies(of: update(&self, message))
    }

    private mutating func recordSent(
        _ calls: [CallID], _ request: HTTPRequest, _ authorization: RequestAuthorization
    ) {
        let draft = RequestDraft(request, authorization, base: scene.context.api)
        let now = scene.now
        switch calls.first?.sender {
        case .session:
            if screens.session.response.calls.begin(calls, draft, at: now) { scene.expect(calls, request) }
            screens.session.request.show(draft)
        case .requests:
            if screens.requests.response.calls.begin(calls, draft, at: now) { scene.expect(calls, request) }
        case nil: break
        }
    }
}

extension RequestDraft {
    /// A request that was sent, as the panel would have it.
    fileprivate init(_ request: HTTPRequest, _ authorization: RequestAuthorization, base: URL?) {
        self.init()
        method = request.method
        let url = request.url.absoluteString
        var root = base?.absoluteString ?? ""
        while root.hasSuffix("/") { root.removeLast() }
        target = !root.isEmpty && url.hasPrefix(root + "/") ? String(url.dropFirst(root.count)) : url
        headers = request.headers.fields
        if case .bytes(let bytes) = request.body { body = String(decoding: bytes, as: UTF8.self) }
        self.authorization = authorization
    }
}

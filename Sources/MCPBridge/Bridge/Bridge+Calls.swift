import SessionHTTP

/// The host's calls and notifications on their way, and what the server sends by itself.
extension Bridge {
    private static let maximumFailures = 5
    private static let longestPause = Duration.seconds(60)
    /// An unanswered notification must not hold up what follows it.
    private static let patience = Duration.seconds(10)
    /// A stream that brings nothing for so long is asked for anew.
    private static let quiet = Duration.seconds(3600)

    // MARK: - Calls

    /// Sends a request, and answers it with an error where no response comes.
    func run(_ message: BridgedMessage, _ id: MessageID) async {
        if let joining { _ = await joining.value }
        if case .alone = footing, let fault = await join(insteadOf: session.id) {
            if fault.code == .session, let line = ownAnswer(to: message, because: fault.words) {
                if calls.close(id) { output.answer(line) }
                return
            }
            return finish(id, with: fault)
        }
        let (before, signIn) = (session.id, await manner.signIn())
        var end = await call(message, id)
        if case .forgotten(let fault) = end {
            // The server did not read it, and forgets sessions when it starts again.
            if let obstacle = await join(insteadOf: before) {
                end = .fault(obstacle.code == .session ? obstacle : fault)
            } else if let signIn, await manner.signIn() != signIn {
                end = .fault(MessageFault(.session, "Another session began meanwhile; call again."))
            } else {
                end = await call(message, id)
            }
        }
        switch end {
        case .answered: break
        case .fault(let fault), .forgotten(let fault): finish(id, with: fault)
        }
    }

    private enum CallEnding {
        case answered
        case fault(MessageFault)
        /// The server knows the session no longer.
        case forgotten(MessageFault)
    }

    private func call(_ message: BridgedMessage, _ id: MessageID) async -> CallEnding {
        let current = session.id
        let answer = BridgedAnswer(to: id, in: current) { [self] message, _ in passOn(message) }
        var request = post(message, session: current)
        request.bodyReceiver = answer.receiver
        var reply = await upstream(request)
        var (failures, count) = (0, 0)
        while true {
            let findings = answer.end(of: reply)
            guard !findings.hasResponse, calls.isOpen(id) else { return .answered }
            if let fault = findings.fault { return .fault(fault) }
            if case .answer(let response) = reply, response.status == 404, current != nil {
                return .forgotten(MessageFault(reply))
            }
            failures = findings.count > count ? 0 : failures + 1
            count = findings.count
            guard reply.mayGoOn, let event = findings.lastEventID, failures <= Self.maximumFailures, !isOver,
                (try? await clock.sleep(for: min(findings.retry ?? .seconds(1), Self.longestPause))) != nil
            else { return .fault(MessageFault(reply)) }
            var request = get(session: current, after: event)
            request.bodyReceiver = answer.receiver
            answer.beginAgain()
            reply = await upstream(request)
        }
    }

    // MARK: - Notifications and answers

    /// Passes on what has no response; without a session nobody is there for it.
    func forward(_ message: BridgedMessage) async {
        if let joining { _ = await joining.value }
        if case .alone = footing { return }
        await send(message)
    }

    /// Sends what has no response.
    func send(_ message: BridgedMessage) async {
        let isLast = message.kind == .notification(method: "notifications/initialized")
        var request = post(message, session: session.id)
        (request.timeout, request.maximumTime) = (Self.patience, Self.patience)
        let reply = await upstream(request)
        if case .answer(let response) = reply, response.isSuccess {
            if isLast { listen() }
        } else if !isOver {
            manner.tell("A message of the host's did not arrive. \(MessageFault(reply).words)")
        }
    }

    // MARK: - The server's own messages

    /// Receives what the server sends by itself, where it offers that.
    func listen() {
        listening?.cancel()
        guard !isOver else { return }
        listening = Task { [id = session.id] in await receive(in: id) }
    }

    private func receive(in id: String?) async {
        var event: String?
        var pause = Duration.seconds(1)
        while !Task.isCancelled {
            let answer = BridgedAnswer(to: nil, in: id) { [self] message, _ in passOn(message) }
            var request = get(session: id, after: event)
            request.timeout = Self.quiet
            request.bodyReceiver = answer.receiver
            let reply = await upstream(request)
            let findings = answer.end(of: reply)
            let mayBeMore = reply.isStream || findings.isStream || reply.isTemporary
            guard mayBeMore, findings.fault?.code != .busy else { return }
            event = findings.lastEventID ?? event
            pause = findings.count > 0 ? .seconds(1) : min(pause * 2, Self.longestPause)
            let wait = min(max(pause, findings.retry ?? .zero), Self.longestPause)
            guard (try? await clock.sleep(for: wait)) != nil else { return }
        }
    }
}

extension UpstreamReply {
    /// Whether a stream that ended so can be resumed.
    fileprivate var mayGoOn: Bool {
        switch self {
        case .answer(let response): response.isSuccess || StatusMeaning(response.status) == .temporary
        case .failed: true
        case .noSession, .changed, .refused, .cancelled: false
        }
    }

    /// Whether an event stream ended as it should; a receiver hears nothing of one that is empty.
    fileprivate var isStream: Bool {
        guard case .answer(let response) = self else { return false }
        return response.isSuccess && response.mediaType == "text/event-stream"
    }

    /// Whether the same request may succeed later.
    fileprivate var isTemporary: Bool {
        switch self {
        case .answer(let response): StatusMeaning(response.status) == .temporary && response.status != 501
        case .failed: true
        case .noSession, .changed, .refused, .cancelled: false
        }
    }
}

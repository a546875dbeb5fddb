import FoundationEssentials

/// The way from the protocol's endpoints to the network: every exchange becomes a ``SessionEvent``.
///
/// A channel belongs to one piece of work, a sign-in or a refresh; its events carry that work's generation and cause.
package struct Channel: Sendable {
    package let clock: any SessionClock
    package let randomness: any SessionRandomness
    private let transport: any HTTPTransport
    private let scope: EventScope

    package init(
        transport: any HTTPTransport, clock: any SessionClock, randomness: any SessionRandomness, scope: EventScope
    ) {
        self.transport = transport
        self.clock = clock
        self.randomness = randomness
        self.scope = scope
    }

    /// Sends one request and reports the exchange, whatever its end.
    ///
    /// Any answer is returned, errors' statuses included. Throws ``SessionError/transport(_:during:)`` where none came
    /// and ``SessionError/cancelled`` where the task was cancelled.
    package func send(
        _ request: HTTPRequest, for purpose: SessionError.Purpose
    ) async throws(SessionError) -> HTTPResponse {
        scope.journal.secrets.add(SecretsOnTheWire.of(request))
        let exchange = request.exchange ?? nextExchange()
        var request = request
        request.exchange = exchange
        request.isOfProtocol = true
        if scope.journal.isHeard,
            let start = ExchangeStart(request, exchange: exchange, for: purpose, scope.journal.secrets.scrubber)
        {
            scope.report(.exchangeStarted(start))
        }
        // The protocol's messages are small, and work waits for them: the whole of one has no more time than a silence.
        request.maximumTime = request.wholeTime(on: transport) ?? request.timeout ?? transport.timeLimit
        // A transport that is cancelled doesn't tell whether the answer had begun.
        let progress = HTTPProgress()
        if scope.timeLimit != nil { request.progress = progress }
        let sentAt = clock.now
        let start = clock.uptime
        let result: Result<HTTPResponse, TransportError>
        var timeLimit: Duration?
        do {
            if let flaw = Origin.flaw(of: request.url) { throw TransportError.invalidRequest(flaw) }
            let response = try await transport.send(request)
            try response.requireValidStatus()
            if purpose.handsOutSecrets { scope.journal.secrets.add(SecretsOnTheWire.of(response)) }
            result = .success(response)
        } catch {
            // The end of the work's time cancels it, too; that is a time-out.
            let isOver = scope.timeLimit?.isOver == true && TransportError(error) == .cancelled
            let timeOut = TransportError.timedOut(progress.receivedSize > 0 ? .receiving : .waiting)
            let failure = isOver ? timeOut : TransportError(error)
            timeLimit =
                isOver
                ? scope.timeLimit?.duration : request.limit(on: transport, behind: failure, after: clock.uptime - start)
            result = .failure(failure)
        }
        let refreshToken = scope.journal.takeRefreshToken(sentIn: exchange)
        let faults = scope.journal.takeFaults(of: exchange)
        scope.report(
            exchange: HTTPExchange(
                id: exchange, purpose: purpose, request: scope.request, sent: request, sentAt: sentAt,
                duration: clock.uptime - start, result: result, timeLimit: timeLimit, refreshToken: refreshToken,
                faults: faults, scrubber: scope.journal.secrets.scrubber))
        switch result {
        case .success(let response): return response
        case .failure(.cancelled): throw .cancelled
        case .failure(let error): throw .transport(error, during: purpose)
        }
    }

    /// The number of the next exchange, for one who asks for it by that number later.
    func nextExchange() -> Int { scope.journal.nextExchange() }

    /// The secrets that have been sent and received.
    var secrets: KnownSecrets { scope.journal.secrets }

    /// The error as it may be shown: without what a server echoes of secrets.
    func masked(_ error: OAuthError) -> OAuthError { error.mapTexts(secrets) }

    /// Adds an event of this work to the session's journal.
    package func report(_ kind: SessionEvent.Kind) {
        scope.report(kind)
    }
}

extension SessionError.Purpose {
    fileprivate var handsOutSecrets: Bool { [.token, .deviceAuthorization, .registration].contains(self) }
}

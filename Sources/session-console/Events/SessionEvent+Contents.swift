import SessionCore

extension SessionEvent {
    /// The event without the contents of messages: their fields, parameters and bodies, and claims about the user.
    ///
    /// A profile's event file is written without being asked for.
    var withoutContents: SessionEvent {
        let kind: Kind =
            switch self.kind {
            case .exchange(let exchange): .exchange(exchange.withoutContents)
            case .authorizationRequested(let message): .authorizationRequested(message.withoutContents)
            case .authorizationAnswered(let message): .authorizationAnswered(message.withoutContents)
            case .userInfoFetched(let info): .userInfoFetched(UserInfo(subject: info.subject, claims: []))
            case .idTokenRejected(let rejected): .idTokenRejected(rejected.withoutContents)
            default: self.kind
            }
        return SessionEvent(
            sequence: sequence, time: time, uptime: uptime, generation: generation, cause: cause, kind: kind)
    }
}

extension HTTPExchange {
    fileprivate var withoutContents: HTTPExchange {
        let outcome: Outcome =
            switch outcome {
            case .answered(let answer): .answered(answer.withoutContents)
            case .failed(let error): .failed(error.withoutContents)
            }
        return HTTPExchange(
            id: id, purpose: purpose, request: request, method: method, url: url, requestHeaders: [:],
            requestBody: nil, sentAt: sentAt, duration: duration, outcome: outcome, timeLimit: timeLimit,
            faults: faults, redirectedBy: redirectedBy, redirect: redirect)
    }
}

extension TransportError {
    fileprivate var withoutContents: TransportError {
        guard let part = partialAnswer else { return self }
        return after(
            PartialAnswer(
                part.answer.withoutContents, receivedSize: part.receivedSize, expectedSize: part.expectedSize))
    }
}

extension HTTPExchange.Answer {
    fileprivate var withoutContents: HTTPExchange.Answer {
        HTTPExchange.Answer(
            status: status, headers: [:], body: nil, bodySize: bodySize, version: version, timings: timings,
            connection: connection, redirects: redirects)
    }
}

extension AuthorizationMessage {
    fileprivate var withoutContents: AuthorizationMessage {
        AuthorizationMessage(url: url, parameters: parameters, error: error)
    }
}

extension RejectedIDToken {
    fileprivate var withoutContents: RejectedIDToken {
        RejectedIDToken(keeping: Secret(""), fingerprint: fingerprint, reason: reason)
    }
}

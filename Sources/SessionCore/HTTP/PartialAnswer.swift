/// What arrived of an answer that did not come whole.
public struct PartialAnswer: Sendable, Hashable {
    /// Its status, header and redirects; ``HTTPExchange/Answer/bodySize`` counts what arrived, after content decoding.
    public let answer: HTTPExchange.Answer
    /// How many bytes of the body arrived, before content decoding.
    public let receivedSize: Int
    /// How many there should have been, by `Content-Length`; `nil` where that is not known.
    public let expectedSize: Int?

    /// Creates what a transport has received.
    public init(_ answer: HTTPExchange.Answer, receivedSize: Int, expectedSize: Int?) {
        self.answer = answer
        self.receivedSize = receivedSize
        self.expectedSize = expectedSize
    }

    /// Whether the whole body arrived, and could not be decoded.
    package var hasWholeBody: Bool { expectedSize.map { receivedSize >= $0 } ?? false }

    /// How much of the body arrived: `120 of 500 bytes`, `120 bytes`.
    package var progress: String {
        expectedSize.map { "\(receivedSize) of \($0) bytes" }
            ?? (answer.bodySize == 1 ? "1 byte" : "\(answer.bodySize) bytes")
    }

    func scrubbed(by scrubber: Scrubber) -> PartialAnswer {
        var scrubbed = HTTPExchange.Answer(
            status: answer.status, headers: Redaction.headers(answer.headers, scrubber), body: nil,
            bodySize: answer.bodySize, version: answer.version, timings: answer.timings, connection: answer.connection,
            redirects: answer.redirects.compactMap { Redaction.redirect($0, scrubber) })
        scrubbed.reason = answer.reason.map { scrubber.text($0) }
        return PartialAnswer(scrubbed, receivedSize: receivedSize, expectedSize: expectedSize)
    }
}

extension TransportError {
    /// What arrived of the answer; `nil` where its header did not arrive.
    public var partialAnswer: PartialAnswer? {
        switch self {
        case .timedOut(_, let part), .brokenOff(_, let part), .tooLarge(_, let part), .redirectRefused(_, let part):
            part
        case .couldNotResolve, .couldNotConnect, .proxyRefused, .tls, .invalidRequest, .outOfResources, .notTaken,
            .cancelled:
            nil
        }
    }

    /// The error with another part of the answer, if it can have one.
    package func after(_ part: PartialAnswer?) -> TransportError {
        switch self {
        case .timedOut(let phase, _): .timedOut(phase, after: part)
        case .brokenOff(let reason, _): .brokenOff(reason, after: part)
        case .tooLarge(let limit, _): .tooLarge(limit: limit, after: part)
        case .redirectRefused(let reason, _): .redirectRefused(reason, after: part)
        case .couldNotResolve, .couldNotConnect, .proxyRefused, .tls, .invalidRequest, .outOfResources, .notTaken,
            .cancelled:
            self
        }
    }
}

extension SessionError {
    /// What arrived of the answer to the caller's own request; `nil` where it is not known.
    package var partialAnswer: PartialAnswer? {
        guard case .transport(let error, during: .request) = self else { return nil }
        return error.partialAnswer
    }
}

extension HTTPExchange {
    /// The answer, also one that did not come whole.
    package var beginning: Answer? {
        switch outcome {
        case .answered(let answer): answer
        case .failed(let error): error.partialAnswer?.answer
        }
    }
}

extension HTTPExchange.Answer {
    /// All of a response but its body.
    package init(of response: HTTPResponse) {
        self.init(
            status: response.status, headers: response.headers, body: nil,
            bodySize: response.body.count + response.receivedSize, version: response.version,
            timings: response.timings, connection: response.connection, redirects: response.redirects)
        reason = response.reason
    }
}

extension TransportError {
    /// The error with the redirects that led to where it happened.
    package func reached(by redirects: [HTTPRedirect]) -> TransportError {
        guard let part = partialAnswer, !redirects.isEmpty else { return self }
        let answer = part.answer
        var whole = HTTPExchange.Answer(
            status: answer.status, headers: answer.headers, body: nil, bodySize: answer.bodySize,
            version: answer.version, timings: answer.timings, connection: answer.connection, redirects: redirects)
        whole.reason = answer.reason
        return after(PartialAnswer(whole, receivedSize: part.receivedSize, expectedSize: part.expectedSize))
    }
}

extension HTTPResponse {
    /// The answer with the redirects that led to it.
    package func reached(by redirects: [HTTPRedirect]) -> HTTPResponse {
        guard !redirects.isEmpty else { return self }
        var response = self
        response.redirects = redirects + response.redirects
        return response
    }
}

/// What arrived of an answer that did not come whole.
public struct PartialAnswer: Sendable, Hashable {
    /// Its status, header and redirects; ``HTTPAnswer/bodySize`` counts what arrived, after content decoding.
    public let answer: HTTPAnswer
    /// How many bytes of the body arrived, before content decoding.
    public let receivedSize: Int
    /// How many there should have been, by `Content-Length`; `nil` where that is not known.
    public let expectedSize: Int?

    /// Creates what a transport has received.
    public init(_ answer: HTTPAnswer, receivedSize: Int, expectedSize: Int?) {
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
}

extension TransportError {
    /// What arrived of the answer; `nil` where its header did not arrive.
    public var partialAnswer: PartialAnswer? {
        switch self {
        case .timedOut(_, let part), .brokenOff(_, let part), .tooLarge(_, let part), .redirectRefused(_, let part):
            part
        case .couldNotResolve, .addressNotAllowed, .couldNotConnect, .proxyRefused, .tls, .invalidRequest,
            .outOfResources, .notTaken, .cancelled:
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
        case .couldNotResolve, .addressNotAllowed, .couldNotConnect, .proxyRefused, .tls, .invalidRequest,
            .outOfResources, .notTaken, .cancelled:
            self
        }
    }
}

extension TransportError {
    /// The error with the redirects that led to where it happened.
    package func reached(by redirects: [HTTPRedirect]) -> TransportError {
        guard let part = partialAnswer, !redirects.isEmpty else { return self }
        let answer = part.answer
        var whole = HTTPAnswer(
            status: answer.status, headers: answer.headers, body: nil, bodySize: answer.bodySize,
            version: answer.version, timings: answer.timings, connection: answer.connection, redirects: redirects)
        whole.reason = answer.reason
        return after(PartialAnswer(whole, receivedSize: part.receivedSize, expectedSize: part.expectedSize))
    }
}

extension HTTPResponse {
    /// The answer with the redirects that led to it.
    package func reached(by redirects: [HTTPRedirect]) -> HTTPResponse {
        var response = self
        response.redirects = redirects + response.redirects
        return response
    }
}

public import FoundationEssentials

/// One message to a server and its answer, as it may be shown: secrets are replaced by their fingerprints.
public struct HTTPExchange: Sendable, Hashable, Identifiable {
    /// Counts the exchanges of one ``Session``, in the order in which they began.
    public let id: Int
    /// The endpoint that was asked; ``SessionError/Purpose/request`` for a caller's own request.
    public let purpose: SessionError.Purpose
    /// The caller's request it is an attempt of.
    public let request: Int?
    /// The program that it was sent for; `nil` for the session's own.
    package let caller: Caller?
    /// The method that was sent; where the transport follows redirects by itself, that of the first hop.
    public let method: String
    /// The URL, of the first hop where the transport follows redirects by itself, without user information and
    /// fragment, secret parameters masked.
    public let url: String
    /// The fields as they were sent, in order; the values of secret ones are masked.
    public let requestHeaders: HTTPHeaders
    /// The form parameters or the text that was sent; long bodies are cut.
    public let requestBody: String?
    /// When the message was about to be sent, by the wall clock.
    public let sentAt: Date
    /// How long it took, by the monotonic clock.
    public let duration: Duration
    /// The answer, or why none came whole.
    public let outcome: Outcome
    /// The time limit that ran out; `nil` where none did, or it is not known.
    public let timeLimit: Duration?
    /// The ``InjectedFault/name`` of each fault that was injected into it on purpose.
    public let faults: [String]
    /// The redirect that led to it, secrets masked; `nil` for the first message of an attempt.
    public let redirectedBy: HTTPRedirect?
    /// The redirect that its answer asked for and that was followed, by a message of its own.
    public let redirect: HTTPRedirect?

    /// How it is known without having passed a watch, where it is a browser's: then nobody waits for an answer, and its
    /// outcome is `cancelled`.
    package let link: LinkSource?

    /// How an exchange ended: one outcome for each message sent, whatever the session made of it.
    public enum Outcome: Sendable, Hashable {
        /// A final answer came, whatever its status.
        case answered(Answer)
        /// No answer came, or not the whole of one; the error is free of secrets.
        case failed(TransportError)
    }

    /// Whether an API or userinfo answered 401; a demand for another DPoP proof (RFC 9449 §9) is no refusal.
    package var isUnauthorized: Bool {
        guard purpose == .request || purpose == .userInfo, case .answered(let answer) = outcome, answer.status == 401
        else { return false }
        return !AuthenticationChallenge.parse(answer.headers).contains(where: \.isAboutProof)
    }

    /// Why no answer came, or not the whole of one: `timed out (limit 30 s) while waiting for the answer`; `nil` where
    /// an answer came.
    package var failure: String? {
        if case .failed(let error) = outcome { link?.words ?? error.words(limit: timeLimit) } else { nil }
    }

    /// The answer to an exchange.
    public typealias Answer = HTTPAnswer

    /// Creates an exchange of parts that are free of secrets: nothing is masked here.
    package init(
        id: Int, purpose: SessionError.Purpose, request: Int?, method: String, url: String,
        requestHeaders: HTTPHeaders, requestBody: String?, sentAt: Date, duration: Duration, outcome: Outcome,
        timeLimit: Duration? = nil, faults: [String] = [], redirectedBy: HTTPRedirect? = nil,
        redirect: HTTPRedirect? = nil, caller: Caller? = nil, link: LinkSource? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.request = request
        self.method = method
        self.url = url
        self.requestHeaders = requestHeaders
        self.requestBody = requestBody
        self.sentAt = sentAt
        self.duration = duration
        self.outcome = outcome
        self.timeLimit = timeLimit
        self.faults = faults
        self.redirectedBy = redirectedBy
        self.redirect = redirect
        self.caller = caller
        self.link = link
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

import FoundationEssentials

/// A call on its way, with its present message: a redirect, or the demand for another proof, leads from one message to
/// the next.
///
/// It is an object, and what happens between two waits is called, not made part of the sending task: a task keeps each
/// large value that passes through it several times over, and there may be a thousand at once. With `@inline(never)`
/// the frames of a call take 11 kB, without it 20 kB.
final class Errand {
    var call: SessionCall
    /// The token that the present attempt begins with.
    var bearer: Bearer?

    /// The present message, with the caller's wish about redirects.
    var request: HTTPRequest
    /// The token that goes along with it; `nil` where none does, or none any more.
    private(set) var carried: Bearer?
    /// The redirect that led to it.
    private(set) var redirectedBy: HTTPRedirect?
    /// Whether it may be sent once more with another proof.
    private(set) var mayRepeat = false
    /// Whether it is the first of its attempt.
    private(set) var isFirst = true
    /// The redirects that were followed in this attempt.
    private(set) var policy: RedirectPolicy
    /// Who sends the messages in place of the session's transport.
    let carrier: (any RequestCarrier)?
    /// Where a redirect may take the token along.
    private let redirectRule: (@Sendable (URL) -> Bool)?
    /// When the attempt began, and the message, by ``SessionClock/uptime``.
    private(set) var began = Duration.zero
    var start = Duration.zero
    /// How long the messages of the attempt took, from when the transport began with each.
    private(set) var spent = Duration.zero
    var sentAt = Date.distantPast
    var exchange = 0

    init(_ call: SessionCall, by carrier: (any RequestCarrier)? = nil, redirectRule: (@Sendable (URL) -> Bool)? = nil) {
        (self.call, request, self.carrier, self.redirectRule) = (call, call.request, carrier, redirectRule)
        policy = RedirectPolicy(keepingAuthorizationAt: redirectRule)
    }

    /// Whether its body can be sent again.
    var canSendAgain: Bool { carrier?.canSendAgain ?? call.request.body.isReplayable }

    /// Begins an attempt: the same request, with the present token.
    func begin(at uptime: Duration) {
        call.facts.attempts += 1
        call.facts.token = bearer?.fingerprint
        (policy, began, isFirst) = (RedirectPolicy(keepingAuthorizationAt: redirectRule), uptime, true)
        spent = .zero
        carried = bearer
        // A copy of a request takes 400 instructions, and the first attempt's is there.
        if call.facts.attempts > 1 { (request, redirectedBy) = (call.request, nil) }
        mayRepeat = bearer != nil && request.body.isReplayable
    }

    /// Gives the present message its token.
    func carry(_ bearer: Bearer) { request.headers["Authorization"] = bearer.field.reveal() }

    /// Counts the time of a message that was answered.
    func spend(_ duration: Duration) { spent += duration }

    /// Goes on with the same message and another proof.
    func repeatMessage() { (mayRepeat, isFirst) = (false, false) }

    /// The message to where the answer redirects; `nil` where it does not, and throws where that is refused.
    func next(after answer: HTTPResponse, duration: Duration) throws(TransportError) -> HTTPRequest? {
        // The policy gets a copy of the request, 400 instructions: most answers lead nowhere.
        guard RedirectPolicy.isRedirect(answer.status) else { return nil }
        return try policy.request(following: request, answer, duration: duration)
    }

    /// Goes on with that message.
    func follow(to next: HTTPRequest) {
        // To another origin goes no token; nor does it come back where another redirect leads home again.
        if next.headers["Authorization"] == nil { carried = nil }
        (request, redirectedBy, isFirst) = (next, policy.followed.last, false)
        mayRepeat = carried != nil && next.body.isReplayable
    }
}

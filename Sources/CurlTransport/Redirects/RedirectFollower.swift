import SessionHTTP

/// A request on its way over the redirects that it follows.
///
/// It is an object, because a task keeps each large value that passes through it several times over, and there may be a
/// thousand at once.
final class RedirectFollower {
    /// The next one.
    private(set) var hop: Hop
    /// How much is left of the time for the whole; `nil` where it may take any time.
    private var timeLeft: Duration?
    private var policy = RedirectPolicy()
    private let makeHop: (HTTPRequest, Duration?) throws(TransportError) -> Hop

    init(
        _ request: HTTPRequest, timeLeft: Duration?,
        makeHop: @escaping (HTTPRequest, _ timeLeft: Duration?) throws(TransportError) -> Hop
    ) throws(TransportError) {
        hop = try makeHop(request, timeLeft)
        (self.timeLeft, self.makeHop) = (timeLeft, makeHop)
    }

    /// Takes the answer of a hop; `nil` where it leads on to the next.
    func take(_ answer: Hop.Answer) throws(TransportError) -> HTTPResponse? {
        do throws(TransportError) {
            let reception = try answer.get()
            let response = reception.response(from: hop.request.url)
            // The policy gets copies of both, a thousand instructions: most answers lead nowhere.
            guard RedirectPolicy.isRedirect(response.status),
                let next = try policy.request(
                    following: hop.request, response, duration: response.timings?.total)
            else { return policy.followed.isEmpty ? response : response.reached(by: policy.followed) }
            // A hop may end after the time, where the clock has jumped; each would have that respite.
            if let before = timeLeft {
                let left = before - reception.began.duration(to: .now)
                guard left > .zero else { throw .timedOut(.waiting) }
                timeLeft = left
            }
            hop = try makeHop(next, timeLeft)
            return nil
        } catch {
            throw error.reached(by: policy.followed)
        }
    }
}

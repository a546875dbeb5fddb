import SessionHTTP

/// A request on its way over the redirects that it follows.
///
/// It is an object, because a task keeps each large value that passes through it several times over, and there may be a
/// thousand at once.
final class RedirectFollower {
    /// The request of the next hop.
    private(set) var request: HTTPRequest
    /// How much is left of the time for the whole; `nil` where it may take any time.
    private(set) var timeLeft: Duration?
    private var policy = RedirectPolicy()

    init(_ request: HTTPRequest, timeLeft: Duration?) {
        (self.request, self.timeLeft) = (request, timeLeft)
    }

    /// Takes the answer of a hop; `nil` where it leads on to the next.
    func take(_ answer: Hop.Answer) throws(TransportError) -> HTTPResponse? {
        do throws(TransportError) {
            let reception = try answer.get()
            let response = reception.response(to: request)
            guard let next = try policy.request(following: request, response, duration: response.timings?.total) else {
                return response.reached(by: policy.followed)
            }
            // A hop may end after the time, where the clock has jumped; each would have that respite.
            if let before = timeLeft {
                let left = before - reception.began.duration(to: .now)
                guard left > .zero else { throw .timedOut(.waiting) }
                timeLeft = left
            }
            request = next
            return nil
        } catch {
            throw error.reached(by: policy.followed)
        }
    }
}

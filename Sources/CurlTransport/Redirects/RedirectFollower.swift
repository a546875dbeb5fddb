import SessionHTTP

/// A request on its way over the redirects that it follows.
///
/// It is an object, because a task keeps each large value that passes through it several times over, and there may be a
/// thousand at once.
final class RedirectFollower {
    /// The request of the next hop.
    private(set) var request: HTTPRequest
    /// When the whole must be over; `nil` where it may take any time.
    let deadline: ContinuousClock.Instant?
    private var policy = RedirectPolicy()

    init(_ request: HTTPRequest, deadline: ContinuousClock.Instant?) {
        (self.request, self.deadline) = (request, deadline)
    }

    /// Takes the answer of a hop; `nil` where it leads on to the next.
    func take(_ answer: Hop.Answer) throws(TransportError) -> HTTPResponse? {
        do throws(TransportError) {
            let response = try answer.get().response(to: request)
            guard let next = try policy.request(following: request, response, duration: response.timings?.total) else {
                return response.reached(by: policy.followed)
            }
            // A hop may end after the time, where the clock has jumped; each would have that respite.
            if let deadline, ContinuousClock.now >= deadline { throw .timedOut(.waiting) }
            request = next
            return nil
        } catch {
            throw error.reached(by: policy.followed)
        }
    }
}

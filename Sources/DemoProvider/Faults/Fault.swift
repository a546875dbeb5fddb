extension DemoProvider {
    /// How an endpoint misbehaves on demand.
    package enum Fault: Sendable, Hashable {
        /// Answers correctly, but later.
        case slow(Duration)
        /// Never answers.
        case hang
        /// Closes the connection without an answer.
        case drop
        /// Answers 200 with text that is not JSON.
        case malformed
        /// Answers 200 with a page, as a site does that answers every path.
        case html
        /// Answers 200 with a body that never ends.
        case endless
        /// Answers this status, with a `Retry-After` and a body if given; `retryAtDate` tells it as a date.
        case status(Int, retryAfter: Duration? = nil, retryAtDate: Bool = false, body: String? = nil)
        /// Answers in these words.
        case answer(Int, [String: String], body: String)
    }

    /// When a fault strikes: before the request is read, or after it had its effect, so that only the answer is lost.
    package enum FaultTiming: String, Sendable, Hashable {
        case before
        case after
    }

    /// The requests that a fault applies to.
    package enum FaultTarget: Sendable, Hashable {
        case endpoint(Endpoint)
        /// Any path of the protected API.
        case api
        /// One path of the protected API, such as `/orders`.
        case path(String)

        /// Reads an endpoint's name, `api`, or a path.
        package init?(_ name: String) {
            if name == "api" {
                self = .api
            } else if let endpoint = Endpoint(rawValue: name) {
                self = .endpoint(endpoint)
            } else if name.hasPrefix("/") {
                self = .path(name)
            } else {
                return nil
            }
        }
    }
}

import Addresses
package import FoundationEssentials
package import SessionCore

/// A call as the history keeps it: without secrets, and without bodies unless these were asked for.
package struct SentCall: Sendable {
    package var time: Date
    package var method: String
    package var url: String
    package var headers: [HTTPHeaders.Field]
    package var authorization: RequestAuthorization
    /// How many times it was sent at once.
    package var count: Int
    package var bodySize: Int
    /// `nil` where there was none, and where it is not kept.
    package var body: String?
    package var outcome: Outcome
    package var duration: Duration?
    package var responseBody: String?
    /// Whether URL and headers are kept as they were.
    package var isWhole: Bool
    /// The request itself, of a call of this run.
    package var original: HTTPRequest?

    package enum Outcome: Sendable, Hashable {
        case answered(Int)
        case failed(String)
    }

    package init(
        time: Date, method: String, url: String, headers: [HTTPHeaders.Field] = [],
        authorization: RequestAuthorization, count: Int = 1, bodySize: Int = 0, body: String? = nil, outcome: Outcome,
        duration: Duration? = nil, responseBody: String? = nil, isWhole: Bool = true, original: HTTPRequest? = nil
    ) {
        self.time = time
        self.method = method
        self.url = url
        self.headers = headers
        self.authorization = authorization
        self.count = count
        self.bodySize = bodySize
        self.body = body
        self.outcome = outcome
        self.duration = duration
        self.responseBody = responseBody
        self.isWhole = isWhole
        self.original = original
    }

    /// Tells calls apart that were read more than once.
    struct ID: Hashable, Sendable {
        let time: Date
        let method: String
        let url: String
    }

    var id: ID { ID(time: time, method: method, url: url) }

    /// `200`, `failed`.
    var status: String {
        switch outcome {
        case .answered(let status): "\(status)"
        case .failed: "failed"
        }
    }

    var isGood: Bool { if case .answered(let status) = outcome { status < 400 } else { false } }

    /// The request to send it again; throws why that can't be done.
    func request() throws(Incomplete) -> HTTPRequest {
        if let original { return original }
        guard isWhole else { throw Incomplete(reason: "one of its secrets is not kept") }
        guard bodySize == 0 || body != nil else { throw Incomplete(reason: "its body is not kept") }
        guard let url = URL(given: url) else { throw Incomplete(reason: "its URL is not kept") }
        return HTTPRequest(
            method: method, url: url, headers: HTTPHeaders(headers), body: body.map { .text($0) } ?? .none)
    }

    struct Incomplete: Error { let reason: String }
}

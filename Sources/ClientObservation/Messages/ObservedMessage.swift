package import FoundationEssentials
package import SessionCore
package import SessionHTTP

/// A request as it was seen on its way from a program to a server, with the secrets in it.
package struct ObservedRequest: Sendable {
    package var method: String
    package var url: URL
    package var headers: HTTPHeaders
    /// The body after content decoding, as far as it was kept.
    package var body: [UInt8]
    /// When its head had come.
    package var begin: Date
    /// `nil` where the sender is not known.
    package var caller: Caller?
    /// How it is known, where it is a browser's and has not passed the watch: its answer never comes.
    package var link: LinkSource?

    package init(
        method: String, url: URL, headers: HTTPHeaders = [:], body: [UInt8] = [], begin: Date, caller: Caller? = nil,
        link: LinkSource? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.begin = begin
        self.caller = caller
        self.link = link
    }
}

extension HTTPRequest {
    package init(_ observed: ObservedRequest) {
        self.init(
            method: observed.method, url: observed.url, headers: observed.headers,
            body: observed.body.isEmpty ? .none : .bytes(observed.body))
    }
}

/// How a request ended, as far as the client can know.
package enum ObservedOutcome: Sendable {
    /// A whole answer came.
    case answered(ObservedAnswer)
    /// None came, or not the whole of one: a time-out, a broken connection.
    case failed
}

/// An answer as it was seen, with the secrets in it.
package struct ObservedAnswer: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    /// The body after content decoding, as far as it was kept.
    package var body: [UInt8]
    /// Whether it is not the server's own: a fault was injected.
    package var isInjected = false

    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A request with its end.
package struct ObservedMessage: Sendable {
    package var request: ObservedRequest
    package var outcome: ObservedOutcome
    /// When the last byte of the answer had come, or it was certain that none comes.
    package var end: Date

    package init(_ request: ObservedRequest, _ outcome: ObservedOutcome, end: Date) {
        self.request = request
        self.outcome = outcome
        self.end = max(end, request.begin)
    }
}

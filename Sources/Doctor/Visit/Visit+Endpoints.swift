import FoundationEssentials
import SessionCore

extension Visit {
    /// How an endpoint answers a message of which nothing is known there: it should refuse.
    ///
    /// `absent` is the verdict on an endpoint that is not offered; `nil` says nothing then. What is neither a refusal
    /// nor a failure, a success, is for `accepted`.
    mutating func refusal(
        by endpoint: ProviderEndpoint, of probe: (URL) -> Probe, absent: CheckVerdict? = nil,
        accepted: (HTTPResponse) -> Sight
    ) async -> Sight? {
        guard await metadata() != nil else { return nil }
        guard let address = await address(of: endpoint) else { return absent.map { Sight($0, "not offered") } }
        attempts = []
        switch address {
        case .failure: return .unknown("not asked: see its address")
        case .success(let url): return Self.refusal(await ask(probe(url)), accepted: accepted)
        }
    }

    /// What the answer to a message that was sent shows.
    static func refusal(_ reply: Reply, accepted: (HTTPResponse) -> Sight) -> Sight {
        switch reply {
        case .failed(.unreachable(let error)): return .fault("no answer: \(error)")
        case .failed(let finding): return .unknown("not asked: \(finding)")
        case .answered(let response, _):
            switch response.status {
            case 408, 429: return .unknown("it answers \(response.status): try again later")
            case 404, 405, 410, 500...: return .fault("it answers \(response.status)")
            case 300..<400: return .fault("it redirects a POST (\(response.status))")
            case 400..<500: return .sound(response.inWords)
            default: return accepted(response)
            }
        }
    }

    /// How an endpoint for browsers answers: by a page, or a redirect to one.
    mutating func page(_ probe: Probe) async -> Sight {
        attempts = []
        let reply = await ask(probe)
        if let status = reply.response?.status, (300..<400).contains(status) { return .sound("\(status)") }
        return Self.refusal(reply) { .sound("\($0.status)") }
    }
}

extension HTTPResponse {
    /// The status, with the OAuth error of the body.
    var inWords: String { oauthError.map { "\(status) \(Shown.cut($0.code, to: 80))" } ?? "\(status)" }

    /// The refusal of a token: what its challenge says, or what the body says in its place (RFC 6750 §3).
    var refusalInWords: String {
        if let error = AuthenticationChallenge.token(in: headers)?.error {
            return "\(status) \(Shown.cut(error, to: 80))"
        }
        guard let error = oauthError else {
            guard !AuthenticationChallenge.hasMalformed(in: headers) else {
                return "\(status), whose challenge does not fit the grammar"
            }
            return status == 401 ? "401 without an error" : inWords
        }
        return "\(status), with \(Shown.cut(error.code, to: 80)) in its body alone"
    }

    /// The authentication schemes that it asks for.
    var schemes: [String] { AuthenticationChallenge.parse(headers).map(\.scheme) }
}

import Addresses
import FoundationEssentials
import SessionCore

/// A message that a check sends; the same one is sent once in a visit.
struct Probe: Sendable, Hashable {
    let method: String
    let url: URL
    var headers: HTTPHeaders
    var body: String?
    /// Whether redirects are followed, within bounds.
    var followsRedirects = false
    let purpose: SessionError.Purpose

    /// A document.
    static func document(_ url: URL, for purpose: SessionError.Purpose) -> Probe {
        Probe(
            method: "GET", url: url, headers: ["Accept": "application/json"], followsRedirects: true, purpose: purpose)
    }

    /// A form as a client sends it; what is in it is made up.
    static func form(_ url: URL, _ parameters: FormParameters, for purpose: SessionError.Purpose) -> Probe {
        Probe(
            method: "POST", url: url,
            headers: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
            body: parameters.encoded, purpose: purpose)
    }

    /// A refresh, as a client does it.
    static func refresh(_ url: URL) -> Probe {
        form(
            url, ["grant_type": "refresh_token", "refresh_token": madeUpToken, "client_id": madeUpClient], for: .token)
    }

    /// The request of a sign-in, as a browser brings it or a client pushes it.
    static let authorization: FormParameters = [
        "response_type": "code", "client_id": madeUpClient, "redirect_uri": "http://127.0.0.1/callback",
        "scope": "openid", "state": madeUpToken, "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        "code_challenge_method": "S256",
    ]

    /// JSON, but no metadata: nothing can be registered from it, whatever a server lets clients leave out.
    static func registration(_ url: URL) -> Probe {
        Probe(
            method: "POST", url: url, headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: "[]", purpose: .registration)
    }

    /// The probe of a page that is asked with those parameters.
    static func page(_ url: URL, _ parameters: FormParameters = [:], for purpose: SessionError.Purpose) -> Probe {
        let separator = parameters.items.isEmpty ? "" : url.query == nil ? "?" : "&"
        let whole = URL(given: url.absoluteString.prefix { $0 != "#" } + separator + parameters.query)
        return Probe(method: "GET", url: whole ?? url, headers: ["Accept": "text/html"], purpose: purpose)
    }

    /// The probe with a token that is made up: it says so itself, and nobody has issued it.
    var withMadeUpToken: Probe {
        var probe = self
        probe.headers["Authorization"] = "Bearer \(Self.madeUpToken)"
        return probe
    }

    /// The probe with the made-up token where none belongs.
    var withMadeUpTokenInQuery: Probe? { withTokenInQuery(Self.madeUpToken) }

    /// The probe with a token where none belongs.
    func withTokenInQuery(_ token: String) -> Probe? {
        let separator = url.query == nil ? "?" : "&"
        let text = url.absoluteString.prefix { $0 != "#" }
        guard let url = URL(given: "\(text)\(separator)access_token=\(token)") else { return nil }
        return Probe(
            method: method, url: url, headers: headers, body: body, followsRedirects: followsRedirects,
            purpose: purpose)
    }

    /// The origin of nobody's page.
    static let stranger = "https://stranger.example"
    static let madeUpToken = "made-up-by-session-console-doctor"
    /// Nobody has registered it.
    static let madeUpClient = "session-console-doctor"

    var request: HTTPRequest {
        HTTPRequest(
            method: method, url: url, headers: headers, body: body.map { .text($0) } ?? .none,
            redirects: followsRedirects ? .follow : .doNotFollow)
    }
}

extension Probe {
    /// What the resource was asked; a redirect on the way is followed as it was then.
    init(_ question: ResourceQuestion) {
        self.init(
            method: question.method, url: question.url, headers: question.headers, body: question.body,
            followsRedirects: true, purpose: .request)
    }
}

/// What came of a message.
enum Reply: Sendable {
    /// The answer, with this machine's time when it came.
    case answered(HTTPResponse, at: Date)
    case failed(DiscoveryFinding)

    var response: HTTPResponse? {
        if case .answered(let response, _) = self { response } else { nil }
    }
}

import Addresses
package import FoundationEssentials
import SessionCore
import SessionHTTP

// What a single message says by itself, where nothing else of its host is known.

extension ObservedRequest {
    /// Whether it is a message of the protocol, or carries a token.
    package var isAboutSession: Bool {
        var providers = ObservedProviders()
        guard let sighting = RequestReader(self)?.sighting(0, &providers, use: { _ in nil }) else { return false }
        if sighting.bearer != nil || hasTokenOfGitHub || sighting.strays.contains(where: \.isNamed) { return true }
        switch sighting.kind {
        // Many documents are well-known: the answer says what this one is.
        case .call, .metadata: return false
        default: return true
        }
    }

    /// GitHub's scheme, by whose word alone no token is known.
    private var hasTokenOfGitHub: Bool {
        headers["Authorization"].map { $0.lowercased().hasPrefix("token ") } ?? false
    }

    /// Whether a browser sends it for a link to an authorization endpoint, however it writes the link.
    package func isSent(for link: URL) -> Bool {
        method == "GET" && URLPlace.text(url) == URLPlace.text(link) && query == Self.query(link)
    }

    /// Whether it brings the answer to a link's authorization request (RFC 6749 §4.1.2), to where the request says,
    /// or where it doesn't, to this machine, unless the provider is there itself: its pages take codes, too.
    package func answers(_ link: URL) -> Bool {
        var providers = ObservedProviders()
        guard let sighting = RequestReader(self)?.sighting(0, &providers, use: { _ in .access }),
            case .redirect = sighting.kind
        else { return false }
        guard let redirect = Self.query(link)["redirect_uri"].flatMap({ URL(given: $0) }) else {
            return Origin(url)?.isLoopback == true && Origin(url) != Origin(link)
        }
        return URLPlace.text(url) == URLPlace.text(redirect)
    }

    /// Without what a form has besides an authorization response.
    package var withResponseAlone: ObservedRequest {
        guard !body.isEmpty else { return self }
        var copy = self
        let items = FormParameters(decoding: body).items.filter { Self.responseMembers.contains($0.name) }
        copy.body = Array(FormParameters(items).encoded.utf8)
        return copy
    }

    /// RFC 6749 §4.1.2, RFC 9207 §2, OAuth 2.0 Multiple Response Types §5, OpenID Connect Session Management §2.
    private static let responseMembers: Set = [
        "code", "state", "iss", "error", "error_description", "error_uri", "id_token", "access_token", "token_type",
        "expires_in", "scope", "session_state",
    ]

    private var query: FormParameters { Self.query(url) }

    private static func query(_ url: URL) -> FormParameters {
        url.query(percentEncoded: true).map { FormParameters(decoding: $0) } ?? [:]
    }
}

extension ObservedAnswer {
    /// Whether it has a provider's metadata or tokens, or asks for a token.
    package var isAboutSession: Bool {
        if status == 401, AuthenticationChallenge.token(in: headers) != nil { return true }
        let reader = AnswerReader(self, base: "")
        if reader.metadata != nil { return true }
        let tokens = reader.facts(of: .token(.init(grant: .other)), end: .distantPast).tokens
        return tokens.map { $0.access != nil || $0.refresh != nil || $0.id != nil } ?? false
    }
}

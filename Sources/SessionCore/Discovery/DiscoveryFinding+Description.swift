import FoundationEssentials

extension DiscoveryFinding: CustomStringConvertible {
    /// What was found, in some cases with what follows from it: a clause without a full stop.
    public var description: String {
        switch self {
        case .challenged(let schemes): "it asks for a token (\(Self.list(schemes)))"
        case .needsNoToken: "it answers without a token, so none is needed"
        case .noDemand(let status):
            "it answers \(status) and asks for no token, though an issuer is known: it may protect some methods only"
        case .challengedBy(let status): "it asks for a token with \(status) instead of 401"
        case .noChallenge(let status):
            "it answers \(status) without a challenge, so clients can't know what it wants"
        case .noTokenChallenge(let schemes): "its challenge is of \(Self.list(schemes)), not of Bearer or DPoP"
        case .moved(let url): "it redirects to \(Shown.cut(url)), which counts as the resource"
        case .published: "valid"
        case .nothingPublished: "none of its addresses has a document"
        case .deadPointer(let url): "the challenge names \(Shown.cut(url)), where nothing is; found at another address"
        case .noDocument(let found): found
        case .memberMissing(let name): "\(name) is missing or malformed"
        case .otherResource(let found, let asked):
            "it is about \(Shown.cut(found)), not about \(Shown.cut(asked))"
        case .parentResource(let found, let asked):
            "it is about \(Shown.cut(found)), not about \(Shown.cut(asked)): the MCP SDKs accept that, strict "
                + "clients don't"
        case .noHeaderMethod(let methods):
            "it takes tokens only by \(Self.list(methods)); this client sends them in the Authorization field"
        case .otherIssuer(let found, let expected):
            "its issuer is \(Shown.cut(found)), not exactly \(Shown.cut(expected))"
                + Self.slash(between: found, expected)
        case .noS256(let methods): "it lists PKCE with \(Self.list(methods)), not with S256"
        case .unlistedPKCE:
            "it does not list PKCE with S256: the MCP specification has clients stop here; this one sends it"
        case .noCode(let names): "it lists \(Self.list(names)), but no authorization code"
        case .issuer(let issuer): Shown.cut(issuer)
        case .issuerOfOrigin(let issuer):
            "\(Shown.cut(issuer)), which is the resource's own origin: it publishes nothing else"
        case .severalIssuers(let issuers): "it accepts tokens of \(Self.list(issuers)): choose one"
        case .noIssuer: "the resource's metadata names none"
        case .unexpectedIssuer(let found, let expected):
            "the resource names \(Self.list(found)), not the expected \(Shown.cut(expected))"
                + (found.count == 1 ? Self.slash(between: found[0], expected) : "")
        case .givenClient(let id): "\(Shown.cut(id)), as given"
        case .keptClient(let id): "\(Shown.cut(id)), registered here before"
        case .publishedClient(let url): "\(Shown.cut(url)), where its metadata is"
        case .registeredClient(let id): "registered as \(Shown.cut(id))"
        case .secretGiven(let id): "registered as \(Shown.cut(id)), with a secret that was not asked for"
        case .secretEnding(let id, let end):
            "registered as \(Shown.cut(id)), with a secret that ends at \(end.formatted(.iso8601))"
        case .noRegistration: "the server registers no clients itself: one must be registered there by hand"
        case .registrationRefused(let error): "the server refused to register a client: \(error)"
        case .registrationClosed(let status, nil):
            "the server answers \(status): it requires an initial access token to register a client"
        case .registrationClosed(let status, let error?):
            "the server answers \(status), \(error): it may require an initial access token to register a client"
        case .registrationBarred(let status):
            "it answers \(status) without an OAuth error: whether the server registers clients is not known"
        case .otherRedirect(let uris): "it was registered for \(Self.list(uris)), not for the redirect asked for"
        case .otherAuthentication(let method): "it was registered to authenticate by \(Shown.cut(method))"
        case .signedIn: "signed in"
        case .called(let status):
            "answered \(status)"
                + (StatusMeaning(status) == .refusal && ![401, 403].contains(status)
                    ? ", which is not about the token" : "")
        case .failed(let error): error.description
        case .missing(let status): "it answers \(status): not found"
        case .unavailable(let status): "it answers \(status): unavailable now"
        case .refused(let status): "it answers \(status)"
        case .unreachable(let error): error.description
        case .badAddress(let name, let text, let flaw): "\(name) is \(Shown.cut(text)), \(flaw)"
        case .cancelled: "cancelled"
        }
    }

    /// Says that two issuers are alike but for a slash at the end; nothing of others.
    private static func slash(between one: String, _ other: String) -> String {
        one.isSame(butForSlash: other) ? ": they differ by the slash at the end alone" : ""
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(4).map { Shown.cut($0, to: 256) } + (texts.count > 4 ? ["…"] : [])
        return shown.isEmpty ? "nothing" : shown.joined(separator: ", ")
    }
}

extension AddressFlaw: CustomStringConvertible {
    /// Why the address is not contacted: the rest of a sentence about it.
    public var description: String {
        switch self {
        case .notHTTP: "no absolute http or https URL"
        case .hasUser: "with a user name, which would be taken for the host"
        case .hasFragment: "with a fragment or a query"
        case .insecure: "plain http, but https is required"
        case .ofNetwork(let kind): "an address \(kind), which this resource must not name"
        case .otherOrigin: "of another origin: name that URL yourself if it is right"
        }
    }
}

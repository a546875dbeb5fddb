import FoundationEssentials

extension DiscoveryFinding: CustomStringConvertible {
    /// What was found, and where it helps what follows from it: a clause without a full stop.
    public var description: String {
        switch self {
        case .challenged(let schemes): "it asks for a token (\(Self.list(schemes)))"
        case .open: "it answers without a token: none is needed"
        case .challengedBy(let status): "it asks for a token by \(status), where 401 is due"
        case .noChallenge(let status):
            "it answers \(status) without a challenge, so that clients can't know what it wants"
        case .noTokenChallenge(let schemes): "its challenge is of \(Self.list(schemes)), not of Bearer or DPoP"
        case .moved(let url): "it leads to \(Shown.cut(url)), which is taken for the resource"
        case .published: "it is there and right"
        case .nothingPublished: "none of the places has a document"
        case .deadPointer(let url): "nothing is at \(Shown.cut(url)), which the challenge names; another place has it"
        case .noDocument(let found): found
        case .memberMissing(let name): "\(name) is missing, or of another form"
        case .otherResource(let found, let asked):
            "it is about \(Shown.cut(found)), not about \(Shown.cut(asked)), and may not be used"
        case .parentResource(let found, let asked):
            "it is about \(Shown.cut(found)), not about \(Shown.cut(asked)): the MCP SDKs take it, strict clients don't"
        case .noHeaderMethod(let methods):
            "it takes tokens by \(Self.list(methods)) only, and this client sends them in the Authorization field"
        case .otherIssuer(let found, let expected):
            "its issuer is \(Shown.cut(found)), not \(Shown.cut(expected)), character by character"
        case .noS256(let methods): "it lists PKCE with \(Self.list(methods)), not with S256"
        case .unlistedPKCE: "it does not list PKCE with S256, which is sent all the same: MCP clients stop here"
        case .noCode(let names): "it lists \(Self.list(names)), and no authorization code"
        case .issuer(let issuer): Shown.cut(issuer)
        case .severalIssuers(let issuers): "it takes tokens of \(Self.list(issuers)): choose one"
        case .noIssuer: "the resource's metadata names none"
        case .unexpectedIssuer(let found, let expected):
            "the resource names \(Self.list(found)), and \(Shown.cut(expected)) is expected"
        case .givenClient(let id): "\(Shown.cut(id)), as given"
        case .keptClient(let id): "\(Shown.cut(id)), registered here before"
        case .publishedClient(let url): "\(Shown.cut(url)), where its metadata is"
        case .registeredClient(let id): "registered as \(Shown.cut(id))"
        case .secretGiven(let id): "registered as \(Shown.cut(id)), with a secret that was not asked for"
        case .secretEnding(let id, let end):
            "registered as \(Shown.cut(id)), with a secret that ends at \(end.formatted(.iso8601))"
        case .noRegistration: "the server registers none by itself: one must be registered there, and named"
        case .registrationRefused(let error): "the server refuses to register one: \(error)"
        case .registrationClosed(let status):
            "the server answers \(status): it registers clients with an initial access token only"
        case .otherRedirect(let uris): "it was registered for \(Self.list(uris)), not for the redirect asked for"
        case .otherAuthentication(let method): "it was registered to authenticate by \(Shown.cut(method))"
        case .signedIn: "signed in"
        case .called(let status): "answered \(status)"
        case .missing(let status): "it answers \(status): nothing is there"
        case .unavailable(let status): "it answers \(status): it can't answer now"
        case .refused(let status): "it answers \(status)"
        case .unreachable(let error): error.description
        case .badAddress(let name, let text, let flaw): "\(name) is \(Shown.cut(text)), \(flaw)"
        case .cancelled: "cancelled"
        }
    }

    private static func list(_ texts: [String]) -> String {
        let shown = texts.prefix(4).map { Shown.cut($0, to: 256) } + (texts.count > 4 ? ["…"] : [])
        return shown.isEmpty ? "nothing" : shown.joined(separator: ", ")
    }
}

extension AddressFlaw: CustomStringConvertible {
    /// Why it is not gone to: the rest of a sentence about an address.
    public var description: String {
        switch self {
        case .notHTTP: "no absolute http or https URL"
        case .hasUser: "with a user name, which would be taken for the host"
        case .hasFragment: "with a fragment or a query"
        case .insecure: "plain http, where https is needed"
        case .ofNetwork(let kind): "an address \(kind), where this resource may not lead"
        case .otherOrigin: "of another origin: name that URL yourself if it is right"
        }
    }
}

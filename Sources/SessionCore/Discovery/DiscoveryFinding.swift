public import FoundationEssentials

/// What a step of the discovery found; ``description`` puts it in a sentence.
public enum DiscoveryFinding: Error, Sendable, Hashable {
    // MARK: The resource

    /// The resource asks for a token of these schemes.
    case challenged(schemes: [String])
    /// The resource answered without a token: it needs none.
    case needsNoToken
    /// The resource asked for no token, though an issuer is known: servers protect, or answer, some methods only.
    case noDemand(status: Int)
    /// The resource asks for a token with a status other than 401.
    case challengedBy(status: Int)
    /// The answer has no challenge.
    case noChallenge(status: Int)
    /// No challenge of the resource is of scheme `Bearer` or `DPoP`.
    case noTokenChallenge(schemes: [String])
    /// The URL redirects to another one of its origin, which counts as the resource from then on.
    case moved(to: String)

    // MARK: Documents

    /// The document exists and passes every check.
    case published
    /// None of the well-known URLs has a document.
    case nothingPublished
    /// The URL that the challenge names has no document; a well-known URL has it.
    case deadPointer(String)
    /// The answer is not such a document; says what it is instead.
    case noDocument(String)
    /// A required member of the document is missing or malformed.
    case memberMissing(String)
    /// The resource's metadata is about another resource.
    case otherResource(found: String, asked: String)
    /// The resource's metadata is about a parent path of the resource, or differs from it by a slash at the end.
    case parentResource(found: String, asked: String)
    /// The resource does not take tokens in the `Authorization` field, the only place where this client sends them.
    case noHeaderMethod([String])
    /// The server's metadata names another issuer.
    case otherIssuer(found: String, expected: String)
    /// The server lists the PKCE methods that it supports, and S256 is not among them.
    case noS256([String])
    /// The server does not say whether it supports PKCE.
    case unlistedPKCE
    /// The server lists its grants or response types, and the authorization code is not among them.
    case noCode([String])

    // MARK: The authorization server

    /// The issuer whose tokens the resource accepts.
    case issuer(String)
    /// The resource publishes nothing, and this server is on its own origin.
    case issuerOfOrigin(String)
    /// The resource accepts tokens of several issuers.
    case severalIssuers([String])
    /// The resource names no issuer.
    case noIssuer
    /// The resource names another issuer than the one that was expected.
    case unexpectedIssuer(found: [String], expected: String)

    // MARK: The client

    /// The client that was given.
    case givenClient(String)
    /// The client that was registered before at this issuer.
    case keptClient(String)
    /// The client whose identifier is the URL of its published metadata.
    case publishedClient(String)
    /// A client that was registered by this step.
    case registeredClient(String)
    /// A client that was registered by this step; the server gave it a secret, though a public client was asked for.
    case secretGiven(String)
    /// A client that was registered by this step, and when its secret expires.
    case secretEnding(clientID: String, at: Date)
    /// The server has no registration endpoint: a person must name a client.
    case noRegistration
    /// The server refused the registration with an OAuth error.
    case registrationRefused(OAuthError)
    /// The server registers only some clients, as those with an initial access token; with its own reason.
    case registrationClosed(status: Int, OAuthError? = nil)
    /// 403 with neither an OAuth error nor a challenge: whether the server registers clients is not known.
    case registrationBarred(status: Int)
    /// The server registered the client with other redirect URIs than the requested one.
    case otherRedirect([String])
    /// The server registered the client with an authentication method that this program lacks.
    case otherAuthentication(String)

    // MARK: The session's own steps

    /// Signed in.
    case signedIn
    /// The first call was answered with this status.
    case called(status: Int)
    /// The sign-in or the call failed.
    case failed(SessionError)

    // MARK: What can go wrong with every message

    /// The URL does not exist: 404 or 410.
    case missing(status: Int)
    /// The server can't answer now: 408, 429 or 5xx.
    case unavailable(status: Int)
    /// The server refused with another error status.
    case refused(status: Int)
    /// No answer came.
    case unreachable(TransportError)
    /// An address that must not be contacted: what it belongs to, the address, and why.
    case badAddress(of: String, address: String, flaw: AddressFlaw)
    /// The task was cancelled.
    case cancelled
}

/// Why an address that a resource or its authorization server names is not contacted.
public enum AddressFlaw: Sendable, Hashable {
    /// The URL is not an absolute http or https one.
    case notHTTP
    /// The URL has a user name or a password, which readers mistake for the host.
    case hasUser
    /// The URL has a fragment, or a query where none is allowed.
    case hasFragment
    /// The URL is plain http where https is required.
    case insecure
    /// The URL is in a network that this resource must not lead to.
    case ofNetwork(AddressKind)
    /// The URL is of another origin than the resource; a person must name that URL to go there.
    case otherOrigin
}

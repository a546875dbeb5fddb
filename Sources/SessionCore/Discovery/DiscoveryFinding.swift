public import FoundationEssentials

/// What a step of the discovery found: facts, of which ``description`` makes a sentence.
public enum DiscoveryFinding: Error, Sendable, Hashable {
    // MARK: The resource

    /// The resource asks for a token of these schemes.
    case challenged(schemes: [String])
    /// The resource answered without a token: it needs none.
    case open
    /// The resource asks for a token, by another status than 401.
    case challengedBy(status: Int)
    /// The answer has no challenge.
    case noChallenge(status: Int)
    /// The resource's challenges are of other schemes than `Bearer` and `DPoP`.
    case noTokenChallenge(schemes: [String])
    /// The URL leads to another one of its origin, which is the resource from here on.
    case moved(to: String)

    // MARK: Documents

    /// The document is there, and right.
    case published
    /// None of the places has a document.
    case nothingPublished
    /// The place that the challenge names has no document, but another one has.
    case deadPointer(String)
    /// What stands in the place of the document is none.
    case noDocument(String)
    /// The document lacks a member that it must have, or has it in another form.
    case memberMissing(String)
    /// The resource's metadata is about another resource.
    case otherResource(found: String, asked: String)
    /// The resource's metadata is about a resource above the one that was asked, or differs by a slash at the end.
    case parentResource(found: String, asked: String)
    /// The resource takes tokens only where this client never puts them.
    case noHeaderMethod([String])
    /// The server's metadata is of another issuer.
    case otherIssuer(found: String, expected: String)
    /// The server lists the methods of PKCE, and not S256.
    case noS256([String])
    /// The server does not say that it knows PKCE.
    case unlistedPKCE
    /// The server lists its grants or response types, and not the authorization code's.
    case noCode([String])

    // MARK: The authorization server

    /// The issuer whose tokens the resource takes.
    case issuer(String)
    /// The resource takes tokens of several issuers.
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
    /// The client whose metadata is published at that address.
    case publishedClient(String)
    /// The client that has just been registered.
    case registeredClient(String)
    /// The client that has just been registered, with a secret that nobody asked for.
    case secretGiven(String)
    /// The client that has just been registered, whose secret ends.
    case secretEnding(String, Date)
    /// The server registers no client by itself, so that a person must name one.
    case noRegistration
    /// The server refuses the registration by an OAuth error.
    case registrationRefused(OAuthError)
    /// The server registers only clients with an initial access token.
    case registrationClosed(status: Int)
    /// The server registered the client for other redirects than the one that was asked for.
    case otherRedirect([String])
    /// The server registered the client with a way to authenticate that this client has not.
    case otherAuthentication(String)

    // MARK: The session's own steps

    /// Signed in.
    case signedIn
    /// The call was answered so.
    case called(status: Int)
    /// The sign-in or the call failed.
    case failed(SessionError)

    // MARK: What can go wrong with every message

    /// Nothing is there, by the status.
    case missing(status: Int)
    /// The server can't answer now.
    case unavailable(status: Int)
    /// The server refuses, by the status.
    case refused(status: Int)
    /// No answer came.
    case unreachable(TransportError)
    /// An address that may not be gone to: of what, and why.
    case badAddress(String, String, AddressFlaw)
    /// The task was cancelled.
    case cancelled
}

/// Why an address that a resource or its authorization server names is not gone to.
public enum AddressFlaw: Sendable, Hashable {
    /// It is no absolute http or https URL.
    case notHTTP
    /// It has a user name or a password, which would be taken for the host.
    case hasUser
    /// It has a fragment, or a query where none may be.
    case hasFragment
    /// It is plain http, where https is needed.
    case insecure
    /// It is of a network where this resource may not lead.
    case ofNetwork(AddressKind)
    /// It is of another origin than the resource, which is to be named by the person then.
    case otherOrigin
}

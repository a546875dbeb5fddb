import FoundationEssentials
package import SessionCore

/// A session between a scripted provider, a scripted API and a clock that stands still.
package struct SessionFixture: Sendable {
    package static let issuer = "https://issuer.example"
    package static let api = "https://api.example"

    package let transport: ScriptedTransport
    package let clock: TestClock
    package let store: any SessionStore
    package let session: Session

    /// Creates it; `change` makes the configuration another than that of a public client.
    package init(
        store: any SessionStore = MemoryStore(), clock: TestClock = TestClock(),
        transport: ScriptedTransport = ScriptedTransport(), randomness: any SessionRandomness = CountingRandomness(),
        change: (inout ClientConfiguration) -> Void = { _ in }
    ) {
        var configuration = Self.configuration
        change(&configuration)
        self.transport = transport
        self.clock = clock
        self.store = store
        session = Session(
            client: configuration, transport: transport, store: store, clock: clock, randomness: randomness)
        Self.publish(on: transport)
    }

    /// Scripts the provider's metadata.
    package static func publish(on transport: ScriptedTransport) {
        transport.always("/.well-known/openid-configuration", ScriptedTransport.json(discovery))
    }

    package static var configuration: ClientConfiguration {
        ClientConfiguration(
            issuer: issuer, clientID: "console", scope: ["openid"], apis: [URL(string: api)].compactMap(\.self))
    }

    private static let discovery = """
        {"issuer":"\(issuer)","token_endpoint":"\(issuer)/token","userinfo_endpoint":"\(issuer)/userinfo",
        "revocation_endpoint":"\(issuer)/revoke","end_session_endpoint":"\(issuer)/logout",
        "jwks_uri":"\(issuer)/keys"}
        """

    /// A request to the API.
    package func request(
        _ method: String = "GET", _ path: String = "/orders", headers: HTTPHeaders = [:], body: HTTPBody = .none
    ) throws -> HTTPRequest {
        guard let url = URL(string: Self.api + path) else { throw TransportError.invalidRequest(path) }
        return HTTPRequest(method: method, url: url, headers: headers, body: body)
    }

    /// Configures the session and signs in.
    @discardableResult
    package func signedIn(_ tokens: GivenTokens = GivenTokens()) async throws -> SessionFixture {
        try await session.configure()
        try await session.signIn(tokens)
        return self
    }

    /// Lets the access token's time run out.
    package func expireAccessToken() {
        clock.advance(by: .seconds(61))
    }

    /// The requests that the token endpoint got.
    package var tokenRequests: [HTTPRequest] { transport.requests(to: "/token") }

    /// The events so far.
    package var events: [SessionEvent] { session.recentEvents }
}

/// A sign-in that yields the tokens it was given, when its gate opens.
package struct GivenTokens: SignInFlow {
    package let name: String
    package var access: String
    package var expiresIn: Duration?
    package var refresh: String?
    package var subject: String?
    package var scope: [String]?
    package var gate: Gate?

    package init(
        access: String = "A1", expiresIn: Duration? = .seconds(60), refresh: String? = "R1", subject: String? = nil,
        scope: [String]? = nil, name: String = "given", gate: Gate? = nil
    ) {
        self.name = name
        self.access = access
        self.expiresIn = expiresIn
        self.refresh = refresh
        self.subject = subject
        self.scope = scope
        self.gate = gate
    }

    package func signIn(_ context: SignInContext) async throws -> SignInResult {
        let clock = context.provider.channel.clock
        let (now, uptime) = (clock.now, clock.uptime)
        try await gate?.passed()
        let idToken = subject.map {
            ValidatedIDToken(
                token: Secret("id-token-of-\($0.filter(\.isASCII))"), trust: .verified(algorithm: "RS256", keyID: "k1"),
                issuer: context.configuration.issuer, subject: $0, expiresAt: now.addingTimeInterval(3_600),
                authenticatedAt: nil)
        }
        return SignInResult(
            tokens: TokenResponse(
                accessToken: Secret(access), expiresIn: expiresIn, refreshToken: refresh.map { Secret($0) },
                idToken: idToken?.token, scope: scope, requestedAt: now, requestedAtUptime: uptime),
            idToken: idToken)
    }
}

extension SessionEvent {
    /// The name of the kind alone: `refreshed`, `forcedOut`.
    package var name: String {
        Mirror(reflecting: kind).children.first?.label ?? "\(kind)"
    }
}

extension SessionFixture {
    /// The names of the events so far, without those that tell of single messages and requests.
    package var story: [String] {
        let details: Set = ["exchangeStarted", "exchange", "requestStarted", "requestFinished", "requestFailed"]
        return events.map(\.name).filter { !details.contains($0) }
    }

    package func count(_ name: String) -> Int { events.count { $0.name == name } }
}

/// The session's error that a piece of work throws; `nil` where it throws none.
package func sessionError(_ work: () async throws -> Void) async -> SessionError? {
    do {
        try await work()
        return nil
    } catch {
        return error as? SessionError
    }
}

extension AuthorizedResponse {
    /// The error that the caller would have got had there been no answer; `nil` where its verdict has no consequence.
    package var consequence: SessionError? {
        switch verdict {
        case .refreshFailed(_, let error): error
        case .sessionEnded(_, let end): .sessionExpired(end)
        case .sessionChanged: .sessionChanged
        case .none, .accepted, .rejected, .rejectedByAPI, .insufficientScope, .stepUpRequired: nil
        }
    }
}

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
        transport.publishProvider(Self.issuer)
    }

    package static var configuration: ClientConfiguration {
        var configuration = ClientConfiguration(
            issuer: issuer, clientID: "console", scope: ["openid"], apis: [URL(string: api)].compactMap(\.self))
        configuration.keptEvents = 2_000
        return configuration
    }

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

import CurlTransport
import FoundationEssentials
import Glibc
import JOSE
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

/// A session with one of the providers, and the person at the browser beside it.
struct Visit: Sendable {
    let provider: KnownProvider
    let fleet: ProviderFleet
    let session: Session
    let store = MemoryStore()
    let browser: WebBrowser
    let transport: CurlTransport

    /// The session sends through what is made of the transport.
    init(
        _ provider: KnownProvider, clock: any SessionClock = SystemClock(),
        change: (inout ClientConfiguration) throws -> Void = { _ in },
        through wrap: (CurlTransport) -> any HTTPTransport = { $0 }
    ) async throws {
        self.provider = provider
        fleet = try ProviderFleet.current
        let authority = fleet.certificateAuthorityFile
        var configuration = try provider.configuration(fleet)
        try change(&configuration)
        transport = CurlTransport(
            CurlTransport.Configuration(
                certificateAuthorityFile: authority,
                clientCertificate: configuration.authentication == .mutualTLS ? fleet.client : nil))
        browser = WebBrowser(certificateAuthorityFile: authority)
        session = Session(client: configuration, transport: wrap(transport), store: store, clock: clock)
        try await session.configure()
    }

    /// Signs in by code: the person fills in the provider's pages, and the browser brings the code to the loopback
    /// port.
    func signIn(_ change: (inout AuthorizationCodeFlow) -> Void = { _ in }) async throws {
        var flow = try codeFlow()
        change(&flow)
        try await awaitNewToken()
        try await session.signIn(flow)
    }

    /// A sign-in by code; where it may fail, the person gives up at a page that says so.
    func codeFlow(mayFail: Bool = false) throws -> AuthorizationCodeFlow {
        let uri = try #require(URL(string: provider.redirectURI(fleet)))
        let (browser, person) = (browser, provider.person)
        var flow = AuthorizationCodeFlow(receivers: [try LoopbackRedirect(redirectURI: uri)]) { url in
            do {
                let query = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
                // A pushed request shows the browser no redirect URI.
                let target = query["redirect_uri"].flatMap { URL(string: $0) } ?? uri
                var page = url
                while true {
                    let redirect = try await person.signIn(at: page, with: browser, to: target)
                    // The client may send the browser on to another try.
                    let arrival = try await browser.open(redirect) { !$0.hasSameAddress(as: target) }
                    guard case .redirect(let next) = arrival else { break }
                    page = next
                }
            } catch {
                if !Task.isCancelled, !mayFail { Issue.record(error) }
            }
        }
        flow.timeout = .seconds(60)
        return flow
    }

    /// Waits until the provider's next access token is another one than its last.
    ///
    /// canaille's tokens of one second are the same, and revoking one of them revokes them all.
    func awaitNewToken() async throws {
        guard provider == .canaille else { return }
        let second = time(nil)
        try await until { time(nil) > second }
    }

    func signInOnAnotherDevice() async throws { try await session.signIn(deviceFlow()) }

    /// A sign-in by device code, whose code the person types into the provider's page.
    func deviceFlow() -> DeviceFlow {
        let (browser, person) = (browser, provider.person)
        return DeviceFlow { prompt in
            do {
                let link = prompt.verificationURIComplete ?? prompt.verificationURI
                let url = try #require(URL(string: link))
                try await person.approve(at: url, userCode: prompt.userCode, with: browser)
            } catch {
                Issue.record(error)
            }
        }
    }

    /// A call of the API whose gateway asks this provider about the token, or another one.
    func callAPI(of another: KnownProvider? = nil) async throws -> AuthorizedResponse {
        let place = try fleet.place(of: another ?? provider)
        return try await session.send(HTTPRequest(url: try #require(URL(string: "\(place.api)/orders"))))
    }

    /// Ends the session at the provider, as an administrator or another program of the user would.
    func revokeElsewhere() async throws {
        let place = try fleet.place(of: provider)
        guard provider.revokes else {
            let url = try #require(URL(string: "\(place.issuer)/users/alice/revoke-tokens"))
            #expect(try await transport.send(HTTPRequest(method: "POST", url: url)).isSuccess)
            return
        }
        if !provider.revokesGrants { try await revokeAccessToken() }
        // Another program has the same tokens and signs out.
        let twin = try await twin()
        try await twin.signOut()
        #expect(twin.recentEvents.contains { $0.name == "revoked" })
    }

    /// Takes back the access token alone: another program has no other, and signs out.
    func revokeAccessToken() async throws {
        let tokens: JSONValue = [
            "access_token": .string(try await session.accessToken().value.reveal()),
            "token_type": session.client.proofKey == nil ? "Bearer" : "DPoP",
        ]
        let twin = Session(client: session.client, transport: transport, store: MemoryStore())
        try await twin.configure()
        try await twin.signIn(ImportFlow(json: Secret(tokens.serialized())))
        try await twin.signOut()
        #expect(twin.recentEvents.contains { $0.name == "revoked" })
    }

    /// The session as another program has it, that got hold of the same tokens and shares nothing else.
    func twin() async throws -> Session {
        let copy = MemoryStore(record: try await store.read())
        let twin = Session(client: session.client, transport: transport, store: copy)
        try await twin.configure()
        return twin
    }

    func events(named name: String) -> [SessionEvent] {
        session.recentEvents.filter { $0.name == name }
    }

    func exchanges(during purpose: SessionError.Purpose) -> [HTTPExchange] {
        session.recentEvents.compactMap { event in
            guard case .exchange(let exchange) = event.kind, exchange.purpose == purpose else { return nil }
            return exchange
        }
    }

    /// The names of the events that led to this one, itself first.
    func causes(of event: SessionEvent) -> [String] {
        var chain = [event]
        while let cause = chain.last?.cause,
            let next = session.recentEvents.first(where: { $0.sequence == cause })
        {
            chain.append(next)
        }
        return chain.map(\.name)
    }
}

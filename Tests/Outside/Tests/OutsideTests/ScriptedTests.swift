import FoundationEssentials
@testable import Samples
import SessionCore
import SessionCoreTesting
import Testing

/// Tests as an app has them for what it does with a session: without sockets, and without waiting.
@Suite(.timeLimit(.minutes(5)))
struct ScriptedTests {
    @Test func `a session that can't be renewed leads to the sign-in page`() async throws {
        let transport = ScriptedTransport()
        transport.publishProvider("https://id.example")
        transport.always("/token", .refusal("invalid_grant"))
        transport.always("/orders", .unauthorized())
        let orders = try #require(URL(string: "https://api.example/orders"))
        let client = ClientConfiguration(issuer: "https://id.example", clientID: "app", apis: [orders])
        let session = try await Session.open(client: client, transport: transport, clock: TestClock())
        try await session.signIn(GivenTokens())
        #expect(await text(of: orders, with: session).hasPrefix("Sign in again"))
    }

    /// A session of the client `app` between stand-ins, signed in.
    private struct App {
        let transport = ScriptedTransport()
        let clock = TestClock()
        let store = FaultyStore()
        let orders: URL
        let client: ClientConfiguration
        let session: Session

        init() async throws {
            orders = try #require(URL(string: "https://api.example/orders"))
            client = ClientConfiguration(issuer: "https://id.example", clientID: "app", apis: [orders])
            session = try await Session.open(client: client, transport: transport, store: store, clock: clock)
            transport.publishProvider(client.issuer)
            try await session.signIn(GivenTokens())
        }
    }

    @Test func `the token is renewed when its minute is over`() async throws {
        let app = try await App()
        let (transport, clock, session) = (app.transport, app.clock, app.session)
        clock.advance(by: .seconds(61))
        transport.once("/token", .tokens(access: "A2"))
        #expect(try await session.accessToken().value == Secret("A2"))
        #expect(transport.requests(to: "/token").map { $0.form["refresh_token"] } == ["R1"])
    }

    @Test func `twenty calls with a rejected token cost one refresh`() async throws {
        let app = try await App()
        let api = ScriptedAPI(accepting: ["A2"])
        app.transport.always("/orders", api.answer)
        app.transport.always("/token", .tokens())
        let requests = Array(repeating: HTTPRequest(url: app.orders), count: 20)
        #expect(try await send(requests, with: app.session) == Array(repeating: 200, count: 20))
        #expect(app.transport.requests(to: "/token").count == 1)
    }

    @Test func `an answer that is on its way when the user signs out still arrives`() async throws {
        let app = try await App()
        let (transport, orders, session) = (app.transport, app.orders, app.session)
        transport.always("/revoke", .answer(200))
        let gate = Gate()
        transport.once("/orders", .held(by: gate, .answer(200)))
        async let answer = session.send(HTTPRequest(url: orders))
        try await transport.received(1, at: "/orders")
        try await session.signOut(force: true)
        gate.open()
        #expect(try await answer.response.status == 200)
    }

    @Test func `an ID token for another client is refused, and one for this client is not`() async throws {
        let app = try await App()
        let (transport, clock, client, session) = (app.transport, app.clock, app.client, app.session)
        let signer = try IDTokenSigner(issuer: client.issuer, clientID: client.clientID)
        transport.publishProvider(client.issuer, signer: signer)
        let forged = try signer.idToken(issuedAt: clock.now, claims: #"{"aud":"another-client"}"#)
        transport.once("/token", .tokens(idToken: forged))
        await #expect(throws: SessionError.self) {
            try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        }
        let genuine = try signer.idToken(issuedAt: clock.now, claims: #"{"email":"alice@example.com"}"#)
        transport.once("/token", .tokens(idToken: genuine))
        try await session.signIn(PasswordFlow(username: "alice", password: Secret("wonderland")))
        #expect(await session.status.subject == "alice")
    }

    @Test func `tokens that can't be stored are used all the same`() async throws {
        let app = try await App()
        let (transport, store, session) = (app.transport, app.store, app.session)
        transport.once("/token", .tokens(access: "A2"))
        store.failWriting(.unwritable("the disk is full"))
        try await session.refresh()
        #expect(try await session.accessToken().value == Secret("A2"))
        #expect(await !session.isStored)
    }
}

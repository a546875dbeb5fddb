import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// The two hooks as a foreign HTTP client calls them.
@Suite(.timeLimit(.minutes(5)))
struct HookTests {
    private let orders = "https://api.example/orders"

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `the fields of an attempt are the present token's`() async throws {
        let session = try await SessionFixture().signedIn().session
        let fields = try await session.authorization(for: url(orders))
        #expect(fields.map(\.name) == ["Authorization"])
        #expect(fields["authorization"] == "Bearer A1")
        #expect(try await session.accessToken().field.reveal() == "Bearer A1")
        #expect(try await session.authorization(for: url(orders), authorization: .none).isEmpty)
    }

    @Test(arguments: ["/orders", "?page=2", "//api.example/orders", "revoke", "http:/orders", "https://"])
    func `a URL that is not absolute is refused as such`(text: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        let (session, url) = (fixture.session, try url(text))
        let error = await sessionError { _ = try await session.authorization(for: url) }
        #expect(error == .relativeURL(text))
        #expect(error?.errorDescription == "The URL \(text) is not absolute, or names no host.")
        for authorization in [RequestAuthorization.required, .optional, .none] {
            let request = HTTPRequest(method: "POST", url: url, body: .text("secret"))
            #expect(await sessionError { _ = try await session.send(request, authorization: authorization) } == error)
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(arguments: ["https://elsewhere.example/orders", "https://api.example/landed", nil])
    func `a 401 from another place, or from nobody knows where, means nothing`(answered: String?) async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        let session = fixture.session
        let sent = try await session.authorization(for: url(orders))
        let answered = try answered.map { try url($0) }
        #expect(
            await !session.shouldRetry(
                status: 401, headers: [:], from: answered, sent: sent, to: try url(orders), attempt: 1))
        #expect(await session.state.isAuthenticated)
        #expect(fixture.count("unauthorized") == 0)
    }

    @Test func `of many 401s under one policy each is answered alike`() async throws {
        for policy in [UnauthorizedPolicy.forceLogout, .refreshThenForceLogout] {
            let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
            fixture.transport.always("/token", ScriptedTransport.refusal("invalid_grant"))
            fixture.transport.always("/revoke", ScriptedTransport.answer(200))
            let session = fixture.session
            let sent = try await session.authorization(for: url(orders))
            let url = try url(orders)
            let calls = (0..<50).map { _ in
                Task {
                    await session.shouldRetry(
                        status: 401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""], from: url,
                        sent: sent, to: url, attempt: 1)
                }
            }
            for call in calls { #expect(await !call.value) }
            #expect(fixture.count("forcedOut") == 1)
            #expect(await !session.state.isAuthenticated)
        }
    }

    @Test func `headers are made of what Foundation's clients have`() {
        #expect(HTTPHeaders(["b": "2", "A": "1"] as [String: String]).map(\.name) == ["A", "b"])
        let fields: [AnyHashable: Any] = ["WWW-Authenticate": "Bearer", 7: "x", "Age": 3]
        #expect(HTTPHeaders(fields) == ["WWW-Authenticate": "Bearer"])
    }

    @Test func `hole, invariant 43: two 401s end the session for a client of its own, however late the second comes`()
        async throws
    {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/userinfo", ScriptedTransport.answer(401))
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        let session = fixture.session
        let url = try url(orders)
        for attempt in 1...2 {
            let sent = try await session.authorization(for: url)
            fixture.clock.advance(by: .seconds(2))
            let goesOn = await session.shouldRetry(
                status: 401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""], from: url, sent: sent,
                to: url, attempt: attempt)
            #expect(goesOn == (attempt == 1))
        }
        #expect(await session.state == .noSession(.forcedOut(request: "GET /orders")))
        #expect(fixture.transport.requests(to: "/userinfo").count == 1)
    }
}

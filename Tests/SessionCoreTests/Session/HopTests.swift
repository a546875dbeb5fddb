import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Only an answer to a hop that carried the token says anything about the token.
@Suite(.timeLimit(.minutes(5)))
struct HopTests {
    private let home = "https://api.example/orders"

    /// The answer at the end of API → another origin → API, the token left behind on the way.
    private func roundTrip(_ status: Int, from request: HTTPRequest, redirects: Bool = true) throws -> HTTPResponse {
        let elsewhere = try #require(URL(string: "https://elsewhere.example/"))
        let back = try #require(URL(string: "https://api.example/landed"))
        return HTTPResponse(
            status: status, url: back,
            redirects: redirects
                ? [
                    HTTPRedirect(status: 302, from: request.url, to: elsewhere, keptAuthorization: false),
                    HTTPRedirect(status: 302, from: elsewhere, to: back, keptAuthorization: false),
                ] : [])
    }

    @Test(arguments: [200, 401], [true, false])
    func `invariant 47: an answer at the end of a way over another origin says nothing about the token`(
        status: Int, knowsHops: Bool
    ) async throws {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = .forceLogout }.signedIn()
        fixture.transport.always("/orders") { try roundTrip(status, from: $0, redirects: knowsHops) }
        let verifiedAt = await fixture.session.status.verifiedAt
        fixture.clock.advance(by: .seconds(1))
        let answer = try await fixture.session.send(try fixture.request())
        #expect(answer.verdict == .none)
        #expect(await fixture.session.state.isAuthenticated)
        #expect(await fixture.session.status.verifiedAt == verifiedAt)
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test(arguments: [200, 401], [true, false])
    func `leak 1: nor does it for a client of its own, whether it knows the hops or not`(
        status: Int, knowsHops: Bool
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let session = fixture.session
        let request = try await session.authorize(try fixture.request())
        let answer = try roundTrip(status, from: request, redirects: knowsHops)
        let verifiedAt = await session.status.verifiedAt
        fixture.clock.advance(by: .seconds(1))
        #expect(await !session.shouldRetry(request, after: answer, attempt: 1))
        #expect(fixture.tokenRequests.isEmpty)
        #expect(await session.status.verifiedAt == verifiedAt)
    }

    @Test func `the answer of another origin is none to the token for a client of its own`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        let session = fixture.session
        let request = try await session.authorize(try fixture.request())
        let elsewhere = try #require(URL(string: "https://elsewhere.example/orders"))
        for kept in [false, true] {
            let answer = HTTPResponse(
                status: 401, url: elsewhere,
                redirects: [HTTPRedirect(status: 302, from: request.url, to: elsewhere, keptAuthorization: kept)])
            #expect(await !session.shouldRetry(request, after: answer, attempt: 1))
        }
        #expect(fixture.tokenRequests.isEmpty)
    }

    @Test func `invariant 47: a redirect within the API that kept the token counts`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let moved = try #require(URL(string: "https://api.example/moved"))
        fixture.transport.always("/orders") { request in
            HTTPResponse(
                status: 200, url: moved,
                redirects: [HTTPRedirect(status: 302, from: request.url, to: moved, keptAuthorization: true)])
        }
        #expect(try await fixture.session.send(try fixture.request()).verdict == .accepted)
        #expect(await fixture.session.status.verifiedAt != nil)
    }

    @Test(arguments: [
        ("https://api.example", "https://api.example/"), ("https://api.example/a#b", "https://api.example/a"),
    ])
    func `invariant 47: how a client writes the same URL does not matter`(asked: String, answered: String) async throws
    {
        let fixture = try await SessionFixture().signedIn()
        let session = fixture.session
        let request = try await session.authorize(HTTPRequest(url: try #require(URL(string: asked))))
        let answer = HTTPResponse(status: 200, url: try #require(URL(string: answered)))
        #expect(await !session.shouldRetry(request, after: answer, attempt: 1))
        #expect(await session.status.verifiedAt != nil)
    }

    @Test(arguments: [302, 304, 404, 503])
    func `an answer that is no success verifies nothing`(status: Int) async throws {
        let store = try await SessionFixture().signedIn().store
        let fixture = SessionFixture(store: store)
        try await fixture.session.configure()
        fixture.transport.always("/orders", ScriptedTransport.answer(status))
        #expect(try await fixture.session.send(try fixture.request()).verdict == .none)
        #expect(await fixture.session.status.verifiedAt == nil)
    }
}

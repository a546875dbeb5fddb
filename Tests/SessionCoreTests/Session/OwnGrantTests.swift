import SessionCore
import TestSupport
import Testing

/// Token requests beside the session, and what answers hold beyond the properties.
@Suite(.timeLimit(.minutes(5)))
struct OwnGrantTests {
    private struct Instance: Decodable, Equatable {
        let instance_url: String
    }

    @Test func `a grant of one's own gets tokens, and the session keeps its own`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let more = #""instance_url":"https://eu.example""#
        fixture.transport.once("/token", ScriptedTransport.tokens(access: "X1", refresh: "X2", more: more))
        let before = await fixture.session.status
        let response = try await fixture.session.requestTokens(with: ["grant_type": "urn:example:kiosk", "pin": "1"])
        #expect(response.accessToken == Secret("X1"))
        #expect(try response.decode() == Instance(instance_url: "https://eu.example"))
        #expect(
            fixture.tokenRequests.map(\.form)
                == [["grant_type": "urn:example:kiosk", "pin": "1", "client_id": "console"]])
        #expect(await fixture.session.status.accessToken == before.accessToken)
        #expect(try await fixture.session.accessToken().value == Secret("A1"))
        #expect(!"\(response)".contains("eu.example"))
    }

    @Test func `a refused grant of one's own says nothing about the session`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        let session = fixture.session
        let error = await sessionError { _ = try await session.requestTokens(with: ["grant_type": "x"]) }
        guard case .refused(let refusal, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.code == "invalid_grant")
        #expect(await session.state.isAuthenticated)
    }

    @Test func `an exchange names the party that acts for the user`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/token", ScriptedTransport.tokens())
        var exchange = TokenExchange(audience: ["orders"])
        exchange.actorToken = Secret("actor-1")
        _ = try await fixture.session.exchangeAccessToken(for: exchange)
        let form = try #require(fixture.tokenRequests.first).form
        #expect(form["actor_token"] == "actor-1")
        #expect(form["actor_token_type"] == TokenExchange.accessTokenType)
        #expect(!fixture.events.contains { "\($0)".contains("actor-1") })
    }

    @Test func `metadata without a property are decoded`() async throws {
        struct Documentation: Decodable { let service_documentation: String }
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json(
                #"{"issuer":"https://issuer.example","service_documentation":"https://issuer.example/docs"}"#))
        let metadata = try await fixture.session.metadata()
        #expect(try metadata.decode(Documentation.self).service_documentation == "https://issuer.example/docs")
    }

    @Test func `the label of a request is in all events of its call`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        var request = try fixture.request()
        request.label = RequestLabel(7, from: "checkout")
        let answer = try await fixture.session.send(request)
        #expect(answer.facts.label == request.label)
    }
}

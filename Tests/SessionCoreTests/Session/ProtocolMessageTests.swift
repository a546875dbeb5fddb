import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// Which messages a transport may put before others: those that many callers wait for.
@Suite(.timeLimit(.minutes(5)))
struct ProtocolMessageTests {
    @Test func `a refresh, discovery and userinfo are the protocol's, and a caller's request is not`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        fixture.expireAccessToken()
        _ = try await fixture.session.send(try fixture.request())
        _ = try? await fixture.session.fetchUserInfo()
        let (own, others) = fixture.transport.requests.reduce(into: (Set<String>(), Set<String>())) { paths, request in
            if request.isOfProtocol { paths.0.insert(request.url.path) } else { paths.1.insert(request.url.path) }
        }
        #expect(own.isSuperset(of: ["/.well-known/openid-configuration", "/token", "/userinfo"]))
        #expect(others == ["/orders"])
    }
}

import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

/// Texts from outside that are far larger than a screen.
@Suite(.timeLimit(.minutes(5)))
struct OversizedAnswerTests {
    private let flood = String(repeating: "much too long ", count: 280_000)

    private func size(_ value: Any?) -> Int {
        var text = ""
        dump(value, to: &text)
        return text.utf8.count
    }

    @Test func `load 1: an error_description of 3.9 MB is cut where it comes in`() async throws {
        let fixture = try await SessionFixture().signedIn()
        let answer =
            "{\"error\":\"invalid_request\",\"error_description\":\"\(flood)\","
            + "\"error_uri\":\"\(flood.prefix(100_000))\"}"
        fixture.transport.once("/token", ScriptedTransport.json(answer, status: 400))
        let error = await sessionError { try await fixture.session.refresh() }
        guard case .refused(let refusal, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(refusal.detail?.utf8.count ?? 0 <= Scrubber.limit + 3)
        #expect(refusal.detail?.hasPrefix("much too long") == true)
        #expect(refusal.uri?.utf8.count ?? 0 <= Scrubber.limit + 3)
        #expect(size(fixture.events) < 100_000)
    }

    @Test func `load 1: header fields, challenges, scopes and claims are cut`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(subject: "alice"))
        let long = String(repeating: "x", count: 200_000)
        fixture.transport.once(
            "/orders",
            ScriptedTransport.answer(
                401,
                headers: [
                    "X-Long": long, "WWW-Authenticate": "Bearer error=\"invalid_token\", error_description=\"\(long)\"",
                ]))
        fixture.transport.always("/orders", ScriptedTransport.answer(200, headers: ["X-Long": long, "X-More": long]))
        fixture.transport.always("/token", ScriptedTransport.tokens(more: "\"scope\":\"\(flood)\""))
        let claims = (0..<5).map { "\"claim\($0)\":\"\(long.prefix(30_000))\"" }.joined(separator: ",")
        fixture.transport.always(
            "/userinfo", ScriptedTransport.json("{\"sub\":\"alice\",\"huge\":\"\(flood)\",\(claims)}"))
        _ = try await fixture.session.send(try fixture.request())
        let info = try await fixture.session.fetchUserInfo()
        #expect(info["huge"]?.utf8.count ?? 0 <= Scrubber.limit + 3)
        #expect(info.claims.first { $0.name == "huge" }?.json.string?.utf8.count == flood.utf8.count)
        #expect(await fixture.session.status.scope?.joined(separator: " ").utf8.count ?? 0 <= Scrubber.limit + 3)
        #expect(size(fixture.events) < 400_000)
        for event in fixture.events { #expect(size(event) < 120_000) }
    }

    @Test func `load 1: a sub longer than any real one is refused`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"\(flood)\"}"))
        guard case .untrustworthy = await sessionError({ _ = try await fixture.session.fetchUserInfo() }) else {
            Issue.record("it was accepted")
            return
        }
    }

    @Test func `leak 6: token_type N_A is refused outside of a token exchange`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always(
            "/token", ScriptedTransport.json(#"{"access_token":"x","token_type":"N_A","expires_in":60}"#))
        guard case .unintelligible(_, during: .token) = await sessionError({ try await fixture.session.refresh() })
        else {
            Issue.record("it was accepted")
            return
        }
        #expect(try await fixture.session.exchangeAccessToken(for: TokenExchange()).tokenType == "N_A")
    }

    @Test(arguments: ["http://evil-localhost/", "http://127.0.0.1.example/", "http://127.1/", "http://1270.0.0.1/"])
    func `invariant 37: only this machine's own addresses are loopback`(text: String) throws {
        #expect(Origin(try #require(URL(string: text)))?.isLoopback == false)
    }

    @Test(arguments: ["http://127.0.0.1/", "http://127.8.9.10:1/", "https://LOCALHOST/", "http://[::1]:2/"])
    func `invariant 37: this machine's own addresses are loopback`(text: String) throws {
        #expect(Origin(try #require(URL(string: text)))?.isLoopback == true)
    }
}

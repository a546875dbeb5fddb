import FoundationEssentials
import JOSE
import TestSupport
import Testing

@testable import SessionCore

/// Facts of an answer that echoes the session's secrets, on each way into the session's state.
@Suite(.timeLimit(.minutes(5)))
struct FactsFromOutsideTests {
    private static let token = "mZ8sK2vQp4Lw9Xt1Rb7Ny3Hc"
    /// Longer than what is shown of a claim.
    private static let filler = String(repeating: "f ", count: 3_000)

    private static func answer(_ more: String = "") -> ScriptedTransport.Answer {
        ScriptedTransport.json(
            #"{"sub":"alice","echo":"it is \#(token)","a":["\#(token)",{"\#(token)":1}],"#
                + #""long":"\#(filler)\#(token)"\#(more)}"#
        )
    }

    private func printed(_ values: Any?...) -> String {
        var text = ""
        for value in values { dump(value, to: &text) }
        return text
    }

    @Test func `invariant 48: user info has no token in it, whole claims included`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/userinfo", Self.answer())
        let outcome = await UserInfoEndpoint(scripted.provider).fetch(
            accessToken: Secret(Self.token), subject: "alice")
        guard case .fetched(let info) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(!printed(info).contains(Self.token))
        #expect(info["echo"]?.hasPrefix("it is ••••") == true && info["sub"] == "alice")
        #expect(info.claims.last?.json.string?.count ?? 0 > Self.filler.count)
    }

    @Test func `invariant 48: user info that is asked for after a 401 has no token in it`() async throws {
        let fixture = try await SessionFixture().signedIn(GivenTokens(access: "first", refresh: "R1"))
        fixture.transport.always("/token", ScriptedTransport.tokens(access: Self.token, refresh: "R2"))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always("/userinfo", Self.answer())
        _ = try await fixture.session.send(try fixture.request())
        let info = try #require(await fixture.session.status.userInfo)
        #expect(!printed(info).contains(Self.token) && info["echo"]?.hasPrefix("it is ••••") == true)
    }

    @Test func `invariant 48: an introspection has no token in it`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once("/introspect", Self.answer(#","active":true,"scope":"openid \#(Self.token)""#))
        let answer = try await IntrospectionEndpoint(scripted.provider).introspect(Secret(Self.token), kind: .access)
        #expect(!printed(answer).contains(Self.token) && answer.subject == "alice" && answer.isActive)
    }

    @Test func `invariant 48: a granted scope has no token in it`() async throws {
        let scripted = try ImaginaryProvider()
        scripted.transport.once(
            "/token",
            ScriptedTransport.json(
                #"{"access_token":"\#(Self.token)","token_type":"Bearer","scope":"openid \#(Self.token)"}"#))
        guard case .granted(let response) = await scripted.tokenEndpoint.refresh(Secret("r")) else {
            Issue.record("it was refused")
            return
        }
        #expect(response.scope?.first == "openid" && response.scope?.contains(Self.token) == false)
    }

    @Test(arguments: [
        ("https://op.example/s;jsessionid=SECRET7", "https://op.example/s;jsessionid="),
        ("https://op.example/s;v=1;token=SECRET7/b?c=d", "https://op.example/s;v=1;token="),
    ])
    func `a parameter of a path is masked by its name, in a URL and in a text`(url: String, start: String) throws {
        let shown = Redaction.url(try #require(URL(string: url)))
        #expect(shown.hasPrefix(start + "••••") && !shown.contains("SECRET7"), "\(shown)")
        let text = Scrubber([]).text("see \(url) there")
        #expect(text.contains(start + "••••") && !text.contains("SECRET7") && text.hasSuffix(" there"), "\(text)")
        if url.contains("?") { #expect(shown.hasSuffix("/b?c=d")) }
    }
}

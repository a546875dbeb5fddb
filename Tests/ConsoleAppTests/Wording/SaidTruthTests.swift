import FoundationEssentials
import SessionCore
import Testing
import TestSupport

@testable import ConsoleApp

/// What is said of answers, sign-outs and times.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SaidTruthTests {
    private func revocation(_ kind: TokenRevocation.Kind, _ outcome: TokenRevocation.Outcome) -> TokenRevocation {
        TokenRevocation(kind: kind, token: Secret("\(kind)").fingerprint, outcome: outcome)
    }

    private let unsupported = SessionError.refused(
        OAuthError(code: "unsupported_token_type", status: 400), during: .revocation)

    @Test func `truth 6: a sign-out at a provider that revokes refresh tokens only is no alarm`() {
        let text = SignOutText([revocation(.refresh, .revoked), revocation(.access, .refused(unsupported))])
        #expect(
            text.sentence
                == "Signed out, and the refresh token is revoked; the provider does not revoke access tokens: "
                + "this one lives until it expires.")
        #expect(text.warning == nil)
        #expect(!text.isRevoked)
    }

    @Test func `truth 6: the same of a refresh token, or after another refusal, is one`() {
        #expect(
            SignOutText([revocation(.refresh, .refused(unsupported)), revocation(.access, .revoked)]).warning != nil)
        #expect(SignOutText([revocation(.access, .refused(unsupported))]).warning != nil)
        let other = SessionError.refused(OAuthError(code: "invalid_client", status: 401), during: .revocation)
        #expect(SignOutText([revocation(.refresh, .revoked), revocation(.access, .refused(other))]).warning != nil)
    }

    private func answer(_ hops: [(String, Bool)], token: Bool = true) throws -> AuthorizedResponse {
        let start = try #require(URL(string: "https://api.example/x"))
        var place = start
        var redirects: [HTTPRedirect] = []
        for (text, kept) in hops {
            let next = try #require(URL(string: text))
            redirects.append(HTTPRedirect(status: 302, from: place, to: next, keptAuthorization: kept))
            place = next
        }
        var facts = RequestFacts(id: 1, method: "GET", url: start.absoluteString)
        if token { facts.token = Secret("t").fingerprint }
        return AuthorizedResponse(
            response: HTTPResponse(status: 200, url: place, redirects: redirects), facts: facts, verdict: .none)
    }

    @Test func `truth 10: an answer that another origin gave without the token says so`() throws {
        let words = "redirected without the token, which may not go to https://login.example"
        #expect(try answer([("https://login.example/in", false)]).verdictText == words)
        #expect(
            try answer([("https://login.example/in", false), ("https://api.example/y", false)]).verdictText == words)
        #expect(
            try answer([("https://api.example/y", true), ("https://login.example/in", false)]).verdictText == words)
    }

    @Test func `truth 10: a redirect that kept the token, and a call without one, are not`() throws {
        #expect(try answer([("https://api.example/y", true)]).verdictText == nil)
        #expect(try answer([("https://login.example/in", false)], token: false).verdictText == nil)
    }

    @Test(arguments: ["Authorization", "authorization"])
    func `truth 10: a call with an Authorization field of its own goes without the session's token`(name: String) {
        var draft = RequestDraft()
        #expect(draft.sentAuthorization == .required)
        draft.headers = [.init(name: name, value: "Basic abc")]
        #expect(draft.sentAuthorization == .none)
    }

    @Test(arguments: [(59_600, "1 min"), (60_000, "1 min"), (59_000, "59 s"), (400, "1 s")])
    func `truth 9: a time that is left agrees with its countdown`(milliseconds: Int, words: String) {
        #expect(DurationText.left(.milliseconds(milliseconds)) == words)
    }

    @Test func `truth 9: nothing is said to have taken no time`() {
        #expect(DurationText.measured(.zero) == "less than 0.1 ms")
        #expect(DurationText.measured(.microseconds(49)) == "less than 0.1 ms")
        #expect(DurationText.measured(.microseconds(50)) == "0.1 ms")
    }

    @Test func `truth 9: a proxy that asks for a user gets the right advice`() throws {
        let error = SessionError.transport(.proxyRefused(status: 407), during: .discovery)
        #expect(NextStep(after: error) == .nameProxyUser)
        try expectWords(NextStep(after: error).consoleText(isSignedIn: false) ?? "")
        #expect(NextStep(after: .transport(.proxyRefused(status: 502), during: .token)) == .checkNetwork)
    }
}

import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PresentationTests {
    private static let kinds: [SessionEvent.Kind] = [
        .configured(.unknown), .signInStarted(flow: "code"), .signedIn(flow: "code", Samples.tokens),
        .signInFailed(flow: "code", .signInTimedOut), .devicePollPending(nextPollAfter: .seconds(5), slowDown: false),
        .strayRedirect(StrayRedirect(source: .browser, flaw: .stateMissing, content: .code)),
        .idTokenRejected(RejectedIDToken(token: Secret("t"), reason: "exp was 5 min ago")),
        .requestStarted(Samples.facts(1)), .requestFinished(Samples.facts(1)),
        .requestFailed(Samples.facts(1), .noSession),
        .exchange(Samples.exchange(1, .token, url: "http://127.0.0.1/token", status: 200, body: nil)),
        .unauthorized(Samples.facts(1), nil), .forbidden(Samples.facts(1), requiredScope: ["admin"]),
        .stepUpRequired(Samples.facts(1), acrValues: ["mfa"], maxAge: .seconds(300), claims: nil),
        .refreshStarted(.expired, access: nil, refresh: Samples.refresh),
        .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil),
        .refreshFailed(.server(status: 500, during: .token, retryAfter: nil), retryAfter: .seconds(2)),
        .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), .adoptedFromStore(Samples.tokens),
        .userInfoFetched(UserInfo(subject: "1", claims: [])), .verified, .signedOut(.signedOut),
        .forcedOut(.userInfoRejected), .revoked(Samples.refresh), .revocationPending(Samples.refresh, .noSession),
        .storeFailed(.unwritable("disk full")), .storeWarning("others can write"), .ignoredLateAnswer("a refresh"),
        .injected(.sample("network off")),
    ]

    @Test(arguments: kinds) func `every event has a label and words`(_ kind: SessionEvent.Kind) {
        let text = EventText(Samples.event(1, kind))
        #expect(!text.label.isEmpty)
        #expect(!text.detail.isEmpty)
    }

    @Test func `a refresh tells what replaced what`() {
        let old = Secret("access-0").fingerprint
        let spent = Secret("refresh-0").fingerprint
        let event = Samples.event(1, .refreshed(Samples.tokens, replacedAccess: old, replacedRefresh: spent), at: -33)
        let expected =
            "access token \(old) → \(Samples.access), refresh token \(spent) → \(Samples.refresh)"
            + " · access 60 s, refresh 10 min"
        #expect(EventText(event).detail == expected)
    }

    @Test func `the first steps towards an answer are details, and what they come to is not`() {
        #expect(
            Samples.peacefulEvents.map { EventText($0).isDetail } == [false, false, false, false, true, true, false])
    }

    @Test(arguments: [
        (SessionError.noSession, "press l to sign in"),
        (.sessionExpired(.userInfoRejected), "press l to sign in again"),
        (
            .transport(.couldNotResolve(host: "id.example"), during: .token),
            "the session is kept; check the address and the network"
        ),
        (
            .server(status: 429, during: .token, retryAfter: .seconds(90)),
            "the session is kept; try again in 1 min 30 s"
        ),
        (
            .server(status: 307, during: .token, retryAfter: nil),
            "compare the profile with what the provider offers"
        ),
        (
            .server(status: 404, during: .userInfo, retryAfter: nil),
            "compare the profile with what the provider offers"
        ),
        (
            .server(status: 404, during: .request, retryAfter: nil),
            "the session is kept; try again"
        ),
        (
            .untrustworthy("sub is mallory", during: .userInfo),
            "check issuer, clock and the exchange in Events"
        ),
        (
            .transport(.tls(.untrustedIssuer, reason: "self-signed"), during: .discovery),
            "the session is kept; if the certificate comes from a private authority, name it with --ca-file"
        ),
        (
            .originNotAllowed("https://other.example"),
            "press A until Token is \"never sent\"; or name this origin as an API, with --api"
        ),
        (
            .transport(.tooLarge(limit: 1 << 27), during: .request),
            "'session-console request URL >FILE' accepts an answer of any size"
        ),
    ])
    func `an error says what to do next`(_ error: SessionError, _ advice: String) {
        #expect(NextStep(after: error).consoleText(isSignedIn: true) == advice)
    }

    @Test(arguments: [
        SessionError.refused(OAuthError(code: "bad_refresh_token", status: 200), during: .token),
        .refused(OAuthError(code: "invalid_client", status: 401), during: .token),
        .server(status: 422, during: .token, retryAfter: nil),
        .backingOff(
            retryAfter: .seconds(1), after: .refused(OAuthError(code: "unauthorized_client"), during: .token)),
    ])
    func `end 1: a refused refresh says how to sign in again, whatever it is refused with`(_ error: SessionError) throws
    {
        #expect(
            NextStep(after: error).consoleText(isSignedIn: true)
                == "the session is kept; press l to sign in again, or check the profile")
        try expectWords(NextStep(after: error).consoleText(isSignedIn: false) ?? "", "\(error)")
    }

    @Test func `end 2: an API that trusts another provider is said to do so`() {
        let challenge = AuthenticationChallenge(
            scheme: "Bearer", parameters: ["error": "invalid_token"],
            trustedIssuers: ["https://one.example", "https://two.example"])
        let response = AuthorizedResponse(
            response: Samples.answer("{}").response, facts: Samples.facts(1, status: 401),
            verdict: .rejectedByAPI(challenge))
        #expect(
            response.verdictText?.hasSuffix(
                "invalid_token; this API trusts https://one.example or https://two.example, not your provider") == true)
    }

    @Test func `truth 2: the session is kept only where there is one`() throws {
        let error = SessionError.transport(.couldNotResolve(host: "id.example"), during: .discovery)
        #expect(NextStep(after: error).consoleText(isSignedIn: false) == "check the address and the network")
        let refused = SessionError.server(status: 503, during: .token, retryAfter: nil)
        #expect(NextStep(after: refused).consoleText(isSignedIn: false) == "try again")
    }

    @Test func `truth 2: TLS advice fits the failure`() throws {
        let advice = [
            TransportError.TLSFault.wrongName, .expired, .notYetValid, .untrustedIssuer, .pinMismatch, .other,
        ]
        .compactMap { NextStep(after: .transport(.tls($0, reason: ""), during: .token)).consoleText(isSignedIn: false) }
        #expect(Set(advice).count == 6)
        try expectWords(advice.joined(separator: "\n"))
    }

    @Test func `an ASCII terminal gets ASCII words`() {
        for kind in Self.kinds {
            let text = StyledText.words(EventText(Samples.event(1, kind)).detail, glyphs: .ascii).text
            #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)")
        }
    }

    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1024, "1 KiB"), (1536, "1.5 KiB"), (64 << 20, "64 MiB"), (5 << 30, "5 GiB"),
    ])
    func `sizes are told in the unit that fits`(_ count: Int, _ text: String) {
        #expect("\(ByteCount(count))" == text)
    }
}

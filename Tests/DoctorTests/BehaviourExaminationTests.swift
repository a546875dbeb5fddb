import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@testable import Doctor

/// How a provider behaves, whose truth is known: the demo's, with its switches.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BehaviourExaminationTests {
    /// Of a client whose tokens are bound to it.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgontuq2xuYXloBXXF
        BhT0QaT73dtG/JxZFZqx7xzezqahRANCAARLPvNthLiF07Sox6UGkkSr9eSLe9IP
        /713yyZ9EQM9BeUl9t42PgLcb7DQ/m/Bw5o7vByf7kD+raycO4cefslq
        -----END PRIVATE KEY-----
        """

    /// What was seen by check, with the verdict first.
    func examine(
        over transport: (any HTTPTransport)? = nil, mayEnd: Bool = true, asksResource: Bool = false,
        scope: [String] = ["openid", "offline_access"],
        byCode: Bool = false, flaws: Set<GrantFlaw> = [],
        _ configure: (inout DemoProvider.Configuration) -> Void = { _ in },
        client change: (inout ClientConfiguration) -> Void = { _ in },
        before prepare: (DemoProvider) async -> Void = { _ in }
    ) async throws -> [String: String] {
        let clock = ImpatientClock()
        var configuration = DemoProvider.Configuration()
        configuration.clock = { clock.now }
        configure(&configuration)
        let provider = try await DemoProvider.start(configuration)
        await provider.spoilGrants(by: flaws)
        await prepare(provider)
        var client = ClientConfiguration(issuer: provider.issuer, clientID: provider.clientID, scope: scope)
        client.apis = []
        change(&client)
        let orders = try #require(URL(string: provider.api + "/orders"))
        let question: ResourceQuestion? = asksResource ? .page(at: orders) : nil
        let examination = BehaviourExamination(
            of: client, over: transport ?? CurlTransport.patient(), clock: clock, journal: EventJournal(clock: clock),
            resource: question
        ) {
            try byCode ? codeFlow() as any SignInFlow : PasswordFlow(username: "alice", password: Secret("wonderland"))
        }
        let outcome = await examination.examine(mayTry: { mayEnd || !$0.endsSession })
        let findings = outcome.findings
        #expect(outcome.survivors == nil)
        // Its sessions are the user's, who knows of none; where a revocation ends nothing, none can end.
        #expect(await provider.snapshot().sessions.isEmpty != flaws.contains(.uselessRevocation))
        await provider.stop()
        #expect(findings.allSatisfy { !$0.seen.isEmpty })
        return Dictionary(
            uniqueKeysWithValues: findings.map { ($0.check, "\($0.verdict.rawValue): \($0.seen)") })
    }

    /// A sign-in by code, whose person fills in the page.
    private func codeFlow() throws -> AuthorizationCodeFlow {
        let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1/callback")))
        return AuthorizationCodeFlow(receivers: [pasted]) { url in
            do {
                let browser = Browser(CurlTransport.patient())
                // A request that is refused gets no page.
                let refusal = try await browser.open(url).headers["Location"].flatMap { URL(string: $0) }
                let redirect = if let refusal { refusal } else { try await browser.signIn(at: url) }
                #expect(pasted.paste(redirect.absoluteString))
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test func `the demo's provider behaves as it is made`() async throws {
        let seen = try await examine()
        #expect(
            seen == [
                "refresh-token": "sound: issued, with offline_access",
                "granted-scope": "sound: openid, offline_access",
                "granted-caching": "sound: no-store",
                "access-token-accepted": "sound: accepted",
                "lifetime": "sound: 1 min, exp the same",
                "offline-access": "sound: a refresh token comes, too",
                "refresh-early": "sound: granted; the access token before is still accepted",
                "rotation": "sound: another one",
                "refreshed-scope": "sound: openid, offline_access",
                "refreshed-id-token": "sound: of the same user and sign-in",
                "spent-token": "sound: refused at once; the new access token was used before",
                "family": "sound: it is dead: invalid_grant",
                "family-access-token": "sound: dead at once",
                "refresh-twice": "note: one granted; the session is dead: invalid_grant",
                "revoked-access-token": "sound: dead at once; the refresh token lives on",
                "revoked-refresh-token": "sound: dead, and the access token with it",
                "expiry": "sound: refused within 1 s of its end",
                "refresh-late": "sound: granted",
            ])
    }

    @Test func `a time of grace is measured, without waiting for it`() async throws {
        let seen = try await examine { $0.refreshTokenLeeway = .seconds(3) }
        #expect(
            seen["spent-token"] == "note: accepted after 1 s, refused after 5 s; the new access token was used before")
        #expect(seen["family"] == "sound: it is dead: invalid_grant")
        let long = try await examine { $0.refreshTokenLeeway = .seconds(60) }
        #expect(long["spent-token"] == "fault: accepted for 30 s and longer; the new access token was used before")
        #expect(long["family"] == nil)
        #expect(long["refresh-twice"] == "sound: both granted; the session lives on")
    }

    @Test func `a sign-in by code shows what a code is good for`() async throws {
        let sound = try await examine(byCode: true)
        #expect(sound["code-verifier"] == "sound: refused: invalid_grant")
        #expect(sound["code-challenge"] == "sound: refused: invalid_request")
        #expect(sound["code-twice"] == "sound: refused the second time, and the first tokens are dead")
        let lax = try await examine(byCode: true, flaws: [.challengeLeftOut, .survivingTokens])
        #expect(lax["code-challenge"] == "note: it may be left out; a verifier without its challenge is refused")
        #expect(lax["code-twice"] == "note: refused the second time; the first tokens live on")
        let bad = try await examine(byCode: true, flaws: [.challengeLeftOut, .uncheckedVerifier, .reusableCode])
        #expect(bad["code-verifier"] == "fault: redeemed without it")
        #expect(bad["code-challenge"] == "fault: a code without a challenge is redeemed with a verifier")
        #expect(bad["code-twice"] == "fault: redeemed twice")
    }

    @Test func `without a code nothing is said about codes`() async throws {
        #expect(try await examine().keys.allSatisfy { !$0.hasPrefix("code-") })
    }

    @Test func `a token's end is waited for where it is near, and measured`() async throws {
        #expect(
            try await examine(flaws: [.lateExpiry])["expiry"] == "note: accepted 1 s after its end, refused 10 s after")
        #expect(try await examine(flaws: [.earlyExpiry])["expiry"] == "fault: refused 2 s before its end, or earlier")
        let long = try await examine { $0.accessTokenLifetime = .seconds(61) }
        #expect(long["expiry"] == "unknown: not waited for: it lives 1 min 1 s")
    }

    @Test func `a scope that refresh tokens need is found with or without it`() async throws {
        let with = try await examine(flaws: [.offlineScope])
        #expect(with["refresh-token"] == "sound: issued, with offline_access")
        #expect(with["offline-access"] == "note: no refresh token comes")
        let without = try await examine(scope: ["openid"], flaws: [.offlineScope])
        #expect(without["refresh-token"] == "note: none, without offline_access")
        #expect(without["offline-access"] == "note: no refresh token comes")
        #expect(without["rotation"] == nil)
        #expect(try await examine(scope: ["openid"])["offline-access"] == "sound: a refresh token comes")
        // Its access token is alive at the end.
        _ = try await examine(mayEnd: false, scope: ["openid"], flaws: [.offlineScope]) {
            $0.accessTokenLifetime = .seconds(86_400)
        }
    }

    @Test func `no token is waited for longer than was announced, not even that of a refresh`() async throws {
        let seen = try await examine(flaws: [.longRefreshed])
        #expect(seen["expiry"] == "unknown: not waited for: that of a refresh lives 1 h")
    }

    @Test func `a code without a challenge that is not redeemed makes PKCE needed, whatever it was refused for`()
        async throws
    {
        let seen = try await examine(byCode: true, flaws: [.challengeLeftOut, .verifierDemanded])
        #expect(seen["code-challenge"] == "sound: its code is refused: invalid_grant")
    }

    @Test func `two refreshes at once that were granted by chance are not called safe`() async throws {
        let seen = try await examine(flaws: [.spentUntilUse])
        #expect(seen["spent-token"] == "sound: refused at once; the new access token was used before")
        #expect(
            seen["refresh-twice"] == "note: both granted 5 times, by chance: a spent token is refused at once")
        let one = try await examine(flaws: [.spentUntilUse, .oneSuccessor])
        #expect(
            one["refresh-twice"]
                == "note: both granted; the session lives on with one of the tokens alone: invalid_grant")
    }

    @Test func `a token that is spent only with the first use of the next is no fault, and undecided without a use`()
        async throws
    {
        let unused = try await examine(scope: ["offline_access"], flaws: [.spentUntilUse])
        #expect(unused["access-token-accepted"]?.hasPrefix("unknown") == true)
        #expect(
            unused["spent-token"] == "unknown: accepted for 30 s and longer; the new access token was not used")
    }

    @Test func `a refresh token that is not replaced is sent once more when a minute has gone by`() async throws {
        let steady = try await examine(flaws: [.unreplacedToken])
        #expect(steady["rotation"] == "note: no other one came")
        #expect(steady["unreplaced-token"] == "sound: good a minute after its first use")
        #expect(steady["refresh-twice"] == "sound: both granted; the session lives on")
        let lost = try await examine(flaws: [.lostSuccessor])
        #expect(lost["rotation"] == "note: no other one came")
        #expect(lost["unreplaced-token"] == "fault: refused a minute after its first use: invalid_grant")
    }

    @Test func `a refresh keeps the scope that was granted, not the one that was asked for`() async throws {
        let seen = try await examine(
            over: NarrowSignIn(without: "orders"), scope: ["openid", "orders", "offline_access"])
        #expect(seen["granted-scope"] == "note: without orders")
        #expect(seen["refreshed-scope"] == "sound: openid, offline_access")
    }

    @Test func `offline_access is granted where its token comes, whatever the answer's scope`() async throws {
        let seen = try await examine(over: NarrowSignIn(without: "offline_access"))
        #expect(seen["refresh-token"] == "sound: issued, with offline_access")
        #expect(seen["granted-scope"] == "sound: openid")
        #expect(seen["refreshed-scope"] == "sound: openid")
    }

    @Test func `another time of the sign-in is told from one that moves when the user signs in again`() async throws {
        #expect(try await examine(flaws: [.renewedSignIn])["refreshed-id-token"] == "fault: another auth_time")
        #expect(
            try await examine(flaws: [.latestSignIn])["refreshed-id-token"]
                == "fault: another auth_time, once the user has signed in again")
    }

    @Test func `a refresh whose access token is refused is a fault`() async throws {
        let seen = try await examine(flaws: [.refusedRefreshed])
        #expect(seen["refresh-early"] == "fault: granted, and the new access token is refused")
    }

    @Test func `a refresh token that ends with its access token is a fault`() async throws {
        let seen = try await examine(flaws: [.endsWithAccess])
        #expect(seen["expiry"] == "sound: refused within 1 s of its end")
        #expect(seen["refresh-late"] == "fault: refused: invalid_grant")
    }

    @Test func `what takes any token tells nothing of one`() async throws {
        let seen = try await examine(flaws: [.anyToken])
        #expect(
            seen["access-token-accepted"] == "unknown: neither userinfo nor a resource tells it from a made-up one")
        #expect(seen["expiry"] == nil && seen["refresh-early"] == "sound: granted")
    }

    @Test func `a failed sign-in is told once, and the rest was not looked at`() async throws {
        let seen = try await examine(client: { $0.clientID = "nobody" })
        #expect(seen["refresh-token"]?.hasPrefix("unknown: the sign-in failed: ") == true)
        let rest = seen.filter { $0.key != "refresh-token" }
        #expect(rest.count > 15 && rest.values.allSatisfy { $0 == "unknown: not looked at" })
    }

    @Test func `an answer of two refreshes that is no refusal is told`() throws {
        let tokens = try TokenResponse(
            ["access_token": "a", "token_type": "Bearer"], requestedAt: Date(), requestedAtUptime: .zero,
            providerDate: nil)
        let failure = SessionError.server(status: 500, during: .token, retryAfter: nil, reason: nil)
        let race = Race(
            outcomes: [.granted(tokens), .failed(failure)], deadAccessTokens: 0, afterwards: [.granted(tokens)])
        #expect(!race.isHarmless && !race.isUndecided)
        #expect(race.words == "one granted, the other one: 500; the session lives on")
        let dead = Race(
            outcomes: [.granted(tokens), .granted(tokens)], deadAccessTokens: 1, afterwards: [.granted(tokens)])
        #expect(!dead.isHarmless)
        #expect(dead.words == "both granted, 1 of 2 access tokens dead at once; the session lives on")
        #expect(Race(outcomes: [.failed(failure), .failed(failure)], deadAccessTokens: 0, afterwards: []).isUndecided)
    }

    @Test func `an answer with tokens that a cache may keep is noticed`() async throws {
        let seen = try await examine(over: KeptAnswers())
        #expect(seen["granted-caching"] == "fault: its Cache-Control has no no-store")
    }

    /// The network, but caches may keep the answers of the token endpoint.
    private struct KeptAnswers: HTTPTransport {
        private let inner = CurlTransport.patient()

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            var response = try await inner.send(request)
            if request.url.path.hasSuffix("/token") { response.headers["Cache-Control"] = "no-cache" }
            return response
        }
    }

    /// The network, but sign-ins bring openid alone.
    private struct NarrowSignIn: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let value: String

        init(without value: String) { self.value = value }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            var request = request
            if request.bodyText.contains("grant_type=password") {
                request.body = .text(request.bodyText.replacing("+\(value)", with: ""))
            }
            return try await inner.send(request)
        }
    }

    @Test func `a nonce that proofs need is noticed`() async throws {
        func seen(_ proofs: DemoProvider.ProofPolicy) async throws -> String? {
            try await examine(
                { $0.proofs = proofs }, client: { $0.proofKey = ProofKey(pem: Secret(Self.key)) })["dpop-nonce"]
        }
        #expect(try await seen(DemoProvider.ProofPolicy()) == "sound: none was asked for")
        let demanding = try await seen(DemoProvider.ProofPolicy(wantsNonce: true))
        #expect(demanding == "note: asked for by token_endpoint, userinfo_endpoint")
    }

    @Test func `what ends a session is left out unless a person agrees`() async throws {
        let seen = try await examine(mayEnd: false)
        #expect(seen["rotation"] == "sound: another one")
        for experiment in Experiment.all where experiment.endsSession {
            #expect(seen[experiment.name] == "unknown: not tried: it was declined")
        }
    }

    @Test func `a rate limit ends it, and says when it may go on`() async throws {
        let transport = RateLimit(after: 5)
        let seen = try await examine(over: transport)
        #expect(seen["refresh-token"]?.hasPrefix("sound") == true)
        #expect(seen["rotation"] == "sound: another one")
        #expect(seen["spent-token"] == "unknown: not tried: the provider limits the rate; it may go on in 30 s")
        #expect(seen["revoked-refresh-token"] == "unknown: not looked at")
    }

    /// The network, but the token endpoint answers only so many requests.
    private struct RateLimit: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let left: Countdown

        init(after count: Int) { left = Countdown(count) }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            guard request.url.path.hasSuffix("/token"), await !left.take() else { return try await inner.send(request) }
            return HTTPResponse(status: 429, headers: ["Retry-After": "30"], url: request.url)
        }
    }

    private actor Countdown {
        private var left: Int
        init(_ count: Int) { left = count }
        func take() -> Bool {
            left -= 1
            return left >= 0
        }
    }
}

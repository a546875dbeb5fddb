import FoundationEssentials
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5)))
struct CredentialsTests {
    @Test func `invariant 33: lifetimes count from the request, not from its answer`() {
        let tokens = TokenResponse.sample(lifetime: .seconds(60), refreshLifetime: .seconds(600))
        let credentials = Credentials(
            SignInResult(tokens: tokens, idToken: nil), arrivedAt: signedInAt + .seconds(20))
        #expect(credentials.accessEnd == signedInAt + .seconds(60))
        #expect(credentials.accessArrivedAt == signedInAt + .seconds(20))
        #expect(credentials.accessObtainedAt == .sample())
        #expect(credentials.refreshEnd == signedInAt + .seconds(600))
        #expect(credentials.refreshObtainedAt == .sample())
        #expect(!credentials.isAccessRefreshed)
        #expect(!credentials.isAccessRejected)
    }

    @Test func `invariant 36: a life that the provider leaves out is unknown`() {
        let credentials = Credentials.sample(.sample(lifetime: nil, refreshLifetime: nil))
        #expect(credentials.accessEnd == nil)
        #expect(credentials.accessLifetime == nil)
        #expect(credentials.refreshEnd == nil)
        #expect(!credentials.isExpired(at: signedInAt + .seconds(1_000_000)))
        #expect(credentials.usableUntil(margin: .seconds(30), minimumValidity: .seconds(600)) == nil)
    }

    @Test func `invariant 42: a new refresh token is not suspect, whatever becomes of what came with it`() {
        var before = Credentials.sample()
        before.suspicion = SessionSuspicion(refusal: .unexplained(status: 400), count: 1, lastAt: .sample())
        #expect(before.rotated(by: .sample(refresh: "R2")).suspicion == nil)
        #expect(before.rotated(by: .sample(refresh: nil)).suspicion != nil)
    }

    @Test func `a refresh that brings everything replaces everything`() {
        let before = Credentials.sample(
            .sample(refreshLifetime: .seconds(600), scope: ["openid", "admin"]), idToken: .sample("alice"))
        let after = before.refreshed(
            by: .sample(
                access: "A2", lifetime: .seconds(90), refresh: "R2", refreshLifetime: .seconds(900),
                scope: ["openid"], after: .seconds(50)),
            idToken: .sample("alice again"), arrivedAt: signedInAt + .seconds(55))
        #expect(after.access == Secret("A2"))
        #expect(after.accessObtainedAt == .sample(after: .seconds(50)))
        #expect(after.accessLifetime == .seconds(90))
        #expect(after.accessEnd == signedInAt + .seconds(140))
        #expect(after.accessArrivedAt == signedInAt + .seconds(55))
        #expect(after.isAccessRefreshed)
        #expect(after.refresh == Secret("R2"))
        #expect(after.refreshObtainedAt == .sample(after: .seconds(50)))
        #expect(after.refreshLifetime?.duration == .seconds(900))
        #expect(after.refreshEnd == signedInAt + .seconds(950))
        #expect(after.idToken == .sample("alice again"))
        #expect(after.scope == ["openid"])
    }

    @Test func `what a refresh leaves out stays as it was`() {
        let before = Credentials.sample(
            .sample(refreshLifetime: .seconds(600), scope: ["openid", "admin"]), idToken: .sample("alice"))
        let after = before.refreshed(
            by: .sample(access: "A2", lifetime: nil, refresh: nil, refreshLifetime: .seconds(900), after: .seconds(50)),
            idToken: nil, arrivedAt: signedInAt + .seconds(51))
        #expect(after.refresh == Secret("R1"))
        #expect(after.refreshObtainedAt == .sample())
        #expect(after.refreshLifetime?.duration == .seconds(600))
        #expect(after.refreshEnd == signedInAt + .seconds(600))
        #expect(after.idToken == .sample("alice"))
        #expect(after.scope == ["openid", "admin"])
        // The access token is the new one in all respects.
        #expect(after.accessLifetime == nil)
        #expect(after.accessEnd == nil)
    }

    @Test func `a rejected access token's mark does not pass to the one that replaces it`() {
        var before = Credentials.sample()
        before.accessRejectedAt = signedInAt + .seconds(1)
        let after = before.refreshed(by: .sample(access: "A2"), idToken: nil, arrivedAt: signedInAt + .seconds(2))
        #expect(!after.isAccessRejected)
        // Rotation alone leaves the access token, and what is held against it, alone.
        #expect(before.rotated(by: .sample(access: "A2", refresh: "R2")).isAccessRejected)
    }

    @Test func `invariant 25: rotation takes the new refresh token with its end and nothing else`() {
        let before = Credentials.sample(.sample(refreshLifetime: .seconds(600), scope: ["openid"]))
        let after = before.rotated(
            by: .sample(
                access: "A2", lifetime: .seconds(90), refresh: "R2", refreshLifetime: .seconds(900), scope: ["admin"],
                after: .seconds(50)))
        var expected = before
        expected.refresh = Secret("R2")
        expected.refreshObtainedAt = .sample(after: .seconds(50))
        expected.refreshLifetime = RefreshTokenLifetime(duration: .seconds(900), source: .refreshExpiresIn)
        expected.refreshEnd = signedInAt + .seconds(950)
        #expect(after == expected)
        #expect(before.rotated(by: .sample(access: "A2", refresh: nil)) == before)
    }

    @Test func `a rotated refresh token without a life of its own does not inherit the old one's end`() {
        let before = Credentials.sample(.sample(refreshLifetime: .seconds(600)))
        let after = before.rotated(by: .sample(refresh: "R2", after: .seconds(50)))
        #expect(after.refreshLifetime == nil)
        #expect(after.refreshEnd == nil)
    }

    @Test func `an access token has expired from the very end of its life, or once it was rejected`() {
        var credentials = Credentials.sample(.sample(lifetime: .seconds(60)))
        #expect(!credentials.isExpired(at: signedInAt + .milliseconds(59_999)))
        #expect(credentials.isExpired(at: signedInAt + .seconds(60)))
        credentials.accessRejectedAt = signedInAt
        #expect(credentials.isExpired(at: signedInAt))
    }

    struct Usable: Sendable, CustomTestStringConvertible {
        let lifetime: Int
        var margin = 30
        var minimumValidity: Int?
        var hasRefreshToken = true
        /// How long after the sign-in the token is handed out.
        let seconds: Int
        var testDescription: String { "\(lifetime) s, margin \(margin) s, asked \(minimumValidity ?? -1)" }
    }

    @Test(arguments: [
        Usable(lifetime: 300, seconds: 270),
        Usable(lifetime: 150, seconds: 120),
        Usable(lifetime: 100, seconds: 80),
        Usable(lifetime: 60, margin: 0, seconds: 60),
        Usable(lifetime: 300, minimumValidity: 0, seconds: 300),
        Usable(lifetime: 300, minimumValidity: 100, seconds: 200),
        Usable(lifetime: 300, minimumValidity: 240, seconds: 60),
        Usable(lifetime: 300, minimumValidity: 10_000, seconds: 60),
        Usable(lifetime: 300, hasRefreshToken: false, seconds: 300),
        Usable(lifetime: 300, minimumValidity: 100, hasRefreshToken: false, seconds: 300),
        Usable(lifetime: 0, seconds: 0),
    ])
    func `invariant 36: the margin takes a fifth of a life at most, and what a caller asks for four fifths`(
        usable: Usable
    ) {
        let credentials = Credentials.sample(
            .sample(lifetime: .seconds(usable.lifetime), refresh: usable.hasRefreshToken ? "R1" : nil))
        let end = credentials.usableUntil(
            margin: .seconds(usable.margin), minimumValidity: usable.minimumValidity.map { .seconds($0) })
        #expect(end == signedInAt + .seconds(usable.seconds))
    }

    @Test func `invariant 34: a rejected token is never handed out, whatever its life says`() {
        for lifetime in [Duration.seconds(60), nil] {
            for refresh in ["R1", nil] {
                var credentials = Credentials.sample(.sample(lifetime: lifetime, refresh: refresh))
                credentials.accessRejectedAt = signedInAt
                #expect(credentials.usableUntil(margin: .zero, minimumValidity: nil) == .zero)
            }
        }
    }

    @Test func `invariant 36: a refreshed token that came dead is handed out for a moment, one of a sign-in is not`() {
        let dead = TokenResponse.sample(access: "A2", lifetime: .zero)
        let arrival = signedInAt + .seconds(1)
        let refreshed = Credentials.sample().refreshed(by: dead, idToken: nil, arrivedAt: arrival)
        #expect(refreshed.usableUntil(margin: .seconds(30), minimumValidity: nil) == arrival + .seconds(2))
        #expect(Credentials.sample(dead).usableUntil(margin: .seconds(30), minimumValidity: nil) == signedInAt)
    }

    /// What decides is how long tokens live as they are issued; only an answer that took half of it counts.
    @Test(arguments: [
        (30, 0.02, nil), (30, 14, nil), (30, 16, RefreshDeferral.shortLived(.seconds(14))), (60, 40, nil),
        (29, 0, .shortLived(.seconds(29))), (30, 31, .arrivedExpired),
    ])
    func `load 2: the time that an answer takes makes no token short-lived, unless it takes very long`(
        lifetime: Int, delay: Double, deferral: RefreshDeferral?
    ) {
        let tokens = TokenResponse.sample(lifetime: .seconds(lifetime))
        let credentials = Credentials(
            SignInResult(tokens: tokens, idToken: nil), arrivedAt: signedInAt + .seconds(delay))
        #expect(credentials.refreshDeferral == deferral)
    }
}

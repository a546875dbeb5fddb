import ConsoleApp
import FoundationEssentials
import SessionCore
import Testing

@testable import session_console

/// What `status --follow` says of two looks at a session, in process.
@Suite(.timeLimit(.minutes(5)))
struct StatusChangeTests {
    private static let now = Date(timeIntervalSince1970: 1_795_694_400)

    private static func token(_ name: String, endsIn seconds: Double?, _ source: TokenExpiry.Source = .expiresIn)
        -> TokenStatus
    {
        TokenStatus(
            fingerprint: Secret(name).fingerprint, obtainedAt: now,
            expiry: seconds.map { .at(now.addingTimeInterval($0), source) } ?? .unknown)
    }

    private static var signedIn: SessionStatus {
        var status = SessionStatus()
        (status.state, status.generation, status.subject) = (.authenticated(.restored), 1, "alice")
        (status.accessToken, status.refreshToken) = (token("a", endsIn: 60), token("r", endsIn: nil))
        status.scope = ["openid", "email"]
        return status
    }

    /// The names and the sentences of what is different a second later.
    private func changes(
        from change: (inout SessionStatus) -> Void = { _ in }, to next: (inout SessionStatus) -> Void
    ) -> [(name: StatusChange.Name, text: String)] {
        var old = Self.signedIn
        change(&old)
        var new = old
        next(&new)
        let now = Self.now + 1
        return StatusChange.all(from: old, at: Self.now, to: new, at: now).map { ($0.name, $0.sentence(new, now: now)) }
    }

    private func clock(_ seconds: Double) -> String {
        let date = Self.now.addingTimeInterval(seconds)
        return date.localClock(now: Self.now, secondsFromUTC: LocalTime.secondsFromUTC(at: date))
    }

    @Test func `nothing is told of a status that is as it was, the passing of time aside`() {
        #expect(changes { $0.refreshCount = 1 }.isEmpty)
    }

    @Test func `tokens that another process renewed are named, with their end by the local clock`() {
        let found = changes {
            ($0.accessToken, $0.refreshToken) = (Self.token("b", endsIn: 90), Self.token("s", endsIn: nil))
        }
        let names = ["a", "b", "r", "s"].map { "\(Secret($0).fingerprint)" }
        #expect(
            found.map(\.text) == [
                "Another process renewed the tokens: the access token \(names[0]) is now \(names[1]), "
                    + "valid until \(clock(90)); the refresh token \(names[2]) is now \(names[3])."
            ])
        #expect(found.map(\.name) == [.renewed])
    }

    @Test func `a token's end is told once, with what follows from it`() {
        let over = changes { $0.accessToken = Self.token("a", endsIn: 0.5) }
        #expect(over.map(\.name) == [.accessTokenExpired])
        #expect(over.first?.text.hasSuffix("has expired: the next call renews it.") == true, "\(over)")
        #expect(changes(from: { $0.accessToken = Self.token("a", endsIn: -1) }, to: { _ in }).isEmpty)
        let lone = changes(from: { $0.refreshToken = nil }, to: { $0.accessToken = Self.token("a", endsIn: 0.5) })
        #expect(lone.first?.text.hasSuffix("nothing can renew it, and a new sign-in is needed.") == true, "\(lone)")
        let rejected = changes { $0.accessToken = Self.token("a", endsIn: -3, .rejected) }
        #expect(rejected.map(\.name) == [.accessTokenRejected])
        let refresh = changes { $0.refreshToken = Self.token("r", endsIn: 0.5, .refreshExpiresIn) }
        #expect(refresh.map(\.name) == [.refreshTokenExpired])
        // One that had expired when it came is told of, too.
        let late = changes { $0.accessToken = Self.token("b", endsIn: -1) }
        #expect(late.map(\.name) == [.renewed, .accessTokenExpired])
    }

    @Test func `another scope and a suspicion are told, and its end`() {
        let scope = changes { $0.scope = ["openid"] }
        #expect(scope.map(\.text) == ["The scope is now: openid. It was: openid email."])
        let refusal = RefreshRefusal.unexplained(status: 401)
        let suspicion = SessionSuspicion(refusal: refusal, count: 1, lastAt: Self.now)
        let again = SessionSuspicion(refusal: refusal, count: 2, lastAt: Self.now)
        let suspected = changes { $0.suspicion = suspicion }
        #expect(suspected.map(\.name) == [.suspected])
        #expect(suspected.first?.text.contains("401, no reason given") == true, "\(suspected)")
        #expect(changes(from: { $0.suspicion = suspicion }, to: { $0.suspicion = again }).map(\.name) == [.suspected])
        #expect(
            changes(from: { $0.suspicion = again }, to: { $0.suspicion = nil }).map(\.name) == [.suspicionCleared])
    }

    @Test func `a sign-in is told with its user, and an end with its cause`() {
        let next = changes {
            ($0.generation, $0.subject, $0.accessToken) = (2, "bob", Self.token("b", endsIn: 60))
        }
        #expect(next.map(\.name) == [.signedIn])
        #expect(next.first?.text.hasPrefix("Another process signed in as bob: the access token is ") == true, "\(next)")
        let end = SessionEnd.refreshRejected(.named(OAuthError(code: "invalid_grant", status: 400)))
        let elsewhere = EndedSession(end: end, time: Self.now, generation: 1, process: 4711, program: "request")
        let ended = changes { ($0.state, $0.endedSession, $0.accessToken) = (.noSession(end), elsewhere, nil) }
        #expect(ended.map(\.name) == [.ended])
        #expect(
            ended.first?.text == "Forced out because the refresh was rejected with invalid_grant, "
                + "noticed by process 4711 (request).")
    }

    @Test func `the next expiry is that of the token that ends first and has not ended`() {
        var status = Self.signedIn
        status.refreshToken = Self.token("r", endsIn: 30, .refreshExpiresIn)
        #expect(StatusChange.nextExpiry(in: status, after: Self.now) == Self.now + 30)
        #expect(StatusChange.nextExpiry(in: status, after: Self.now + 30) == Self.now + 60)
        #expect(StatusChange.nextExpiry(in: status, after: Self.now + 60) == nil)
    }
}

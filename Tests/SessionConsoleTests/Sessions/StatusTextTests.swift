import FoundationEssentials
import SessionCore
import Testing

@testable import session_console

/// What `status` says of a session's tokens, in process.
@Suite(.timeLimit(.minutes(5)))
struct StatusTextTests {
    private static let now = Date(timeIntervalSince1970: 1_795_694_400)
    private static let token = Secret("token").fingerprint

    private func lines(_ change: (inout SessionStatus) -> Void) throws -> [String] {
        var profile = Profile(name: "work")
        profile.values = [.issuer: ["https://id.example"], .clientID: ["cli"]]
        let settings = try ProviderSettings(invocation: Invocation(), profile: profile, environment: [:])
        var status = SessionStatus()
        status.state = .authenticated(.restored)
        change(&status)
        return status.lines(settings, now: Self.now)
    }

    @Test(arguments: [
        (8, "a call refreshes it in 8 s or later"), (0, "to be refreshed by the next call"),
        (-3, "to be refreshed by the next call"),
    ])
    func `truth 2: the status says from when on a call refreshes a short-lived token`(
        seconds: Double, words: String
    ) throws {
        let lines = try lines {
            $0.refreshDeferral = .shortLived(.seconds(20))
            $0.refreshedByCallsFrom = Self.now.addingTimeInterval(seconds)
        }
        #expect(lines.contains("          \(words): tokens live only 20 s"), "\(lines)")
    }

    @Test func `truth 8: the status shows the refresh token's end where that is known`() throws {
        let end = TokenExpiry.at(Self.now.addingTimeInterval(1_800), .refreshExpiresIn)
        for (expiry, words) in [(end, ", expires in 30 min (2026-11-26 12:30:00 UTC)"), (.unknown, "")] {
            let lines = try lines {
                $0.refreshToken = TokenStatus(fingerprint: Self.token, obtainedAt: Self.now, expiry: expiry)
            }
            #expect(lines.contains("refresh   \(Self.token)\(words)"), "\(lines)")
        }
    }

    @Test func `truth 8: the status shows the ID token's end by this machine's clock`() throws {
        let lines = try lines {
            $0.clockSkew = .seconds(300)
            $0.idToken = IDTokenStatus(
                fingerprint: Self.token, expiresAt: Self.now.addingTimeInterval(900),
                trust: .verified(algorithm: "ES256", keyID: "k"))
        }
        let words = "ID token  \(Self.token), expires in 10 min (2026-11-26 12:10:00 UTC), "
        #expect(lines.contains { $0.hasPrefix(words) }, "\(lines)")
    }
}

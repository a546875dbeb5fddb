import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import DemoProvider

/// What ending many sessions takes, by the processor's time: whatever else runs, and however fast the machine is.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ManySessionsTests {
    @Test func `eight times as many sessions take eight times as long to revoke, not sixty-four`() async throws {
        let (few, many) = (try await timeToRevoke(1_000), try await timeToRevoke(8_000))
        #expect(many / few < 24, "\(few) s, \(many) s")
    }

    private func timeToRevoke(_ count: Int) async throws -> Double {
        let provider = try await DemoProvider.start()
        try await provider.begin(count, of: "alice")
        try await provider.begin(10, of: "bob")
        let time = try await provider.timeToRevoke(of: "alice", expecting: count)
        #expect(await provider.sessions.all.count == 10)
        let tokens = await provider.accessTokens.valid(at: .now)
        #expect(tokens.map(\.subject) == Array(repeating: "bob", count: 10))
        await provider.stop()
        return time
    }
}

extension DemoProvider {
    /// Begins that many sessions, each with an access token and a refresh token.
    fileprivate func begin(_ count: Int, of username: String) throws {
        let user = try #require(configuration.users.first { $0.username == username })
        for number in 0..<count {
            let id = "\(username)-\(number)"
            sessions.add(
                ProviderSession(
                    id: id, user: user, clientID: clientID, audience: TokenAudience([api]), authenticatedAt: .now,
                    contextClass: nil, nonce: nil),
                at: .now)
            accessTokens.add(
                AccessTokens.Entry(
                    value: "A-" + id, id: id, sessionID: id, clientID: clientID, subject: username, user: user,
                    scope: Scope("openid"), audience: TokenAudience([api]), issuedAt: .now, expiresAt: .now + 3_600,
                    authenticatedAt: nil, contextClass: nil, proofKey: nil))
            refreshTokens.add(
                "R-" + id,
                RefreshTokens.Entry(
                    sessionID: id, clientID: clientID, scope: Scope("openid"), expiresAt: .now + 3_600))
        }
    }

    /// The processor's time that it takes to end the user's sessions, in seconds.
    fileprivate func timeToRevoke(of username: String, expecting count: Int) throws -> Double {
        let start = Self.threadTime
        let revoked = try revokeSessions(of: username)
        let time = Self.threadTime - start
        #expect(revoked == count)
        return time
    }

    private static var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

import FoundationEssentials
import Testing

@testable import DemoProvider

@Suite(.timeLimit(.minutes(5)))
struct RefreshTokensTests {
    @Test func `hole: the leeway of a spent token counts from its first use`() {
        var tokens = RefreshTokens(leeway: .seconds(10))
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        tokens.add(
            "R1",
            RefreshTokens.Entry(
                sessionID: "s", clientID: "c", scope: Scope("openid"), expiresAt: start + 3_600))
        for seconds in [0.0, 6, 9] {
            guard case .granted = tokens.redeem("R1", clientID: "c", at: start + seconds) else {
                Issue.record("not granted after \(seconds) s")
                return
            }
        }
        guard case .reused(sessionID: "s") = tokens.redeem("R1", clientID: "c", at: start + 10) else {
            Issue.record("granted after the leeway")
            return
        }
    }
}

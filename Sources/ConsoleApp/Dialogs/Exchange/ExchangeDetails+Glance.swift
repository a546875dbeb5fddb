import ConsoleKit
import FoundationEssentials
import SessionCore

extension ExchangeDetails {
    /// Shows a profile's session as its store has it.
    init(_ glance: ProfileGlance, in scene: Scene) {
        let now = scene.now
        let status = glance.status
        let facts: [(String, String?)] = [
            ("Profile", glance.profile), ("State", glance.word(now: now).words),
            ("Client", glance.client?.clientID), ("Issuer", glance.client?.issuer), ("Subject", status?.subject),
            ("Access token", status?.accessToken?.words(now: now)),
            ("Refresh token", status?.refreshToken?.words(now: now)),
            ("Grant", status?.grantEnd(now: now)), ("Scope", status.flatMap { ScopeText($0).grantedWords }),
            ("In short", glance.details(now: now)),
        ]
        self.init(
            "Session of '\(glance.profile)'", [facts.compactMap { name, value in value.map { FactLine(name, $0) } }])
    }
}

extension TokenStatus {
    /// `A3F1, expires in 00:47`.
    fileprivate func words(now: Date) -> String {
        "\(fingerprint), \(TokenClock(self, now: now).words(past: expiry.pastWord))"
    }
}

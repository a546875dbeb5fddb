import FoundationEssentials
import JOSE

/// The checks of a logout token's claims (OpenID Connect Back-Channel Logout 1.0 §2.6).
struct LogoutTokenChecks: Sendable {
    let issuer: String
    let clientID: String
    let now: Date
    let tolerance: Duration

    /// The member of `events` that makes a token one that logs out (§2.4).
    private static let event = "http://schemas.openid.net/event/backchannel-logout"

    /// What a logout token names: a session at the provider, its user, or both.
    struct Facts: Sendable, Hashable {
        let session: String?
        let subject: String?
        /// The token's own name, which counts once.
        let id: String
        /// From then on the token is no longer valid.
        let expiresAt: Date
    }

    func run(on jwt: JWT) throws(FailedCheck) -> Facts {
        let claims = jwt.claims
        try checkType(jwt.jws)
        guard let found = claims.issuer else { throw FailedCheck("iss is missing") }
        guard found.hasSameBytes(as: issuer) else { throw FailedCheck("iss is \(found) instead of \(issuer)") }
        guard claims.audience.contains(where: { $0.hasSameBytes(as: clientID) }) else {
            let found = claims.audience.isEmpty ? "missing" : claims.audience.joined(separator: ", ")
            throw FailedCheck("aud is \(found), without \(clientID)")
        }
        let expiresAt = try checkTimes(claims)
        guard claims.object["events"]?.object?[Self.event]?.object != nil else {
            throw FailedCheck("events has no \(Self.event)")
        }
        // So that no ID token passes for one (§4).
        guard claims.object["nonce"] == nil else { throw FailedCheck("nonce is there, which no logout token has") }
        guard let id = claims.jwtID, !id.isEmpty else { throw FailedCheck("jti is missing") }
        guard id.utf8.count <= Scrubber.limit else { throw FailedCheck("jti is longer than \(Scrubber.limit) bytes") }
        let session = claims.object["sid"]
        guard session == nil || session?.string?.isEmpty == false else { throw FailedCheck("sid is not a text") }
        guard session != nil || claims.subject?.isEmpty == false else {
            throw FailedCheck("sid and sub are missing")
        }
        return Facts(session: session?.string, subject: claims.subject, id: id, expiresAt: expiresAt)
    }

    /// Providers from before the recommendation send no type, or that of every JWT.
    private func checkType(_ jws: JWS) throws(FailedCheck) {
        guard let type = jws.type else { return }
        let name = String(type.lowercased().trimmingPrefix("application/"))
        guard ["logout+jwt", "jwt"].contains(name) else {
            throw FailedCheck("typ is \(type): the token is not a logout token")
        }
    }

    private func checkTimes(_ claims: JWTClaims) throws(FailedCheck) -> Date {
        guard let issuedAt = claims.issuedAt else { throw FailedCheck("iat is missing") }
        guard issuedAt <= now + tolerance.seconds else {
            throw FailedCheck("iat is \(Duration.seconds(issuedAt.timeIntervalSince(now)).inWords) ahead")
        }
        guard let expiresAt = claims.expirationTime else { throw FailedCheck("exp is missing") }
        guard now < expiresAt + tolerance.seconds else {
            throw FailedCheck("exp was \(Duration.seconds(now.timeIntervalSince(expiresAt)).inWords) ago")
        }
        try claims.checkNotBefore(now, tolerance)
        return expiresAt + tolerance.seconds
    }
}

import FoundationEssentials
import JOSE

/// A check that did not pass: which, and what was found.
struct FailedCheck: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// The checks of an ID token's claims (OpenID Connect Core §3.1.3.7 and §12.2).
struct IDTokenChecks: Sendable {
    let issuer: String
    let clientID: String
    let now: Date
    let trustedAudiences: Set<String>
    let tolerance: Duration
    let expectation: IDTokenExpectation
    let accessToken: Secret

    /// The claims that every ID token has.
    struct Facts: Hashable {
        let issuer: String
        let subject: String
        let expiresAt: Date
    }

    func run(on jwt: JWT) throws(FailedCheck) -> Facts {
        let claims = jwt.claims
        try checkType(jwt.jws)
        try checkIssuer(claims)
        guard let subject = claims.subject, !subject.isEmpty else { throw FailedCheck("sub is missing") }
        guard subject.utf8.count <= Scrubber.limit else {
            throw FailedCheck("sub is longer than \(Scrubber.limit) bytes")
        }
        try checkAudience(claims)
        let expiresAt = try checkTimes(claims)
        try checkNonce(claims)
        try checkAuthenticationTime(claims)
        try checkAccessTokenHash(jwt)
        if let original = expectation.original { try checkAgreement(claims, with: original) }
        return Facts(issuer: issuer, subject: subject, expiresAt: expiresAt)
    }

    /// RFC 8725 §3.11: a token of another kind says so, and an ID token needs no `typ` of its own.
    private func checkType(_ jws: JWS) throws(FailedCheck) {
        guard let type = jws.type else { return }
        let name = type.lowercased().trimmingPrefix("application/")
        guard !name.hasSuffix("+jwt") else {
            throw FailedCheck("typ is \(type): the token is not an ID token (RFC 8725 §3.11)")
        }
    }

    private func checkIssuer(_ claims: JWTClaims) throws(FailedCheck) {
        guard let found = claims.issuer else { throw FailedCheck("iss is missing") }
        guard found.hasSameBytes(as: issuer) else { throw FailedCheck("iss is \(found) instead of \(issuer)") }
    }

    private func checkAudience(_ claims: JWTClaims) throws(FailedCheck) {
        guard claims.audience.contains(where: { $0.hasSameBytes(as: clientID) }) else {
            let found = claims.audience.isEmpty ? "missing" : claims.audience.joined(separator: ", ")
            throw FailedCheck("aud is \(found), without \(clientID)")
        }
        if let authorizedParty = claims.authorizedParty {
            guard authorizedParty.hasSameBytes(as: clientID) else {
                throw FailedCheck("azp is \(authorizedParty) instead of \(clientID)")
            }
            return
        }
        // Without azp each of the others must be trusted (OpenID Connect Core §3.1.3.7, points 3 and 4).
        let strangers = claims.audience.filter { name in
            !name.hasSameBytes(as: clientID) && !trustedAudiences.contains { $0.hasSameBytes(as: name) }
        }
        guard strangers.isEmpty else {
            throw FailedCheck(
                "aud is \(claims.audience.joined(separator: ", ")), and azp is missing; where "
                    + "\(strangers.joined(separator: ", ")) can be trusted, name it in trustedAudiences")
        }
    }

    private func checkTimes(_ claims: JWTClaims) throws(FailedCheck) -> Date {
        guard let expiresAt = claims.expirationTime else { throw FailedCheck("exp is missing") }
        guard now < expiresAt + tolerance.seconds else {
            throw FailedCheck("exp was \(Duration.seconds(now.timeIntervalSince(expiresAt)).inWords) ago")
        }
        guard let issuedAt = claims.issuedAt else { throw FailedCheck("iat is missing") }
        guard issuedAt <= now + tolerance.seconds else {
            throw FailedCheck("iat is \(Duration.seconds(issuedAt.timeIntervalSince(now)).inWords) ahead")
        }
        try claims.checkNotBefore(now, tolerance)
        return expiresAt
    }

    private func checkNonce(_ claims: JWTClaims) throws(FailedCheck) {
        guard let expected = expectation.nonce else { return }
        guard let nonce = claims.nonce else { throw FailedCheck("nonce is missing") }
        guard nonce.hasSameBytes(as: expected) else { throw FailedCheck("nonce is that of another attempt") }
    }

    private func checkAuthenticationTime(_ claims: JWTClaims) throws(FailedCheck) {
        guard let maxAge = expectation.maxAge else { return }
        guard let authTime = claims.authTime else {
            throw FailedCheck("auth_time is missing, but max_age was requested")
        }
        let age = now.timeIntervalSince(authTime)
        guard age <= maxAge.seconds + tolerance.seconds else {
            throw FailedCheck(
                "auth_time was \(Duration.seconds(age).inWords) ago, longer than max_age \(maxAge.inWords)")
        }
    }

    /// OpenID Connect Core §3.1.3.6; the claim is optional where the token comes from the token endpoint.
    private func checkAccessTokenHash(_ jwt: JWT) throws(FailedCheck) {
        guard let expected = jwt.claims.accessTokenHash, let digest = jwt.jws.algorithm?.hashForHalves else { return }
        let hash = digest.hash(Array(accessToken.reveal().utf8))
        guard Base64URL.encode(hash.prefix(hash.count / 2)).hasSameBytes(as: expected) else {
            throw FailedCheck("at_hash is that of another access token")
        }
    }

    private func checkAgreement(_ claims: JWTClaims, with original: Secret) throws(FailedCheck) {
        let first: JWTClaims
        do { first = try JWT.parse(original.reveal()).claims } catch {
            throw FailedCheck("the session's first ID token can't be read: \(error.clause)")
        }
        guard claims.issuer == first.issuer else { throw FailedCheck("iss differs from the session's") }
        guard let subject = claims.subject, first.subject?.hasSameBytes(as: subject) == true else {
            throw FailedCheck("sub differs from the session's: the token is another user's")
        }
        guard Set(claims.audience).isSuperset(of: first.audience) else {
            throw FailedCheck("aud lacks a party of the session's first ID token")
        }
        guard claims.authorizedParty == first.authorizedParty else {
            throw FailedCheck("azp differs from the session's")
        }
        // Some providers publish the latest sign-in of the user with any client, so a later time may be the same user.
        if let authTime = claims.authTime, let before = first.authTime, authTime < before {
            throw FailedCheck("auth_time is earlier than the session's")
        }
        if let nonce = claims.nonce, nonce != first.nonce { throw FailedCheck("nonce differs from the session's") }
    }
}

extension JWTClaims {
    /// Before its `nbf` no token may be accepted (RFC 7519 §4.1.5).
    func checkNotBefore(_ now: Date, _ tolerance: Duration) throws(FailedCheck) {
        guard let notBefore, notBefore > now + tolerance.seconds else { return }
        throw FailedCheck("nbf is \(Duration.seconds(notBefore.timeIntervalSince(now)).inWords) ahead")
    }
}

extension JWSAlgorithm {
    /// The hash whose left half `at_hash` holds: that of the algorithm, and SHA-512 for EdDSA on Ed25519.
    fileprivate var hashForHalves: Digest {
        switch self {
        case .rs256, .ps256, .es256, .hs256: .sha256
        case .rs384, .ps384, .es384, .hs384: .sha384
        case .rs512, .ps512, .es512, .hs512, .edDSA, .ed25519: .sha512
        }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

package import FoundationEssentials
import JOSE
import SessionCore

/// What is known of a token besides what is written in it.
package struct TokenCircumstances: Sendable, Hashable {
    /// What the token is used as, if that is known.
    package var kind: TokenKind?
    /// When the token ends by the `expires_in` beside it, by the provider's clock.
    package var expiry: Date?

    package init(kind: TokenKind? = nil, expiry: Date? = nil) {
        self.kind = kind
        self.expiry = expiry
    }
}

extension TokenProblem {
    /// A longer life is unusual for a bearer token.
    private static let longestLife: TimeInterval = 86_400
    /// The difference between `exp` and `expires_in` that rounding and the way of the answer explain.
    private static let tolerance: TimeInterval = 5

    /// What is missing or unusual in a token of this kind.
    static func purpose(of jwt: JWTContents, _ circumstances: TokenCircumstances) -> [TokenProblem] {
        let claims = jwt.claims
        var problems: [TokenProblem] = []
        if circumstances.kind == .access || circumstances.kind == nil { problems += life(of: claims) }
        if let expiry = circumstances.expiry, let end = claims["exp"].flatMap(RelativeTime.date) {
            let difference = end.timeIntervalSince(expiry)
            if abs(difference) > tolerance {
                let amount = RelativeTime(date: end, now: expiry).amount
                let order = difference > 0 ? "later" : "earlier"
                problems.append(.warning("exp is \(amount) \(order) than expires_in says", "RFC 6749 §5.1"))
            }
        }
        switch circumstances.kind {
        case nil where jwt.isProof:
            let place = "RFC 9449 §4.2"
            if jwt.header["jwk"] == nil { problems.append(.error("jwk is missing: a proof includes its key", place)) }
            problems += missing(["jti", "htm", "htu", "iat"], in: claims, place)
        case nil where jwt.isLogoutToken: problems += logout(by: jwt)
        case nil where jwt.isSecurityEvent:
            problems += missing(["iss", "iat", "jti", "events"], in: claims, "RFC 8417 §2.2")
        case .access:
            problems += missing(["iss", "sub", "aud", "client_id", "iat", "jti"], in: claims, "RFC 9068 §2.2")
        case .identity:
            problems += missing(["iss", "sub", "aud", "iat"], in: claims, "OpenID Connect Core §2")
            if claims["at_hash"] == nil {
                problems.append(
                    .warning(
                        "at_hash is missing: nothing ties it to the access token", "OpenID Connect Core §3.1.3.6"))
            }
        // An issuer with more than one recipient must name them, whatever kind of token it is.
        case nil: problems += missing(["aud"], in: claims, "RFC 8725 §3.9")
        case .refresh: break
        }
        return problems
    }

    /// What keeps a client from obeying a logout token.
    private static func logout(by jwt: JWTContents) -> [TokenProblem] {
        let (claims, place) = (jwt.claims, "OpenID Connect Back-Channel Logout 1.0 §2.4")
        var problems = missing(["iss", "aud", "iat", "jti"], in: claims, place)
        if !jwt.reportsLogout { problems.append(.error("events has no logout: nothing is to be ended", place)) }
        if claims["sid"] == nil, claims["sub"] == nil {
            problems.append(.error("sid and sub are missing: nothing says whose session has ended", place))
        }
        if claims["nonce"] != nil {
            problems.append(.error("nonce is there, so that it could pass for an ID token", place))
        }
        return problems
    }

    private static func life(of claims: JSONObject) -> [TokenProblem] {
        guard let start = claims["iat"].flatMap(RelativeTime.date), let end = claims["exp"].flatMap(RelativeTime.date),
            end.timeIntervalSince(start) > longestLife
        else { return [] }
        let life = RelativeTime(date: end, now: start).amount
        return [.warning("it lives for \(life): a leaked bearer token can be used for that long", "RFC 6750 §5.3")]
    }

    /// One problem for all claims that are missing; a missing audience is said in full.
    private static func missing(_ names: [String], in claims: JSONObject, _ reference: String) -> [TokenProblem] {
        var missing = names.filter { claims[$0] == nil }
        var problems: [TokenProblem] = []
        if missing.contains("aud") {
            missing.removeAll { $0 == "aud" }
            problems.append(.warning("aud is missing: nothing says which recipient it is for", reference))
        }
        if !missing.isEmpty {
            let verb = missing.count == 1 ? "is" : "are"
            problems.append(.warning("\(missing.joined(separator: ", ")) \(verb) missing", reference))
        }
        return problems
    }
}

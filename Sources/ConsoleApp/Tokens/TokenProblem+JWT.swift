package import FoundationEssentials
import JOSE
import SessionCore

extension TokenProblem {
    /// The problems that can be found without a key, the most serious first.
    package static func all(
        of jwt: JWTContents, as circumstances: TokenCircumstances = TokenCircumstances(), now: Date
    ) -> [TokenProblem] {
        var circumstances = circumstances
        circumstances.kind = circumstances.kind ?? jwt.apparentKind
        let problems =
            header(of: jwt) + times(of: jwt, now: now) + kinds(of: jwt.claims) + purpose(of: jwt, circumstances)
        return sorted(problems)
    }

    /// The most serious first.
    package static func sorted(_ problems: [TokenProblem]) -> [TokenProblem] {
        problems.filter { $0.weight == .error } + problems.filter { $0.weight == .warning }
    }

    private static func header(of jwt: JWTContents) -> [TokenProblem] {
        var problems: [TokenProblem] = []
        if jwt.algorithmName.isEmpty {
            problems.append(.error("alg is missing", "RFC 7515 §4.1.1"))
        } else if jwt.isUnsigned {
            problems.append(.error("alg is none: anyone could have written it", "RFC 8725 §3.2"))
        } else if jwt.algorithmName.hasPrefix("HS") {
            problems.append(
                .warning("\(jwt.algorithmName): every party that can verify it can also forge it", "RFC 7518 §3.2"))
        }
        if jwt.keyID == nil && !jwt.isUnsigned && !jwt.isProof {
            problems.append(.warning("kid is missing: the key must be guessed", "RFC 7515 §4.1.4"))
        }
        if let type = jwt.type, !MemberGlossary.knows(type: type), let written = jwt.header["typ"]?.string {
            problems.append(.warning("typ is '\(written)', which no standard defines", "RFC 7519 §5.1"))
        }
        if let critical = jwt.header["crit"] {
            let names = critical.strings?.joined(separator: ", ") ?? ""
            let text =
                names.isEmpty ? "crit names no extensions" : "crit demands \(names): no extension is understood here"
            problems.append(.error(text, "RFC 7515 §4.1.11"))
        }
        for name in ["jku", "jwk", "x5u", "x5c"] where jwt.header[name] != nil && !(jwt.isProof && name == "jwk") {
            problems.append(.warning("\(name) supplies a key of the sender's choice", "RFC 8725 §3.10"))
        }
        if let name = jwt.header.repeatedName {
            problems.append(.error("the header repeats the name \(name)", "RFC 7515 §4"))
        }
        if let name = jwt.claims.repeatedName {
            problems.append(.error("the claims repeat the name \(name)", "RFC 7519 §4"))
        }
        return problems
    }

    private static func times(of jwt: JWTContents, now: Date) -> [TokenProblem] {
        let claims = jwt.claims
        var problems: [TokenProblem] = []
        func time(_ name: String) -> RelativeTime? {
            claims[name].flatMap(RelativeTime.date).map { RelativeTime(date: $0, now: now) }
        }
        if let end = time("exp") {
            if end.distance <= 0 { problems.append(.error("expired \(end.amount) ago", "RFC 7519 §4.1.4")) }
            if let start = time("iat"), end.date <= start.date {
                problems.append(.warning("exp is not after iat: the token was never valid", "RFC 7519 §4.1.4"))
            }
        } else if claims["exp"] == nil && !jwt.isProof && (!jwt.isSecurityEvent || jwt.isLogoutToken) {
            problems.append(.warning("exp is missing: nothing says when it ends", "RFC 7519 §4.1.4"))
        }
        if let start = time("nbf"), start.distance > 0 {
            problems.append(.error("not valid for another \(start.amount)", "RFC 7519 §4.1.5"))
        }
        if let issue = time("iat"), issue.distance > 0 {
            problems.append(
                .warning("iat is \(issue.amount) in the future: is a clock wrong?", "RFC 7519 §4.1.6"))
        }
        return problems
    }

    /// Problems of registered claims with values of the wrong type.
    private static func kinds(of claims: JSONObject) -> [TokenProblem] {
        claims.members.compactMap { member -> TokenProblem? in
            do throws(JOSEError) {
                _ = try JWTClaims(JSONObject([(member.name, member.value)]))
                return nil
            } catch {
                let isTime = MemberGlossary.claims[member.name]?.time != nil
                let isMilliseconds = isTime && member.value.double.map { $0 >= 1e11 } ?? false
                let hint = isMilliseconds ? " (it is probably in milliseconds)" : ""
                return .error(error.clause + hint, isTime ? "RFC 7519 §2" : "RFC 7519 §4.1")
            }
        }
    }
}

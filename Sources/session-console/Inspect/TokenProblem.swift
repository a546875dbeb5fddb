import FoundationEssentials
import JOSE

/// An error or an oddity in a token.
struct TokenProblem: Sendable, Equatable {
    enum Weight: String, Sendable {
        /// No recipient may accept the token.
        case error
        /// The token can be accepted, but should be looked into.
        case warning
    }

    var weight: Weight
    var text: String
}

extension TokenProblem {
    /// The problems that can be found without a key, the most serious first.
    static func all(of jws: JWS, claims: JSONObject, now: Date) -> [TokenProblem] {
        let problems = header(of: jws) + times(of: claims, now: now) + kinds(of: claims)
        return problems.filter { $0.weight == .error } + problems.filter { $0.weight == .warning }
    }

    private static func header(of jws: JWS) -> [TokenProblem] {
        var problems: [TokenProblem] = []
        if jws.isUnsigned {
            problems.append(.init(weight: .error, text: "alg is none: anyone could have written it"))
        } else if jws.algorithmName.hasPrefix("HS") {
            problems.append(
                .init(weight: .warning, text: "\(jws.algorithmName): every party that can verify it can also forge it"))
        }
        if jws.keyID == nil && !jws.isUnsigned {
            problems.append(.init(weight: .warning, text: "kid is missing: the key must be guessed"))
        }
        if let type = jws.type {
            let name = type.lowercased()
            let bare = name.hasPrefix("application/") ? String(name.dropFirst(12)) : name
            if !MemberGlossary.types.contains(bare) {
                problems.append(.init(weight: .warning, text: "typ is '\(type)', which no standard names"))
            }
        }
        for name in ["jku", "jwk", "x5u", "x5c"] where jws.header[name] != nil {
            problems.append(.init(weight: .warning, text: "\(name) supplies a key of the sender's own choice"))
        }
        return problems
    }

    private static func times(of claims: JSONObject, now: Date) -> [TokenProblem] {
        var problems: [TokenProblem] = []
        func time(_ name: String) -> RelativeTime? {
            claims[name].flatMap(RelativeTime.date).map { RelativeTime(date: $0, now: now) }
        }
        if let end = time("exp") {
            if end.distance <= 0 { problems.append(.init(weight: .error, text: "expired \(end.amount) ago")) }
            if let start = time("iat"), end.date <= start.date {
                problems.append(.init(weight: .warning, text: "exp is not after iat: the token was never valid"))
            }
        } else if claims["exp"] == nil {
            problems.append(.init(weight: .warning, text: "exp is missing: the token never expires"))
        }
        if let start = time("nbf"), start.distance > 0 {
            problems.append(.init(weight: .error, text: "not valid yet, for \(start.amount)"))
        }
        if let issue = time("iat"), issue.distance > 0 {
            problems.append(
                .init(weight: .warning, text: "iat is \(issue.amount) in the future: is a clock wrong?"))
        }
        return problems
    }

    /// Problems of registered claims with values of the wrong type.
    private static func kinds(of claims: JSONObject) -> [TokenProblem] {
        claims.members.compactMap { member in
            do {
                _ = try JWTClaims(JSONObject([(member.name, member.value)]))
                return nil
            } catch {
                let isMilliseconds = member.value.double.map { $0 >= 1e11 } ?? false
                let hint = isMilliseconds ? "it is probably in milliseconds" : ""
                let sentence = "\(error)".trimmingSuffix(while: { $0 == "." })
                return .init(weight: .error, text: sentence + (hint.isEmpty ? "" : " (\(hint))"))
            }
        }
    }
}

extension RelativeTime {
    /// The time of a NumericDate (RFC 7519 §2); `nil` for any other value.
    static func date(_ value: JSONValue) -> Date? { JWTClaims.time(value) }
}

extension JWS {
    /// Whether `alg` is `none` (RFC 7519 §6), in any spelling, because forgers vary it.
    var isUnsigned: Bool { algorithmName.lowercased() == "none" }
}

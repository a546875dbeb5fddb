/// Servers' challenges, as the end of a sentence.
package enum ChallengeWords {
    /// The challenge of a 401 to a request that carried a token.
    package static func of(_ challenge: AuthenticationChallenge?) -> String {
        guard let challenge else { return "the answer has no challenge" }
        guard challenge.trustedIssuers.isEmpty else {
            let issuers = challenge.trustedIssuers.joined(separator: " or ")
            return "\(reason(challenge)); this API trusts \(issuers), not your provider"
        }
        return reason(challenge)
    }

    private static func reason(_ challenge: AuthenticationChallenge) -> String {
        if let received = challenge.received { return "WWW-Authenticate: \(received)" }
        guard let error = challenge.error else { return "the API gave no reason, only a \(challenge.scheme) challenge" }
        return challenge.errorDescription.map { "\(error): \($0.asClause)" } ?? error
    }

    /// The demand of a step-up challenge (RFC 9470 §3), or of a claims challenge.
    package static func stepUp(_ acrValues: [String], _ maxAge: Duration?, _ claims: String?) -> String {
        let age = maxAge.map { ["a sign-in not older than \($0.inWords)"] } ?? []
        let level = acrValues.isEmpty ? [] : ["the level \(acrValues.joined(separator: " or "))"]
        let all = level + age + (claims.map { ["the claims \($0)"] } ?? [])
        return all.isEmpty ? "a new sign-in" : all.joined(separator: " and ")
    }
}

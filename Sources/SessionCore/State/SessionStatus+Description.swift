import FoundationEssentials

extension SessionStatus: CustomStringConvertible {
    /// The state, the user and the tokens in a line for logs, without claims and secrets.
    public var description: String {
        var parts = ["\(state)"]
        if let subject { parts.append("subject \(subject)") }
        if let accessToken { parts.append("access token \(accessToken)") }
        if let refreshToken { parts.append("refresh token \(refreshToken)") }
        if let refreshDueAt { parts.append("refresh due at \(refreshDueAt)") }
        if suspicion != nil { parts.append("suspect") }
        return parts.joined(separator: ", ")
    }
}

extension TokenStatus: CustomStringConvertible {
    /// The token's short public name and its end, for logs.
    public var description: String {
        switch expiry {
        case .at(let end, _): "\(fingerprint) until \(end)"
        case .unknown: "\(fingerprint)"
        }
    }
}

extension UserInfo: CustomStringConvertible {
    /// The subject, and which claims came, without their values: these are about a person.
    public var description: String {
        "user \(subject) with \(claims.isEmpty ? "no claims" : claims.map(\.name).joined(separator: ", "))"
    }
}

extension UserInfo.Claim: CustomStringConvertible {
    /// The claim's name alone.
    public var description: String { name }
}

/// Something that the sign-in asked for and that the provider did not give.
public enum Shortfall: Sendable, Hashable {
    /// `offline_access` was requested or granted, and no refresh token came (OpenID Connect Core §11).
    case refreshToken
    /// `openid` was requested, and no ID token came (OpenID Connect Core §3.1.3.3).
    case idToken
    /// These values of the requested scope were not granted (RFC 6749 §3.3).
    case scope([String])
}

extension SessionStatus {
    /// What the sign-in asked for and the provider did not give; empty without a session, and where the flow gets the
    /// next tokens itself.
    ///
    /// A scope value counts as granted where the provider spells it in its own way, and `offline_access` and `openid`
    /// where their token came.
    public var shortfalls: [Shortfall] {
        guard accessToken != nil, !isRenewedByFlow else { return [] }
        var shortfalls: [Shortfall] = []
        let names = (requestedScope ?? []) + (scope ?? [])
        if refreshToken == nil, names.contains("offline_access") { shortfalls.append(.refreshToken) }
        if idToken == nil, requestedScope?.contains("openid") == true { shortfalls.append(.idToken) }
        let missing = missingScope.filter { $0 != "offline_access" && $0 != "openid" }
        if !missing.isEmpty { shortfalls.append(.scope(missing)) }
        return shortfalls
    }

    /// The values of the requested scope that were not granted, and that no token proves to be.
    package var missingScope: [String] {
        guard let scope, let requestedScope else { return [] }
        let proven = (refreshToken == nil ? [] : ["offline_access"]) + (idToken == nil ? [] : ["openid"])
        let granted = ScopeNames(scope + proven)
        return requestedScope.filter { !granted.contains($0) }
    }
}

extension Shortfall: CustomStringConvertible {
    /// What did not come and what follows, as a sentence without its capital and its full stop.
    public var description: String {
        switch self {
        case .refreshToken:
            "no refresh token was issued for offline_access: the session ends with its access token"
        case .idToken: "no ID token was issued, although openid was requested: it can't tell who the user is"
        case .scope(let values): "not granted, although requested: \(values.joined(separator: " "))"
        }
    }

    /// What did not come, as it stands beside the name of the token or of the requested scope.
    package var shortWords: String {
        switch self {
        case .refreshToken: "none was issued for offline_access"
        case .idToken: "none, although openid was requested"
        case .scope(let values): "not granted: \(values.joined(separator: " "))"
        }
    }
}

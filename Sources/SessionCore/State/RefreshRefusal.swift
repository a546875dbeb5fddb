/// Why the token endpoint no longer accepts a refresh token.
public enum RefreshRefusal: Sendable, Hashable {
    /// The provider said so with an OAuth error.
    case named(OAuthError)
    /// The provider answered with this status and no OAuth error; the reason is what else the answer said, at most 200
    /// characters.
    case unexplained(status: Int, reason: String? = nil)

    /// The OAuth error, where there was one.
    public var error: OAuthError? {
        if case .named(let error) = self { error } else { nil }
    }

    /// The HTTP status of the answer; `nil` where it is not known.
    public var status: Int? {
        switch self {
        case .named(let error): error.status
        case .unexplained(let status, _): status
        }
    }

    /// The provider's words on why, beside the name of an OAuth error; `nil` where it had none.
    public var reason: String? {
        switch self {
        case .named(let error): error.detail
        case .unexplained(_, let reason): reason
        }
    }
}

extension RefreshRefusal: CustomStringConvertible {
    /// The reason as a part of a sentence: `invalid_grant: session revoked`, `400 "session revoked"`,
    /// `400, no reason given`.
    public var description: String {
        switch self {
        case .named(let error): error.description
        case .unexplained(let status, let reason?): "\(status) \"\(reason.asClause)\""
        case .unexplained(let status, nil): "\(status), no reason given"
        }
    }
}

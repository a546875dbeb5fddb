/// Why the token endpoint no longer accepts a refresh token.
public enum RefreshRefusal: Sendable, Hashable {
    /// It said so with an OAuth error.
    case named(OAuthError)
    /// It answered with this status and no OAuth error.
    case unexplained(status: Int)

    /// The OAuth error, where there was one.
    public var error: OAuthError? {
        if case .named(let error) = self { error } else { nil }
    }

    /// The HTTP status of the answer; `nil` where it is not known.
    public var status: Int? {
        switch self {
        case .named(let error): error.status
        case .unexplained(let status): status
        }
    }
}

extension RefreshRefusal: CustomStringConvertible {
    /// The reason as a part of a sentence: `invalid_grant: session revoked`, `400, no reason given`.
    public var description: String {
        switch self {
        case .named(let error): error.description
        case .unexplained(let status): "\(status), no reason given"
        }
    }
}

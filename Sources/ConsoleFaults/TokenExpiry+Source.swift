package import SessionCore

extension TokenExpiry.Source {
    /// Whether it tells when the token stopped being used, and not how long it was meant to live.
    package var isBeforeItsTime: Bool {
        switch self {
        case .declared, .rejected: true
        case .expiresIn, .refreshTokenTimeout, .authorizationExpiresIn, .refreshExpiresIn, .refreshTokenExpiresIn,
            .claim, .introspection:
            false
        }
    }
}

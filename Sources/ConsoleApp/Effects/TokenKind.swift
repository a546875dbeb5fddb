/// The tokens a session holds.
package enum TokenKind: Sendable, Hashable, CaseIterable {
    case access, refresh, identity

    package var title: String {
        switch self {
        case .access: "access token"
        case .refresh: "refresh token"
        case .identity: "ID token"
        }
    }
}

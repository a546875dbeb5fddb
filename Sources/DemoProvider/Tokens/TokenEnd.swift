/// Why a token is not accepted.
enum TokenEnd: Error, Sendable, Hashable {
    case unknown
    case altered
    case expired
    case revoked
    case sessionRevoked
    case signedOut
    case refreshTokenReused
    case codeReused
    case rejectedOnDemand
    case clientDeleted
    case otherClient
    case otherAudience
    case bound
    case notBound

    enum Kind: String, Sendable {
        case access = "access token"
        case refresh = "refresh token"
    }

    /// The words of `error_description`.
    func description(of kind: Kind) -> String {
        switch self {
        case .unknown: "the \(kind.rawValue) is unknown"
        case .altered: "the \(kind.rawValue) was altered: its signature is wrong"
        case .expired: "the \(kind.rawValue) expired"
        case .revoked: "the \(kind.rawValue) was revoked"
        case .sessionRevoked: "the session was revoked"
        case .signedOut: "the user signed out"
        case .refreshTokenReused: "a refresh token was used twice, so the session was revoked"
        case .codeReused: "the authorization code was used twice, so the session was revoked"
        case .rejectedOnDemand: "the \(kind.rawValue) was rejected on demand"
        case .clientDeleted: "the registration of the client was deleted"
        case .otherAudience: "the \(kind.rawValue) is for another audience"
        case .otherClient: "the \(kind.rawValue) was issued to another client"
        case .bound: "the \(kind.rawValue) is bound to a key that the request does not prove to hold"
        case .notBound: "the \(kind.rawValue) is a bearer token"
        }
    }
}

/// What the provider's userinfo endpoint says of a token that an API rejected.
enum UserInfoOpinion: Sendable, Equatable {
    case accepted
    case rejected
    /// The provider has no userinfo endpoint.
    case notOffered
    /// No answer that says anything about the token: the network, a 5xx, a 403.
    case none
}

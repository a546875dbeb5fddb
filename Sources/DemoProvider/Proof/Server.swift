/// The two origins, which have separate nonces.
enum Server: Sendable, Hashable {
    case issuer, api
}

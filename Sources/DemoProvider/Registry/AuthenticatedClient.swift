/// The client that sent a request, and what it has proved.
struct AuthenticatedClient: Sendable {
    let client: Client
    let isProved: Bool
    /// The thumbprint of the key that the request proved to hold (RFC 9449 §5).
    var proofKey: String?

    var id: String { client.id }

    /// Throws unless the client has authenticated itself.
    func requireProof(_ purpose: String) throws(ErrorAnswer) {
        guard isProved else {
            throw ErrorAnswer(.invalidClient, "\(purpose) needs client authentication")
        }
    }
}

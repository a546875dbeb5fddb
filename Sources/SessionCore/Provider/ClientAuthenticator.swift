import FoundationEssentials
import JOSE

/// Puts the client's identity, and its proof, into a request to the provider.
struct ClientAuthenticator: Sendable {
    let provider: ProviderChannel

    func authenticate(
        _ request: inout HTTPRequest, _ parameters: inout FormParameters
    ) async throws(SessionError) {
        let clientID = provider.configuration.clientID
        switch provider.configuration.authentication {
        case .none, .mutualTLS:
            parameters["client_id"] = clientID
        case .basic(let secret):
            // RFC 6749 §2.3.1: both are form-encoded first, so that a colon or a non-ASCII letter survives.
            let credentials = "\(FormParameters.encode(clientID)):\(FormParameters.encode(secret.reveal()))"
            request.headers["Authorization"] = "Basic \(Base64.encode(Array(credentials.utf8)))"
        case .post(let secret):
            parameters["client_id"] = clientID
            parameters["client_secret"] = secret.reveal()
        case .privateKeyJWT(let key):
            parameters["client_id"] = clientID
            parameters["client_assertion_type"] = ClientAssertion.type
            parameters["client_assertion"] = try await assertion(by: key)
        }
    }

    private func assertion(by key: ClientKey) async throws(SessionError) -> String {
        let audience =
            switch key.audience {
            case .issuer: provider.configuration.issuer
            case .tokenEndpoint: try await provider.url(of: .token).absoluteString
            }
        let assertion = ClientAssertion(
            clientID: provider.configuration.clientID, audience: audience,
            jwtID: try provider.randomText(byteCount: 16), issuedAt: provider.channel.clock.now)
        do {
            return try await assertion.signed(by: key)
        } catch {
            throw SessionError(ofSigning: error, .clientKey, during: .token)
        }
    }
}

import HTTPServer
import JOSE

extension DemoProvider {
    /// The client that sent a request, after checking its secret or assertion, if any.
    func client(of request: ServerRequest, form: FormItems) throws(ErrorAnswer) -> AuthenticatedClient {
        let credentials = try ClientCredentials(of: request, form: form)
        guard let client = client(id: credentials.id) else { throw unknownClient(credentials.id) }
        registrations.recordUse(of: client.id)
        guard client.authentication.contains(credentials.authentication) else {
            if credentials.authentication == .none { throw .secretMissing }
            throw ErrorAnswer(.invalidClient, "this client may not use this authentication method")
        }
        switch credentials.proof {
        case .none:
            return AuthenticatedClient(client: client, isProved: false)
        case .secret(let secret):
            if secret.isEmpty { throw .secretEmpty(of: client) }
            guard ConstantTime.equal(Array(secret.utf8), Array(client.secret.utf8)) else {
                throw ErrorAnswer(.invalidClient, "the client secret is wrong")
            }
            if let end = client.secretExpiresAt, clock.now >= end {
                throw ErrorAnswer(.invalidClient, "the client secret expired; its client has to register again")
            }
        case .assertion(let assertion):
            let audiences: Set = [issuer, issuer + Endpoint.token.path, issuer + request.path]
            try assertion.verify(keys: client.keys, audiences: audiences, used: &proofs.usedAssertions, at: clock.now)
        }
        return AuthenticatedClient(client: client, isProved: true)
    }

    func client(id: String) -> Client? {
        clients.announced.first { $0.id == id } ?? registrations[id]?.client
    }

    func unknownClient(_ id: String) -> ErrorAnswer {
        .unknownClient(id, announced: clients.announced, others: registrations.count)
    }

}

import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

extension RealProviders {
    /// Tokens that are of use to their owner only: by DPoP (RFC 9449), and by the client's certificate (RFC 8705).
    @Suite struct BoundTokens {
        /// A visit of glewlwyd with a key.
        ///
        /// glewlwyd wants proofs to name its own endpoints, which no gateway in front of another API can bring about,
        /// so its userinfo endpoint is the API.
        private func visit() async throws -> (visit: Visit, api: HTTPRequest, thumbprint: String) {
            let pem = try contents(of: try ProviderFleet.current.client.keyFile)
            let visit = try await Visit(.glewlwyd) { configuration in
                configuration.proofKey = ProofKey(pem: Secret(pem))
                configuration.apis.append(try #require(URL(string: configuration.issuer)))
            }
            let api = HTTPRequest(url: try #require(URL(string: visit.session.client.issuer + "/userinfo")))
            return (visit, api, try JWK(pem: pem).thumbprint)
        }

        /// How many answers to requests for that purpose brought a nonce along with that status.
        private func nonces(_ visit: Visit, during purpose: SessionError.Purpose, status: Int) -> Int {
            visit.exchanges(during: purpose).count { exchange in
                guard case .answered(let answer) = exchange.outcome else { return false }
                return answer.status == status && answer.headers["DPoP-Nonce"] != nil
            }
        }

        @Test func `the sign-in, refreshes and userinfo are proved, with the nonces that the provider asks for`()
            async throws
        {
            let (visit, api, thumbprint) = try await visit()
            try await visit.signIn()
            for _ in 0..<3 {
                try await visit.session.refresh()
                #expect(try await visit.session.fetchUserInfo().subject == visit.session.status.subject)
            }
            let token = try await visit.session.accessToken().value.reveal()
            #expect(try JWT.parse(token).claims.object["cnf"]?["jkt"]?.string == thumbprint)
            // Without the key it is worth nothing.
            var stolen = api
            stolen.headers["Authorization"] = "Bearer \(token)"
            #expect(try await visit.transport.send(stolen).status == 401)

            // Nonces are the client's, so its next sign-in uses up the one that this session knows.
            let (other, _, _) = try await self.visit()
            try await other.signIn()
            #expect(nonces(other, during: .token, status: 400) == 1)
            #expect(try await visit.session.send(api).verdict == .accepted)
            #expect(nonces(visit, during: .request, status: 401) == 1)
            try await other.session.refresh()
            try await other.session.refresh()
            let before = nonces(visit, during: .token, status: 400)
            try await visit.session.refresh()
            #expect(nonces(visit, during: .token, status: 400) == before + 1)
            #expect(await visit.session.status.unauthorizedCount == 0)
        }

        @Test func `a bound token that is revoked is replaced once, and an API that takes none ends nothing`()
            async throws
        {
            let (visit, api, _) = try await visit()
            try await visit.signIn()
            try await visit.revokeAccessToken()
            #expect(try await visit.session.send(api).verdict == .accepted)
            #expect(visit.events(named: "unauthorized").count == 1)
            #expect(visit.events(named: "refreshed").count == 1)

            // Userinfo takes the token that this API rejects.
            #expect(try await visit.callAPI().response.status == 401)
            #expect(await visit.session.state.isAuthenticated)
        }

        @Test func `a client is known by its certificate, and its tokens are bound to it`() async throws {
            let visit = try await Visit(.glewlwyd, change: certified)
            try await visit.signIn()
            try await visit.session.refresh()
            #expect(try await visit.session.fetchUserInfo().subject == visit.session.status.subject)
            #expect(try await visit.callAPI().verdict == .accepted)
            let token = try await visit.session.accessToken().value.reveal()
            let certificate = try contents(of: visit.fleet.client.certificateFile)
                .split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
            #expect(
                try JWT.parse(token).claims.object["cnf"]?["x5t#S256"]?.string
                    == Base64URL.encode(Digest.sha256.hash(try Base64.decode(certificate))))
            try await visit.session.signOut()
            #expect(visit.events(named: "revoked").count == 2)
            let asked = visit.exchanges(during: .token) + visit.exchanges(during: .revocation)
            #expect(asked.count == 4)
            #expect(asked.allSatisfy { $0.url.contains("/mtls/") })
        }

        @Test func `without the certificate nobody is that client`() async throws {
            let visit = try await Visit(.glewlwyd) { configuration in
                certified(&configuration)
                configuration.authentication = .none
            }
            await #expect(throws: SessionError.self) { try await visit.signIn() }
            #expect(visit.exchanges(during: .token).count == 1)
            #expect(await !visit.session.state.isAuthenticated)
        }

        private func certified(_ configuration: inout ClientConfiguration) {
            configuration.clientID = "console-certified"
            configuration.authentication = .mutualTLS
        }

        private func contents(of path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
    }
}

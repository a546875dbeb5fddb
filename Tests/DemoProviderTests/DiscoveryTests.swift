import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct DiscoveryTests {
    @Test func `the metadata names the issuer and every endpoint`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.get(visitor.url(.discovery))
            let metadata = try answer.json
            #expect(answer.headers["Content-Type"] == "application/json")
            #expect(metadata["issuer"]?.string == visitor.provider.issuer)
            let endpoints: [String: DemoProvider.Endpoint] = [
                "authorization_endpoint": .authorization, "token_endpoint": .token, "userinfo_endpoint": .userInfo,
                "jwks_uri": .jwks, "device_authorization_endpoint": .deviceAuthorization,
                "revocation_endpoint": .revocation, "introspection_endpoint": .introspection,
                "end_session_endpoint": .endSession,
                "pushed_authorization_request_endpoint": .pushedAuthorizationRequest,
                "registration_endpoint": .registration,
            ]
            for (name, endpoint) in endpoints { #expect(metadata[name]?.string == visitor.url(endpoint)) }
            #expect(metadata["code_challenge_methods_supported"]?.strings == ["S256"])
            #expect(metadata["authorization_response_iss_parameter_supported"]?.bool == true)
            let other = try await visitor.get(visitor.provider.issuer + "/.well-known/oauth-authorization-server")
            #expect(other.body == answer.body)
        }
    }

    @Test func `ID and access tokens are signed by a published key`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let keys = try JWKSet(parsing: try await visitor.get(visitor.url(.jwks)).body)
            for (token, type) in [(tokens.access, "at+jwt"), (try #require(tokens.id), "JWT")] {
                let jws = try JWS.parse(token)
                let key = try #require(keys.keys.first { $0.keyID == jws.keyID })
                try jws.verify(with: key, allowed: [.es256])
                #expect(jws.header["typ"]?.string == type)
            }
        }
    }

    @Test func `no private part of a key is published`() async throws {
        try await withProvider { visitor in
            let keys = try await visitor.get(visitor.url(.jwks)).json["keys"]?.array
            #expect(keys?.count == 1)
            #expect(keys?.first?["d"] == nil)
        }
    }

    @Test func `after a rotation new tokens have another key and old ones still verify`() async throws {
        try await withProvider { visitor in
            let old = try JWS.parse(try await visitor.signIn().access)
            try await visitor.provider.rotateKeys()
            let new = try JWS.parse(try await visitor.signIn().access)
            #expect(old.keyID != new.keyID)
            let keys = try JWKSet(parsing: try await visitor.get(visitor.url(.jwks)).body)
            for jws in [old, new] {
                let key = try #require(keys.keys.first { $0.keyID == jws.keyID })
                try jws.verify(with: key, allowed: [.es256])
            }
        }
    }

    @Test func `a taken port is named`() async throws {
        try await withProvider { visitor in
            let port = try #require(visitor.provider.issuer.split(separator: ":").last.flatMap { UInt16($0) })
            var configuration = DemoProvider.Configuration()
            configuration.port = port
            await #expect(throws: DemoProviderError.portTaken(port)) { try await DemoProvider.start(configuration) }
            (configuration.port, configuration.apiPort) = (0, port)
            await #expect(throws: DemoProviderError.portTaken(port)) { try await DemoProvider.start(configuration) }
        }
    }

    @Test func `an unknown path is a 404 and a wrong method a 405 that names the right one`() async throws {
        try await withProvider { visitor in
            #expect(try await visitor.get(visitor.provider.issuer + "/nowhere").status == 404)
            let answer = try await visitor.get(visitor.url(.token))
            #expect(answer.status == 405)
            #expect(answer.headers["Allow"] == "POST")
        }
    }
}

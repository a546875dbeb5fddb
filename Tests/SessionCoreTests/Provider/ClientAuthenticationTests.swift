import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct ClientAuthenticationTests {
    private func request(by authentication: ClientAuthentication, clientID: String = "console") async throws
        -> HTTPRequest
    {
        let scripted = try ImaginaryProvider(configure: {
            $0.authentication = authentication
            $0.clientID = clientID
        })
        scripted.transport.once("/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"))
        return try #require(scripted.transport.requests(to: "/token").first)
    }

    @Test func `a public client only names itself`() async throws {
        let request = try await request(by: .none)
        #expect(request.form["client_id"] == "console")
        #expect(request.form["client_secret"] == nil)
        #expect(request.headers["Authorization"] == nil)
    }

    @Test func `basic authentication form-encodes the id and the secret first`() async throws {
        let request = try await request(by: .basic(Secret("p:w d%ü+")), clientID: "a:b c")
        let field = try #require(request.headers["Authorization"])
        #expect(request.headers.values(of: "Authorization").count == 1)
        let encoded = try #require(field.split(separator: " ").last)
        #expect(field.hasPrefix("Basic "))
        let text = String(decoding: try Base64.decode(String(encoded)), as: UTF8.self)
        #expect(text == "a%3Ab+c:p%3Aw+d%25%C3%BC%2B")
        #expect(request.form["client_id"] == nil)
        #expect(request.form["client_secret"] == nil)
    }

    @Test func `post authentication sends the secret in the body`() async throws {
        let request = try await request(by: .post(Secret("s&c=r t")))
        #expect(request.form["client_id"] == "console")
        #expect(request.form["client_secret"] == "s&c=r t")
        #expect(request.headers["Authorization"] == nil)
    }

    @Test func `mutual TLS only names the client and prefers the endpoints for certificates`() async throws {
        let scripted = try ImaginaryProvider(
            configure: { $0.authentication = .mutualTLS },
            metadata: { $0["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.provider.example/token-mtls"] })
        scripted.transport.once("/token-mtls", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#))
        _ = await scripted.tokenEndpoint.refresh(Secret("r"))
        let request = try #require(scripted.transport.requests(to: "/token-mtls").first)
        #expect(request.url.host == "mtls.provider.example")
        #expect(request.form["client_id"] == "console")
        #expect(try await scripted.provider.url(of: .userInfo).absoluteString == "https://provider.example/userinfo")
    }

    @Test func `the endpoints for certificates are left alone by other clients`() async throws {
        let scripted = try ImaginaryProvider(metadata: {
            $0["mtls_endpoint_aliases"] = ["token_endpoint": "https://mtls.provider.example/token"]
        })
        #expect(try await scripted.provider.url(of: .token).host == "provider.example")
    }

    @Test(arguments: [(TestKey.p256, "ES256"), (.rsa, "RS256"), (.ed25519, "EdDSA")])
    func `private_key_jwt signs an assertion with the usual algorithm of the key`(key: TestKey, algorithm: String)
        async throws
    {
        let request = try await request(by: .privateKeyJWT(ClientKey(pem: Secret(key.pem), keyID: "client-key")))
        #expect(request.form["client_id"] == "console")
        #expect(request.form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        let jwt = try JWT.parse(try #require(request.form["client_assertion"]))
        #expect(jwt.jws.algorithmName == algorithm)
        #expect(jwt.jws.keyID == "client-key")
        try jwt.jws.verify(
            with: try #require(JWK(pem: key.pem).publicKey), allowed: [try #require(JWSAlgorithm(rawValue: algorithm))])
        #expect(jwt.claims.issuer == "console")
        #expect(jwt.claims.subject == "console")
        #expect(jwt.claims.audience == ["https://provider.example/token"])
        #expect(jwt.claims.issuedAt == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(jwt.claims.expirationTime == Date(timeIntervalSince1970: 1_767_225_900))
        #expect(jwt.claims.jwtID?.isEmpty == false)
    }

    @Test func `an assertion can be addressed to the issuer and signed by a chosen algorithm`() async throws {
        let key = ClientKey(pem: Secret(TestKey.rsa.pem), algorithm: "PS256", audience: .issuer)
        let request = try await request(by: .privateKeyJWT(key))
        let jwt = try JWT.parse(try #require(request.form["client_assertion"]))
        #expect(jwt.jws.algorithmName == "PS256")
        #expect(jwt.claims.audience == [ImaginaryProvider.issuer])
    }

    @Test func `no assertion is used twice`() async throws {
        let scripted = try ImaginaryProvider(configure: {
            $0.authentication = .privateKeyJWT(ClientKey(pem: Secret(TestKey.p256.pem)))
        })
        scripted.transport.always("/token", ScriptedTransport.json(#"{"access_token":"a","token_type":"Bearer"}"#))
        for _ in 0..<2 { _ = await scripted.tokenEndpoint.refresh(Secret("r")) }
        let identifiers = try scripted.transport.requests(to: "/token").map { request in
            try JWT.parse(try #require(request.form["client_assertion"])).claims.jwtID
        }
        #expect(identifiers.count == 2)
        #expect(identifiers[0] != identifiers[1])
    }
}

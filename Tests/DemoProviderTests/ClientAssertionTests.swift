import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

/// `private_key_jwt` (RFC 7523, OpenID Connect Core §9).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ClientAssertionTests {
    private let key: JWK
    private let publicKey: JWK

    init() throws {
        key = try JWK.generate(.p256, keyID: "client-key")
        publicKey = try #require(key.publicKey)
    }

    private func withProvider(_ visit: (Visitor) async throws -> Void) async throws {
        try await DemoProviderTests.withProvider({ $0.clientKeys = [publicKey] }, visit: visit)
    }

    /// The claims of a good assertion, with some replaced or left out.
    private func assertion(
        _ visitor: Visitor, _ changes: [String: JSONValue?] = [:], key: JWK? = nil
    ) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        var claims: JSONObject = [
            "iss": .string(visitor.provider.confidentialClientID),
            "sub": .string(visitor.provider.confidentialClientID), "aud": .string(visitor.provider.issuer),
            "jti": .string(Base64URL.encode(try SecureRandom.bytes(16))), "iat": .number(JSONNumber(now)),
            "exp": .number(JSONNumber(now + 60)),
        ]
        for (name, value) in changes { claims[name] = value }
        return try JWS.sign(payload: Array(claims.serialized().utf8), key: key ?? self.key, algorithm: .es256)
    }

    private func present(_ assertion: String, _ visitor: Visitor) async throws -> Answer {
        try await visitor.post(
            .token,
            [
                "grant_type": "client_credentials", "client_assertion": assertion,
                "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            ])
    }

    @Test func `an assertion for the issuer or the token endpoint is accepted, once`() async throws {
        try await withProvider { visitor in
            let one = try assertion(visitor)
            #expect(try await present(one, visitor).status == 200)
            let again = try await present(one, visitor)
            #expect(again.status == 401)
            #expect(again.error == "invalid_client")
            let other = try assertion(visitor, ["aud": [.string(visitor.url(.token)), "https://other.example"]])
            #expect(try await present(other, visitor).status == 200)
        }
    }

    @Test func `any other assertion is refused`() async throws {
        try await withProvider { visitor in
            let stranger = try JWK.generate(.p256, keyID: "client-key")
            let refused = [
                try assertion(visitor, key: stranger), try assertion(visitor, ["aud": "https://other.example"]),
                try assertion(visitor, ["exp": 1]), try assertion(visitor, ["exp": .some(nil)]),
                try assertion(visitor, ["jti": .some(nil)]), try assertion(visitor, ["iss": "nobody"]),
                try assertion(visitor, ["iss": "nobody", "sub": "nobody"]), "no.jwt.",
                // The public client has no key.
                try assertion(
                    visitor,
                    [
                        "iss": .string(visitor.provider.clientID), "sub": .string(visitor.provider.clientID),
                    ]),
            ]
            for assertion in refused {
                let answer = try await present(assertion, visitor)
                #expect(answer.status == 401)
                #expect(answer.error == "invalid_client")
            }
        }
    }

    @Test func `an assertion beside a secret is one proof too many`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.post(
                .token,
                [
                    "grant_type": "client_credentials", "client_assertion": try assertion(visitor),
                    "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                ], basic: (visitor.provider.confidentialClientID, visitor.provider.clientSecret))
            #expect(answer.error == "invalid_request")
        }
    }
}

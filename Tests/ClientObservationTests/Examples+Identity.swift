import JOSE
import SessionHTTP

@testable import ClientObservation

extension Example {
    static let ofIdentity: [Example] = [
        Example(
            "id-token-nonce-wrong",
            breaking: { $0.identify(["nonce": .string(Script.secret("N9"))]) },
            right: { $0.identify() },
            undecided: { script in
                script.identify()
                script.messages.removeFirst(2)
            }),
        Example(
            "id-token-for-other-client",
            breaking: { $0.identify(["aud": ["another"]]) },
            right: { $0.identify(["aud": ["another", "app"]]) },
            undecided: { $0.identify(["aud": .null]) }),
        Example(
            "id-token-of-other-issuer",
            breaking: { $0.identify(["iss": "https://evil.example"]) },
            right: { $0.identify(["iss": "https://ID.example:443"]) },
            undecided: { script in
                script.identify()
                script.messages.removeFirst(1)
            }),
        Example(
            "id-token-expired",
            breaking: { $0.identify(["exp": 1_799_999_000]) },
            right: { $0.identify() },
            // Clocks differ, and clients allow for that.
            undecided: { $0.identify(["exp": 1_799_999_900]) }),
        Example(
            "id-token-signature-wrong",
            breaking: { $0.identify(signedBy: .other) },
            right: { $0.identify() },
            undecided: { $0.identify(keys: false) }),
        Example(
            "refreshed-for-other-subject",
            breaking: {
                $0.identify()
                $0.refresh("R1", at: 3_500, .identity(2, of: $0, ["sub": "bob"]))
                $0.call("A2", at: 3_501)
            },
            right: {
                $0.identify()
                $0.refresh("R1", at: 3_500, .identity(2, of: $0))
                $0.call("A2", at: 3_501)
            },
            // It may have refused all but the refresh token.
            undecided: {
                $0.identify()
                $0.refresh("R1", at: 3_500, .identity(2, of: $0, ["sub": "bob"]))
                $0.refresh("R2", at: 3_501, .tokens("A3", "R3"))
            }),
        Example(
            "userinfo-of-other-subject",
            breaking: {
                $0.identify()
                $0.call("A1", at: 20, path: "/userinfo", api: "https://id.example", .json(["sub": "bob"]))
                $0.call("A1", at: 21)
            },
            right: {
                $0.identify()
                $0.call("A1", at: 20, path: "/userinfo", api: "https://id.example", .json(["sub": "alice"]))
                $0.call("A1", at: 21)
            },
            // It had left when the answer came.
            undecided: {
                $0.identify()
                $0.call("A1", at: 20, path: "/userinfo", api: "https://id.example", .json(["sub": "bob"]))
                $0.call("A1", at: 20.12)
            }),
    ]
}

extension Script {
    enum Signatory { case provider, other, nobody }

    private static let keys = (
        provider: try? JWK.generate(.p256, algorithm: .es256), other: try? JWK.generate(.p256, algorithm: .es256)
    )

    /// A client that reads metadata and keys, signs in, takes the ID token, and calls.
    mutating func identify(
        _ claims: [String: JSONValue] = [:], signedBy signer: Signatory = .provider, keys: Bool = true,
        nonce: String? = "N1", algorithms: [JSONValue] = ["ES256"]
    ) {
        metadata(
            at: -10, ("jwks_uri", "https://id.example/keys"),
            ("id_token_signing_alg_values_supported", .array(algorithms)))
        authorize(at: 0, nonce: nonce)
        redeem(at: 1, .identity(1, of: self, claims, signedBy: signer))
        if keys, let key = Self.keys.provider?.publicKey {
            send("GET", "\(provider)/keys", at: 2, .json(.object(JWKSet(keys: [key]).json)))
        }
        call("A1", at: 10)
    }

    /// An ID token with the claims of a right one, but for those that are given.
    fileprivate func identityToken(_ claims: [String: JSONValue], signedBy signer: Signatory) -> String {
        var object: JSONObject = [
            "iss": .string(provider), "sub": "alice", "aud": .string(client), "exp": 1_800_007_200,
            "nonce": .string(Self.secret("N1")), "jti": .string(Self.secret("an ID token")),
        ]
        for (name, value) in claims { object[name] = value }
        let payload = JSONValue.object(object).serialized().utf8
        if signer == .nobody {
            return "\(Base64URL.encode(Array("{\"alg\":\"none\"}".utf8))).\(Base64URL.encode(Array(payload)))."
        }
        let key = signer == .provider ? Self.keys.provider : Self.keys.other
        guard let key else { return "" }
        return (try? JWS.sign(payload: payload, key: key, algorithm: .es256)) ?? ""
    }
}

extension Script.Reply {
    /// The tokens of that number, with an ID token.
    static func identity(
        _ number: Int, of script: Script, _ claims: [String: JSONValue] = [:],
        signedBy signer: Script.Signatory = .provider
    ) -> Script.Reply {
        .json([
            "access_token": .string(Script.secret("A\(number)")), "refresh_token": .string(Script.secret("R\(number)")),
            "expires_in": 3_600, "token_type": "Bearer",
            "id_token": .string(script.identityToken(claims, signedBy: signer)),
        ])
    }
}

import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

/// Proofs of possession (DPoP, RFC 9449), as a client without SessionCore makes them.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProofTests {
    private let key: JWK
    /// When the provider judges proofs, and clients without a fault make them.
    private let now = Date()

    init() throws {
        key = try JWK.generate(.p256)
    }

    /// What a proof is made of; everything can be made wrong.
    private struct Draft {
        var method = "POST"
        var url: String
        var token: String?
        var nonce: String?
        var type = "dpop+jwt"
        var hasID = true
        var age: TimeInterval = 0
        var showsPrivateKey = false
        var shownKey: JWK?
        var hash: String?
    }

    private func proof(_ draft: Draft, key: JWK? = nil, algorithm: JWSAlgorithm = .es256) throws -> String {
        let key = key ?? self.key
        var claims: JSONObject = [
            "htm": .string(draft.method), "htu": .string(draft.url),
            "iat": .number(JSONNumber(Int(now.timeIntervalSince1970 - draft.age))),
        ]
        if draft.hasID { claims["jti"] = .string(UUID().uuidString) }
        claims["nonce"] = draft.nonce.map { .string($0) }
        let hash = draft.token.map { Base64URL.encode(Digest.sha256.hash(Array($0.utf8))) }
        claims["ath"] = (draft.hash ?? hash).map { .string($0) }
        let shown = (draft.shownKey ?? key).json(includingPrivate: draft.showsPrivateKey)
        return try JWS.sign(
            payload: Array(claims.serialized().utf8), key: key, algorithm: algorithm,
            header: ["typ": .string(draft.type), "jwk": .object(shown)])
    }

    private func withProvider(
        _ policy: DemoProvider.ProofPolicy = .init(),
        _ visit: (Visitor) async throws -> Void
    ) async throws {
        try await DemoProviderTests.withProvider({ [now] in ($0.proofs, $0.clock) = (policy, { now }) }, visit: visit)
    }

    private func token(
        _ visitor: Visitor, _ form: KeyValuePairs<String, String>, proofs: [String]
    ) async throws -> Answer {
        let headers = HTTPHeaders(
            [HTTPHeaders.Field(name: "Content-Type", value: "application/x-www-form-urlencoded")]
                + proofs.map { HTTPHeaders.Field(name: "DPoP", value: $0) })
        let items = form.map { ($0.key, $0.value) } + [("client_id", visitor.provider.clientID)]
        return try await visitor.send("POST", visitor.url(.token), headers: headers, body: .text(Form.encode(items)))
    }

    private func signIn(_ visitor: Visitor, _ proofs: String...) async throws -> Answer {
        try await token(
            visitor, ["grant_type": "password", "username": "alice", "password": "wonderland"], proofs: proofs)
    }

    private func get(
        _ url: String, _ visitor: Visitor, scheme: String = "DPoP", token: String, proof: String?
    ) async throws -> Answer {
        var headers: HTTPHeaders = ["Authorization": "\(scheme) \(token)"]
        headers["DPoP"] = proof
        return try await visitor.send("GET", url, headers: headers)
    }

    private func draft(_ visitor: Visitor) -> Draft { Draft(url: visitor.url(.token)) }

    @Test func `tokens are bound to the key that was proved, and good at the API with it`() async throws {
        try await withProvider { visitor in
            #expect(try await visitor.get(visitor.url(.discovery)).json["dpop_signing_alg_values_supported"] != nil)
            let answer = try await signIn(visitor, proof(draft(visitor)))
            #expect(answer.status == 200)
            #expect(try answer.json["token_type"] == "DPoP")
            let access = try #require(try answer.json["access_token"]?.string)
            #expect(try JWT.parse(access).claims.object["cnf"]?["jkt"]?.string == key.thumbprint)
            for url in [visitor.provider.api + "/me", visitor.url(.userInfo)] {
                let draft = Draft(method: "GET", url: url, token: access)
                #expect(try await get(url, visitor, token: access, proof: proof(draft)).status == 200)
            }
        }
    }

    @Test func `RFC 9449 §4.3: a token request with a wrong proof is refused`() async throws {
        try await withProvider { visitor in
            let good = draft(visitor)
            func wrong(_ change: (inout Draft) -> Void) throws -> String {
                var draft = good
                change(&draft)
                return try proof(draft)
            }
            let stranger = try JWK.generate(.p256)
            let shared = try JWK.generate(.oct(byteCount: 32))
            let used = try proof(good)
            #expect(try await signIn(visitor, used).status == 200)
            let wrongs: [(String, [String])] = [
                ("htm", [try wrong { $0.method = "GET" }]),
                ("htu", [try wrong { $0.url = visitor.provider.issuer + "/userinfo" }]),
                ("htu", [try wrong { $0.url = visitor.provider.api + "/token" }]),
                ("iat", [try wrong { $0.age = 3600 }]), ("iat", [try wrong { $0.age = -3600 }]),
                ("jti", [try wrong { $0.hasID = false }]), ("used before", [used]),
                ("type", [try wrong { $0.type = "JWT" }]), ("private key", [try wrong { $0.showsPrivateKey = true }]),
                ("signature", [try wrong { $0.shownKey = stranger }]),
                ("no key", [try wrong { $0.shownKey = shared }]),
                ("more than one", [try proof(good), try proof(good)]), ("not a JWT", ["nonsense"]),
            ]
            for (reason, proofs) in wrongs {
                let answer = try await token(
                    visitor, ["grant_type": "password", "username": "alice", "password": "wonderland"], proofs: proofs)
                #expect(answer.status == 400)
                #expect(answer.error == "invalid_dpop_proof")
                #expect(answer.errorDescription?.contains(reason) == true, "\(reason): \(answer)")
            }
            #expect(try await signIn(visitor).error == "invalid_dpop_proof")
        }
    }

    @Test func `RFC 9449 §7: an API request with a wrong proof, or without, is refused`() async throws {
        try await withProvider { visitor in
            let answer = try await signIn(visitor, proof(draft(visitor)))
            let access = try #require(try answer.json["access_token"]?.string)
            let url = visitor.provider.api + "/me"
            let good = Draft(method: "GET", url: url, token: access)
            func refused(_ error: String, scheme: String = "DPoP", _ proof: String?) async throws {
                let answer = try await get(url, visitor, scheme: scheme, token: access, proof: proof)
                #expect(answer.status == 401)
                #expect(answer.challenge?.hasPrefix("\(scheme) ") == true)
                #expect(answer.challenge?.contains("error=\"\(error)\"") == true, "\(answer)")
            }
            let stranger = try JWK.generate(.p256)
            try await refused("invalid_dpop_proof", nil)
            try await refused("invalid_dpop_proof", proof(Draft(method: "GET", url: url)))
            try await refused("invalid_dpop_proof", proof(Draft(method: "GET", url: url, token: "another")))
            try await refused(
                "invalid_dpop_proof", proof(Draft(method: "GET", url: visitor.url(.userInfo), token: access)))
            try await refused("invalid_token", proof(good, key: stranger))
            // Whoever finds the token has no use for it.
            try await refused("invalid_token", scheme: "Bearer", nil)
            try await refused("invalid_token", scheme: "Bearer", proof(good))
            let once = try proof(good)
            #expect(try await get(url, visitor, token: access, proof: once).status == 200)
            try await refused("invalid_dpop_proof", once)
            // The query is no part of what is proved.
            #expect(try await get(url + "?a=b", visitor, token: access, proof: proof(good)).status == 200)
        }
    }

    @Test func `RFC 9449 §5: a public client's refresh token is of use with its key alone`() async throws {
        try await withProvider { visitor in
            let answer = try await signIn(visitor, proof(draft(visitor)))
            let refresh = try #require(try answer.json["refresh_token"]?.string)
            let stranger = try JWK.generate(.p256)
            let stolen = try await token(
                visitor, ["grant_type": "refresh_token", "refresh_token": refresh],
                proofs: [proof(draft(visitor), key: stranger)])
            #expect(stolen.error == "invalid_grant")
            #expect(stolen.errorDescription == "the refresh token is bound to another key")
            let renewed = try await token(
                visitor, ["grant_type": "refresh_token", "refresh_token": refresh], proofs: [proof(draft(visitor))])
            #expect(renewed.status == 200)
        }
    }

    @Test func `RFC 9449 §8 and §9: each server wants its own nonce, and tells the next one`() async throws {
        try await withProvider(.init(wantsNonce: true)) { visitor in
            var draft = draft(visitor)
            let first = try await signIn(visitor, proof(draft))
            #expect(first.status == 400)
            #expect(first.error == "use_dpop_nonce")
            draft.nonce = try #require(first.headers["DPoP-Nonce"] as String?) as String
            let answer = try await signIn(visitor, proof(draft))
            #expect(answer.status == 200)
            #expect(answer.headers["DPoP-Nonce"] == draft.nonce)

            let access = try #require(try answer.json["access_token"]?.string)
            let url = visitor.provider.api + "/me"
            var api = Draft(method: "GET", url: url, token: access, nonce: draft.nonce)
            let refused = try await get(url, visitor, token: access, proof: proof(api))
            #expect(refused.status == 401)
            #expect(refused.challenge?.contains("error=\"use_dpop_nonce\"") == true)
            api.nonce = try #require(refused.headers["DPoP-Nonce"] as String?) as String
            #expect(api.nonce != draft.nonce)
            #expect(try await get(url, visitor, token: access, proof: proof(api)).status == 200)

            try await visitor.provider.rotateProofNonces(keepingPrevious: true)
            let late = try await get(url, visitor, token: access, proof: proof(api))
            #expect(late.status == 200)
            #expect(late.headers["DPoP-Nonce"] != api.nonce)
            try await visitor.provider.rotateProofNonces()
            #expect(try await get(url, visitor, token: access, proof: proof(api)).status == 401)
        }
    }

    @Test func `RFC 9449 §10: a code that was asked for with a key is redeemed with that key alone`() async throws {
        try await withProvider { visitor in
            let stranger = try JWK.generate(.p256)
            for (signer, status) in [(key, 200), (stranger, 400)] {
                let code = try await Browser(visitor).code(["dpop_jkt": key.thumbprint])
                let answer = try await token(
                    visitor,
                    [
                        "grant_type": "authorization_code", "code": code, "redirect_uri": Browser.redirectURI,
                        "code_verifier": Browser.codeVerifier,
                    ], proofs: [proof(draft(visitor), key: signer)])
                #expect(answer.status == status)
                if status == 400 { #expect(answer.errorDescription?.contains("another key") == true) }
            }
        }
    }

    @Test
    func `where proofs are optional, who brings none gets bearer tokens; where there are none, they mean nothing`()
        async throws
    {
        try await withProvider(.init(isRequired: false)) { visitor in
            #expect(try await signIn(visitor).json["token_type"] == "Bearer")
            #expect(try await signIn(visitor, proof(draft(visitor))).json["token_type"] == "DPoP")
            let bearer = try Visitor.Tokens(try await signIn(visitor)).access
            let url = visitor.provider.api + "/me"
            #expect(try await visitor.get(url, bearer: bearer).status == 200)
            let draft = Draft(method: "GET", url: url, token: bearer)
            let answer = try await get(url, visitor, token: bearer, proof: proof(draft))
            #expect(answer.challenge?.contains("is a bearer token") == true)
        }
        try await DemoProviderTests.withProvider { visitor in
            let answer = try await signIn(visitor, proof(draft(visitor)))
            #expect(try answer.json["token_type"] == "Bearer")
            #expect(try await visitor.get(visitor.url(.discovery)).json["dpop_signing_alg_values_supported"] == nil)
        }
    }
}

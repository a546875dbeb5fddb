import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct IDTokenClaimsTests {
    private static let now = 1_767_225_600

    /// The check that fails; `nil` where the token passes.
    private func failedCheck(
        expecting expectation: IDTokenExpectation = IDTokenExpectation(), providerDate: Date? = nil,
        configure: (inout ClientConfiguration) -> Void = { _ in }, _ change: (inout JSONObject) -> Void
    ) async throws -> String? {
        let scripted = try ImaginaryProvider(configure: configure)
        let error = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                scripted.idToken(change), from: scripted.response(providerDate: providerDate), expecting: expectation)
        }
        guard let error else { return nil }
        guard case .untrustworthy(let check, during: .token) = error else { return "\(error)" }
        return check
    }

    @Test func `a token that passes gives its facts`() async throws {
        let scripted = try ImaginaryProvider()
        let token = try scripted.idToken {
            $0["auth_time"] = .number(JSONNumber(Self.now - 5))
            $0["exotic"] = ["claim": [1, 2]]
        }
        let validated = try await IDTokenVerifier(scripted.provider).verify(
            token, from: scripted.response(), expecting: IDTokenExpectation())
        #expect(
            validated
                == ValidatedIDToken(
                    token: token, trust: .verified(algorithm: "ES256", keyID: "key-1"),
                    issuer: ImaginaryProvider.issuer,
                    subject: "alice", expiresAt: Date(timeIntervalSince1970: Double(Self.now + 300)),
                    authenticatedAt: Date(timeIntervalSince1970: Double(Self.now - 5))))
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat"])
    func `a required claim that is missing is named`(name: String) async throws {
        let check = try #require(try await failedCheck { $0[name] = nil })
        #expect(check.contains("\(name) "))
        #expect(check.contains("missing"))
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat", "nonce", "azp", "at_hash", "auth_time", "nbf"])
    func `a claim of the wrong type is named`(name: String) async throws {
        #expect(try #require(try await failedCheck { $0[name] = ["x": 1] }).contains(name))
    }

    @Test(arguments: ["at+jwt", "application/at+jwt", "AT+JWT", "logout+jwt", "dpop+jwt", "secevent+jwt"])
    func `address 5: a token whose typ is another kind's is not an ID token`(type: String) async throws {
        let scripted = try ImaginaryProvider()
        let token = try scripted.idToken(header: ["typ": .string(type)])
        let error = await failure {
            try await IDTokenVerifier(scripted.provider).verify(
                token, from: scripted.response(), expecting: IDTokenExpectation())
        }
        guard case .untrustworthy(let reason, during: .token) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("typ is \(type)"))
    }

    @Test(arguments: ["JWT", "jwt", "application/jwt", "JOSE", ""])
    func `address 5: the typ of any JWT says nothing`(type: String) async throws {
        let scripted = try ImaginaryProvider()
        let token = try scripted.idToken(header: ["typ": .string(type)])
        _ = try await IDTokenVerifier(scripted.provider).verify(
            token, from: scripted.response(), expecting: IDTokenExpectation())
    }

    @Test func `hole: an audience with a space is one audience`() async throws {
        #expect(try await failedCheck { $0["aud"] = "console other" }?.contains("aud is console other") == true)
    }

    @Test func `a sub that is empty names nobody`() async throws {
        #expect(try await failedCheck { $0["sub"] = "" }?.contains("sub is missing") == true)
    }

    @Test func `iss must be the issuer to the byte`() async throws {
        for other in ["HTTPS://PROVIDER.example", "https://Provider.example", "https://provider.example:443"] {
            #expect(try await failedCheck { $0["iss"] = .string(other) }?.contains("iss is \(other)") == true)
        }
        #expect(try await failedCheck { $0["iss"] = "https://provider.example/" }?.contains("iss") == true)
    }

    @Test func `aud must name the client, alone or among others with azp`() async throws {
        #expect(try await failedCheck { $0["aud"] = "other" }?.contains("aud") == true)
        #expect(try await failedCheck { $0["aud"] = [] }?.contains("aud") == true)
        #expect(try await failedCheck { $0["aud"] = ["console"] } == nil)
        #expect(try await failedCheck { $0["aud"] = ["console", "api"] }?.contains("azp") == true)
        let ours: (inout JSONObject) -> Void = {
            $0["aud"] = ["api", "console"]
            $0["azp"] = "console"
        }
        #expect(try await failedCheck(ours) == nil)
        #expect(try await failedCheck { $0["azp"] = "other" }?.contains("azp") == true)
        #expect(try await failedCheck { $0["azp"] = "console" } == nil)
    }

    @Test func `provider 2: other audiences must each be trusted where azp is missing`() async throws {
        let three: (inout JSONObject) -> Void = { $0["aud"] = ["console", "api", "files"] }
        let check = try #require(try await failedCheck(three))
        #expect(check.contains("console, api, files") && check.contains("trustedAudiences"))
        let half = try #require(try await failedCheck(configure: { $0.trustedAudiences = ["api"] }, three))
        #expect(half.contains("where files can be trusted"))
        #expect(try await failedCheck(configure: { $0.trustedAudiences = ["api", "files"] }, three) == nil)
        #expect(
            try await failedCheck(configure: { $0.trustedAudiences = ["api", "files"] }) {
                $0["aud"] = ["api", "files"]
            }?.contains("without console") == true)
        #expect(
            try await failedCheck(configure: { $0.trustedAudiences = ["api", "files"] }) {
                three(&$0)
                $0["azp"] = "api"
            }?.contains("azp is api") == true)
    }

    @Test(arguments: [0, 5, 600]) func `promise B12: the tolerance is the configured one`(seconds: Int) async throws {
        let configure: (inout ClientConfiguration) -> Void = { $0.clockTolerance = .seconds(seconds) }
        func check(_ name: String, _ offset: Int) async throws -> String? {
            try await failedCheck(configure: configure) { $0[name] = .number(JSONNumber(Self.now + offset)) }
        }
        #expect(try await check("exp", 1 - seconds) == nil)
        #expect(try await check("exp", -seconds)?.contains("exp") == true)
        for name in ["iat", "nbf"] {
            #expect(try await check(name, seconds) == nil)
            #expect(try await check(name, seconds + 1)?.contains(name) == true)
        }
    }

    @Test func `promise B12: the clock tolerance applies to exp, and iss is compared`() async throws {
        #expect(try await failedCheck { $0["exp"] = .number(JSONNumber(Self.now - 59)) } == nil)
        #expect(try await failedCheck { $0["exp"] = .number(JSONNumber(Self.now - 60)) }?.contains("exp") == true)
        #expect(try await failedCheck { $0["iss"] = "https://else.example" }?.contains("iss") == true)
    }

    @Test func `iat and nbf may not lie ahead by more than the tolerance`() async throws {
        for name in ["iat", "nbf"] {
            #expect(try await failedCheck { $0[name] = .number(JSONNumber(Self.now + 60)) } == nil)
            #expect(try await failedCheck { $0[name] = .number(JSONNumber(Self.now + 61)) }?.contains(name) == true)
        }
    }

    @Test func `times are judged by the provider's clock where it told the time`() async throws {
        let providerDate = Date(timeIntervalSince1970: Double(Self.now + 86_400))
        let ahead: (inout JSONObject) -> Void = {
            $0["iat"] = .number(JSONNumber(Self.now + 86_400))
            $0["exp"] = .number(JSONNumber(Self.now + 86_700))
        }
        #expect(try await failedCheck(providerDate: providerDate, ahead) == nil)
        #expect(try await failedCheck(ahead)?.contains("iat") == true)
        #expect(try await failedCheck(providerDate: providerDate) { _ in }?.contains("exp") == true)
    }

    @Test func `invariant 40a: the nonce must be that of the attempt`() async throws {
        let expectation = IDTokenExpectation(nonce: "n-1")
        #expect(try await failedCheck(expecting: expectation) { $0["nonce"] = "n-1" } == nil)
        #expect(try await failedCheck(expecting: expectation) { $0["nonce"] = "n-2" }?.contains("nonce") == true)
        #expect(try await failedCheck(expecting: expectation) { _ in }?.contains("nonce is missing") == true)
        #expect(try await failedCheck { $0["nonce"] = "unasked" } == nil)
    }

    @Test func `auth_time must be there and recent enough where max_age was asked for`() async throws {
        let expectation = IDTokenExpectation(maxAge: .seconds(100))
        #expect(try await failedCheck(expecting: expectation) { _ in }?.contains("auth_time is missing") == true)
        for (age, passes) in [(0, true), (160, true), (161, false)] {
            let check = try await failedCheck(expecting: expectation) {
                $0["auth_time"] = .number(JSONNumber(Self.now - age))
            }
            #expect((check == nil) == passes)
        }
    }

    @Test func `at_hash must fit the access token that came along`() async throws {
        let digest = Digest.sha256.hash(Array("access-1".utf8))
        #expect(try await failedCheck { $0["at_hash"] = .string(Base64URL.encode(digest.prefix(16))) } == nil)
        #expect(
            try await failedCheck { $0["at_hash"] = .string(Base64URL.encode(digest.suffix(16))) }?.contains("at_hash")
                == true)
        #expect(
            try await failedCheck { $0["at_hash"] = .string(Base64URL.encode(digest)) }?.contains("at_hash") == true)
    }

    @Test func `at_hash is made with the hash of the token's algorithm`() async throws {
        for (kind, algorithm, digest) in [
            (JWK.Kind.p384, JWSAlgorithm.es384, Digest.sha384), (.p521, .es512, .sha512), (.ed25519, .edDSA, .sha512),
            (.ed25519, .ed25519, .sha512),
        ] {
            let scripted = try ImaginaryProvider(
                metadata: { $0["id_token_signing_alg_values_supported"] = nil },
                key: try JWK.generate(kind, keyID: "key-1"))
            let hash = digest.hash(Array("access-1".utf8))
            let token = try scripted.idToken(algorithm: algorithm) {
                $0["at_hash"] = .string(Base64URL.encode(hash.prefix(hash.count / 2)))
            }
            _ = try await IDTokenVerifier(scripted.provider).verify(
                token, from: scripted.response(), expecting: IDTokenExpectation())
        }
    }

    @Test func `the example of OpenID Connect Core §A.3 has the at_hash that is computed here`() {
        // The access token and its at_hash of Core A.3, "Example using response_type=id_token token", RS256.
        let hash = Digest.sha256.hash(Array("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y".utf8))
        #expect(Base64URL.encode(hash.prefix(16)) == "77QmUPtjPfzWtF2AnpK9RQ")
    }
}

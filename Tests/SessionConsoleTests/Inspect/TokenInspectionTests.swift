import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5))) struct TokenInspectionTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func inspect(
        _ token: String, keys: KeySource.Outcome = .none("no keys"), accepting: Set<JWSAlgorithm>? = nil
    ) throws -> TokenInspection {
        try TokenInspection(token, now: now, keys: keys, accepting: accepting)
    }

    private func problems(_ claims: JSONObject, header: JSONObject = ["typ": "JWT"]) throws -> [String] {
        try inspect(SignedTokens.token(claims, header: header)).problems.map(\.text)
    }

    @Test func `a sound token has no problems and is verified by its key`() throws {
        let token = try SignedTokens.token(
            [
                "iss": "i", "sub": "s", "aud": "api", "client_id": "c", "jti": "1", "exp": 1_800_000_060,
                "iat": 1_799_999_940,
            ], header: ["typ": "at+jwt"])
        let inspection = try inspect(token, keys: .keys(SignedTokens.keys))
        #expect(inspection.problems == [])
        #expect(inspection.trust == .verified(algorithm: "ES256", keyID: "k1"))
        #expect(inspection.status == .done)
    }

    static let faults: [(JSONObject, String)] = [
        (["exp": 1_799_999_880], "expired 2 min ago"),
        (["exp": 1_800_000_000], "expired 0 s ago"),
        (["exp": 1_800_000_060, "nbf": 1_800_000_030], "not valid for another 30 s"),
        (["exp": 1_800_000_060, "iat": 1_800_000_005], "iat is 5 s in the future: is a clock wrong?"),
        (["exp": 1_800_000_060, "iat": 1_800_000_060], "exp is not after iat: the token was never valid"),
        (["exp": 1_800_000_060], "aud is missing: nothing says which recipient it is for"),
        (["sub": "a"], "exp is missing: nothing says when it ends"),
        (["exp": "soon"], "the claim \"exp\" must be a number of seconds"),
        (
            ["exp": 1_800_000_060_000],
            "the claim \"exp\" must be a time in seconds since 1970 (it is probably in milliseconds)"
        ),
        (["exp": 1_800_000_060, "sub": 9_007_199_254_740_993], "the claim \"sub\" must be a string"),
        (["exp": 1_800_000_060, "aud": 7], "the claim \"aud\" must be a string or strings"),
    ]

    @Test(arguments: faults)
    func `what is wrong with the claims is told`(claims: JSONObject, problem: String) throws {
        #expect(try problems(claims).contains(problem))
    }

    private static let logout = "http://schemas.openid.net/event/backchannel-logout"

    @Test func `a logout token is judged as one`() throws {
        let sound: JSONObject = [
            "iss": "i", "aud": "c", "sub": "s", "sid": "1", "jti": "1", "iat": 1_799_999_990, "exp": 1_800_000_110,
            "events": .object([Self.logout: .object([:])]),
        ]
        let token = try SignedTokens.token(sound, header: ["typ": "logout+jwt"])
        let inspection = try inspect(token, keys: .keys(SignedTokens.keys))
        #expect(inspection.problems == [] && inspection.status == .done)
        var flawed = sound
        for name in ["sid", "sub", "events", "jti", "exp"] { flawed[name] = nil }
        flawed["nonce"] = "n"
        let problems = try problems(flawed, header: ["typ": "logout+jwt"])
        for start in ["events has no logout", "sid and sub are missing", "nonce is there", "jti is", "exp is missing"] {
            #expect(problems.contains { $0.hasPrefix(start) }, "\(problems)")
        }
        // By its events it is one, whatever its type; an ID token's at_hash is not asked for.
        #expect(try self.problems(sound, header: ["typ": "JWT"]) == [])
    }

    @Test func `a security event token needs no end and no subject`() throws {
        let sound: JSONObject = [
            "iss": "i", "aud": "c", "jti": "1", "iat": 1_799_999_990, "toe": 1_799_999_900, "txn": "t",
            "events": .object(["https://schemas.openid.net/secevent/caep/event-type/session-revoked": .object([:])]),
        ]
        #expect(try problems(sound, header: ["typ": "secevent+jwt"]) == [])
        let lines = try inspect(SignedTokens.token(sound, header: ["typ": "secevent+jwt"])).lines
        #expect(lines.contains { $0.contains("happened 1 min ago") }, "\(lines)")
        #expect(try problems(["iss": "i"], header: ["typ": "secevent+jwt"]) == ["iat, jti, events are missing"])
    }

    @Test func `a time in a text is in quotes`() throws {
        let lines = try inspect(SignedTokens.token(["exp": "1800000060", "sub": "7"], header: [:])).lines
        #expect(lines.contains { $0.contains(/exp +"1800000060"/) }, "\(lines)")
        #expect(lines.contains { $0.contains(/sub +7/) }, "\(lines)")
    }

    @Test func `what is odd in the header is told`() throws {
        let header: JSONObject = ["typ": "banana", "jku": "https://evil.example/keys"]
        let texts = try problems(["aud": "api", "exp": 1_800_000_060], header: header)
        #expect(
            texts == [
                "typ is 'banana', which no standard defines", "jku supplies a key of the sender's choice",
            ])
        let unnamed = try SignedTokens.token(
            ["aud": "api", "exp": 1_800_000_060], key: .generate(.ed25519), algorithm: .edDSA)
        #expect(try inspect(unnamed).problems.map(\.text) == ["kid is missing: the key must be guessed"])
    }

    @Test func `an unsigned token fails without any key`() throws {
        let inspection = try inspect("eyJhbGciOiJub25lIn0.eyJhdWQiOiJhIiwiZXhwIjoxODAwMDAwMDYwfQ.")
        #expect(inspection.trust == .failed("it is not signed"))
        #expect(inspection.problems.map(\.text) == ["alg is none: anyone could have written it"])
        #expect(inspection.status == .refusedByProvider)
    }

    @Test func `an expired token fails although its signature is good`() throws {
        let inspection = try inspect(SignedTokens.token(["exp": 1_799_999_999]), keys: .keys(SignedTokens.keys))
        #expect(inspection.trust == .failed("expired 1 s ago, though the signature is good"))
    }

    @Test func `without keys nothing is said of the signature`() throws {
        let inspection = try inspect(SignedTokens.token(["exp": 1_800_000_060]))
        #expect(inspection.trust == .notChecked("no keys"))
        #expect(inspection.status == .failed)
    }

    @Test func `a token of another key fails`() throws {
        let other = JWKSet(keys: [try .generate(.p256, keyID: "k1")])
        let token = try SignedTokens.token(["exp": 1_800_000_060])
        #expect(
            try inspect(token, keys: .keys(other)).trust
                == .failed("the signature does not match the key, the header and the payload"))
        let unknown = JWKSet(keys: [try .generate(.p256, keyID: "k2")])
        #expect(try inspect(token, keys: .keys(unknown)).trust == .failed("the key k1 is not among the keys (1)"))
    }

    @Test func `shared secrets count only where they are asked for`() throws {
        let secret = try JWK.generate(.oct(byteCount: 32), keyID: "s")
        let token = try SignedTokens.token(["exp": 1_800_000_060], key: secret, algorithm: .hs256)
        let keys = KeySource.Outcome.keys(JWKSet(keys: [secret]))
        #expect(
            try inspect(token, keys: keys).trust
                == .notChecked("alg HS256 has no public key; --alg HS256 uses a shared key from --jwks"))
        #expect(
            try inspect(token, keys: keys, accepting: [.es256]).trust
                == .failed("alg HS256 is not accepted; accept it with --alg"))
        #expect(
            try inspect(token, keys: keys, accepting: [.hs256]).trust == .verified(algorithm: "HS256", keyID: "s"))
    }

    @Test func `times are written out, before and after`() throws {
        let token = try SignedTokens.token(["exp": 1_800_000_047, "auth_time": 1_799_985_000], header: ["typ": "JWT"])
        let lines = try inspect(token).lines
        #expect(lines.contains { $0.hasSuffix("2027-01-15 08:00:47 UTC, expires in 47 s") })
        #expect(lines.contains { $0.hasSuffix("2027-01-15 03:50:00 UTC, signed in 4 h 10 min ago") })
    }

    @Test func `times in nested claims are written out by their paths`() throws {
        let token = try SignedTokens.token([
            "token_introspection": ["active": true, "exp": 1_800_000_047], "exp": 1_800_000_060,
        ])
        let inspection = try inspect(token)
        #expect(
            inspection.lines.contains {
                $0.contains(/token_introspection.exp +1800000047 .*2027-01-15 08:00:47 UTC, expires in 47 s/)
            }, "\(inspection.lines)")
        #expect(inspection.printed["times"]?["token_introspection.exp"]?["seconds_from_now"] == 47)
    }

    @Test func `of an SD-JWT the issuer's signature is verified, and what it discloses is listed`() throws {
        let disclosure = Base64URL.encode(#"["salt","family_name","Example"]"#.utf8)
        let digest = Base64URL.encode(Digest.sha256.hash(disclosure.utf8))
        let signed = try SignedTokens.token(
            ["iss": "i", "aud": "a", "exp": 1_800_000_060, "_sd": [.string(digest)]], header: ["typ": "dc+sd-jwt"])
        let sound = try inspect("\(signed)~\(disclosure)~", keys: .keys(SignedTokens.keys))
        #expect(sound.trust == .verified(algorithm: "ES256", keyID: "k1"))
        #expect(sound.problems.isEmpty, "\(sound.problems)")
        #expect(sound.lines.contains { $0.contains(/family_name +Example/) }, "\(sound.lines)")
        #expect(sound.printed["disclosures"]?.array?.first?["signed"] == true)
        let forged = Base64URL.encode(#"["salt","family_name","Other"]"#.utf8)
        #expect(
            try inspect("\(signed)~\(forged)~", keys: .keys(SignedTokens.keys)).trust
                == .failed(
                    "the disclosure of family_name has no digest in the token: its issuer did not sign it, "
                        + "though the signature is good"))
    }

    @Test func `of an encrypted token the header is shown`() throws {
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#.utf8)
        let inspection = try #require(PartialInspection("\(header).a.b.c.d", now: now))
        #expect(inspection.lines.contains { $0.contains(/enc +A256GCM/) })
        #expect(inspection.lines.last == "  not checked: it is encrypted for its recipient")
        #expect(inspection.printed["trust"]?["state"] == "not_checked")
        #expect(PartialInspection("a.b.c", now: now) == nil)
    }

    @Test func `of a token that was cut what is left is shown`() throws {
        let token = try SignedTokens.token(["sub": "a", "exp": 1_800_000_060])
        let cut = token.split(separator: ".").prefix(2).joined(separator: ".")
        let inspection = try #require(PartialInspection(cut, now: now))
        #expect(inspection.lines.contains { $0.contains(/sub +a/) }, "\(inspection.lines)")
        #expect(inspection.lines.last == "  not checked: 2 of 3 parts, the signature is missing")
        #expect(inspection.printed["times"]?["exp"]?["seconds_from_now"] == 60)
    }

    @Test func `a token without its signature fails without any key`() throws {
        let token = try SignedTokens.token(["sub": "a", "exp": 1_800_000_060])
        let bare = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(try inspect(bare).trust == .failed("the token's signature is missing"))
    }

    @Test func `nothing in a token steers the terminal`() throws {
        let hostile = "\u{1B}[2J\u{202E}\u{9B}31m"
        let token = try SignedTokens.token([hostile: .string(hostile)], header: ["typ": .string(hostile)])
        let inspection = try inspect(token)
        let shown = inspection.lines.joined() + inspection.printed.printable
        #expect(!shown.unicodeScalars.contains { ["\u{1B}", "\u{202E}", "\u{9B}"].contains($0) })
        #expect(try JSONValue(parsing: inspection.printed.printable.utf8)["claims"]?[hostile]?.string == hostile)
    }
}

extension TokenInspection {
    fileprivate var printed: JSONValue { InspectionReport(self).recorded }
}

extension PartialInspection {
    fileprivate var printed: JSONValue { InspectionReport(self).recorded }
}

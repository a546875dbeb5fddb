import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct MalformedKeyTests {
    /// A change to a good key, and the error that names it.
    struct Change: Sendable, CustomTestStringConvertible {
        let vector: SignatureVector
        let name: String
        let value: JSONValue?
        let error: JOSEError

        var testDescription: String { "\(vector.section), \(name): \(value?.serialized() ?? "removed")" }
    }

    static let rsa = RFC7515.appendixA2
    static let ec = RFC7515.appendixA3
    static let ed25519 = RFC8037.appendixA4
    static let oct = RFC7515.appendixA1

    static func change(
        _ vector: SignatureVector, _ name: String, _ value: JSONValue?, _ error: JOSEError
    ) -> Change { Change(vector: vector, name: name, value: value, error: error) }

    static let changes = [
        change(
            rsa, "e", "AQAAAAAAAAAB", .invalid(.keyMember("e"), expected: "at most 64 bits long")),
        change(rsa, "kty", nil, .missing(.keyMember("kty"))),
        change(rsa, "kty", 1, .wrongType(.keyMember("kty"), expected: "a string")),
        change(rsa, "kty", "rsa", .unsupported(.keyMember("kty"), value: "rsa")),
        change(rsa, "kid", 7, .wrongType(.keyMember("kid"), expected: "a string")),
        change(rsa, "use", true, .wrongType(.keyMember("use"), expected: "a string")),
        change(rsa, "alg", [], .wrongType(.keyMember("alg"), expected: "a string")),
        change(rsa, "key_ops", "sign", .wrongType(.keyMember("key_ops"), expected: "an array of strings")),
        change(rsa, "key_ops", ["sign", 1], .wrongType(.keyMember("key_ops"), expected: "an array of strings")),
        change(rsa, "key_ops", ["sign", "sign"], .invalid(.keyMember("key_ops"), expected: "without repetition")),
        change(rsa, "n", nil, .missing(.keyMember("n"))),
        change(rsa, "n", "", .invalid(.keyMember("n"), expected: "a positive integer")),
        change(rsa, "n", "AA", .invalid(.keyMember("n"), expected: "a positive integer")),
        change(rsa, "n", "AQAB=", .notBase64URL(.keyMember("n"))),
        change(rsa, "n", 5, .wrongType(.keyMember("n"), expected: "a string")),
        change(
            rsa, "n", .string(String(repeating: "_", count: 2736)),
            .invalid(.keyMember("n"), expected: "at most 8192 bits long")),
        change(rsa, "e", nil, .missing(.keyMember("e"))),
        change(rsa, "e", "AQ", .invalid(.keyMember("e"), expected: "an odd integer above 1")),
        change(rsa, "e", "AQAA", .invalid(.keyMember("e"), expected: "an odd integer above 1")),
        change(rsa, "d", "+/", .notBase64URL(.keyMember("d"))),
        change(rsa, "p", nil, .missing(.keyMember("p"))),
        change(rsa, "qi", nil, .missing(.keyMember("qi"))),
        change(rsa, "oth", [], .unsupported(.keyMember("oth"), value: "more than two primes")),
        change(ec, "crv", nil, .missing(.keyMember("crv"))),
        change(ec, "crv", "secp256k1", .unsupported(.keyMember("crv"), value: "secp256k1")),
        change(ec, "crv", "P-384", .wrongLength(.keyMember("d"), bytes: 32, expected: 48)),
        change(ec, "x", nil, .missing(.keyMember("x"))),
        change(ec, "y", nil, .missing(.keyMember("y"))),
        change(ec, "y", "AQAB", .invalid(.key, expected: "a valid EC key")),
        change(
            ec, "y", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", .invalid(.key, expected: "a valid EC key")),
        change(ec, "d", "AQAB", .wrongLength(.keyMember("d"), bytes: 3, expected: 32)),
        change(
            ec, "x", .string(Base64URL.encode(Array(repeating: 1, count: 33))),
            .wrongLength(.keyMember("x"), bytes: 33, expected: 32)),
        change(ed25519, "crv", "X25519", .unsupported(.keyMember("crv"), value: "X25519")),
        change(ed25519, "crv", "Ed448", .unsupported(.keyMember("crv"), value: "Ed448")),
        change(ed25519, "x", "AQAB", .wrongLength(.keyMember("x"), bytes: 3, expected: 32)),
        change(ed25519, "d", "AQAB", .wrongLength(.keyMember("d"), bytes: 3, expected: 32)),
        change(ed25519, "x", "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", .keyPairMismatch),
        change(oct, "k", nil, .missing(.keyMember("k"))),
        change(oct, "k", "", .invalid(.keyMember("k"), expected: "at least one byte")),
        change(oct, "k", "A", .notBase64URL(.keyMember("k"))),
    ]

    @Test(arguments: changes)
    func `a malformed key names the member at fault`(change: Change) throws {
        var object = try JWKTests.object(change.vector.key)
        object[change.name] = change.value
        #expect(throws: change.error) { try JWK(json: object) }
    }

    @Test(arguments: [
        ("[]", JOSEError.wrongType(.key, expected: "a JSON object")),
        ("{", .notJSON(.key, JSONError(offset: 1, reason: .ended(expected: "a member's name")))),
        (#"{"kty":"oct","kty":"oct"}"#, .notJSON(.key, JSONError(offset: 13, reason: .repeatedName("kty")))),
    ])
    func `a text that is no key is refused`(text: String, error: JOSEError) {
        #expect(throws: error) { try JWK(parsing: text.utf8) }
    }

    @Test func `an object that repeats a name is no key`() {
        let object = JSONObject([("kty", "oct"), ("k", "AQAB"), ("k", "AQAB")])
        #expect(throws: JOSEError.invalid(.keyMember("k"), expected: "there only once")) { try JWK(json: object) }
    }
}

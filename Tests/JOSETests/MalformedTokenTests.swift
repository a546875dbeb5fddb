import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct MalformedTokenTests {
    static func encoded(_ header: String) -> String { Base64URL.encode(header.utf8) }

    static let header = encoded(#"{"alg":"HS256"}"#)

    @Test(arguments: [
        ("", JOSEError.notCompact(parts: 1)),
        ("e30", .notCompact(parts: 1)),
        ("e30.e30", .notCompact(parts: 2)),
        ("e30.e30.e30.e30", .notCompact(parts: 4)),
        ("e30.e30.e30.e30.e30", .notCompact(parts: 5)),
        ("..", .notJSON(.header, JSONError(offset: 0, reason: .ended(expected: "a value")))),
        ("e30=.e30.AA", .notBase64URL(.header)),
        (" e30.e30.AA", .notBase64URL(.header)),
        ("\(encoded("[]")).e30.AA", .wrongType(.header, expected: "a JSON object")),
        ("\(encoded("\"x\"")).e30.AA", .wrongType(.header, expected: "a JSON object")),
        ("\(encoded("{} {}")).e30.AA", .notJSON(.header, JSONError(offset: 3, reason: .trailing))),
        (
            "\(encoded(#"{"alg":"HS256","alg":"none"}"#)).e30.AA",
            .notJSON(.header, JSONError(offset: 15, reason: .repeatedName("alg")))
        ),
        ("e30.e30.AA", .missing(.headerMember("alg"))),
        ("\(encoded(#"{"alg":null}"#)).e30.AA", .wrongType(.headerMember("alg"), expected: "a string")),
        ("\(encoded(#"{"alg":"HS256","kid":1}"#)).e30.AA", .wrongType(.headerMember("kid"), expected: "a string")),
        ("\(encoded(#"{"alg":"HS256","typ":[]}"#)).e30.AA", .wrongType(.headerMember("typ"), expected: "a string")),
        ("\(header).e30!.AA", .notBase64URL(.payload)),
        ("\(header).e.AA", .notBase64URL(.payload)),
        ("\(header).e30.A", .notBase64URL(.signature)),
        ("\(header).e30.AB", .notBase64URL(.signature)),
        ("\(header).e30.AA\n", .notBase64URL(.signature)),
        ("\(header).e30.é", .notBase64URL(.signature)),
    ])
    func `a malformed token names the part at fault`(token: String, error: JOSEError) {
        #expect(throws: error) { try JWS.parse(token) }
    }

    @Test func `a header that is not UTF-8 names the byte`() {
        let header = Base64URL.encode(Array(#"{"alg":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
        #expect(throws: JOSEError.notJSON(.header, JSONError(offset: 8, reason: .notUTF8))) {
            try JWS.parse("\(header).e30.AA")
        }
    }

    @Test(arguments: [
        ("AQ", JOSEError.notJSON(.payload, JSONError(offset: 0, reason: .expected("a value")))),
        ("", .notJSON(.payload, JSONError(offset: 0, reason: .ended(expected: "a value")))),
        (encoded("[]"), .wrongType(.payload, expected: "a JSON object")),
        (encoded(#"{"a":1,"a":1}"#), .notJSON(.payload, JSONError(offset: 7, reason: .repeatedName("a")))),
        (
            encoded(#"{"a":{"b":1,"b":2}}"#),
            .notJSON(.payload, JSONError(offset: 12, reason: .repeatedName("b")))
        ),
    ])
    func `a payload that is no set of claims is told`(payload: String, error: JOSEError) {
        #expect(throws: error) { try JWT.parse("\(Self.header).\(payload).AA") }
    }

    @Test func `a payload need not be JSON for a signature`() throws {
        #expect(try JWS.parse("\(Self.header).AQ.AA").payload == [1])
    }

    @Test(arguments: ["NONE", "None", "nOnE", "none", "HS256 ", "hs256", "ES256K", "RS1", ""])
    func `an algorithm is known by its exact name`(name: String) throws {
        let jws = try JWS.parse("\(Self.encoded(#"{"alg":"\#(name)"}"#)).e30.")
        #expect(jws.algorithm == nil)
        #expect(jws.algorithmName == name)
        #expect(throws: JOSEError.unsupported(.headerMember("alg"), value: name)) {
            try jws.verify(with: try TestKeys.oct.get(), allowed: Set(JWSAlgorithm.allCases))
        }
    }

    @Test(arguments: [
        (JOSEError.notBase64URL(.signature), "The token's signature is not base64url without padding."),
        (.notCompact(parts: 5), "The token has five parts: it is encrypted (JWE), which is not supported."),
        (.notCompact(parts: 1), "The token has 1 part; a signed token has three."),
        (.missing(.headerMember("alg")), "\"alg\" in the token's header is missing."),
        (.wrongType(.claim("exp"), expected: "a number of seconds"), "The claim \"exp\" must be a number of seconds."),
        (
            .notJSON(.payload, JSONError(offset: 7, reason: .repeatedName("a\u{1B}"))),
            "The token's payload is not valid JSON: the name \"a\\u001b\" is repeated (at byte 7)."
        ),
        (
            .unsupported(.headerMember("alg"), value: "none"),
            "\"alg\" in the token's header is \"none\", which is not supported."
        ),
        (.keyTooShort(bits: 1024, minimum: 2048), "The key has 1024 bits, but needs at least 2048."),
    ])
    func `an error reads as a sentence, with control characters escaped`(error: JOSEError, text: String) {
        #expect(error.description == text)
    }
}

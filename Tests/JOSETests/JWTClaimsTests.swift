import FoundationEssentials
import JOSE
import Testing

@Suite(.timeLimit(.minutes(5))) struct JWTClaimsTests {
    static func claims(_ text: String) throws -> JWTClaims {
        try JWT.parse("\(MalformedTokenTests.header).\(Base64URL.encode(text.utf8)).AA").claims
    }

    @Test func `RFC 7519 3.1: the example's claims`() throws {
        let jwt = try JWT.parse(RFC7515.appendixA1.token)
        #expect(jwt.jws.type == "JWT")
        #expect(jwt.claims.issuer == "joe")
        #expect(jwt.claims.expirationTime == Date(timeIntervalSince1970: 1_300_819_380))
        #expect(jwt.claims.object.names == ["iss", "exp", "http://example.com/is_root"])
        #expect(jwt.claims.unknown == [.init(name: "http://example.com/is_root", value: true)])
        #expect(jwt.claims.audience.isEmpty)
    }

    @Test func `RFC 7519 6.1: an unsecured JWT can be read`() throws {
        let jwt = try JWT.parse(RFC7515.appendixA5)
        #expect(jwt.jws.algorithm == nil)
        #expect(jwt.claims.issuer == "joe")
    }

    @Test func `every registered claim has its property, the others keep their order`() throws {
        let claims = try Self.claims(
            #"""
            {"zone":"z","iss":"https://login.example","sub":"alice","aud":"console","exp":100,"nbf":50,"iat":60.25,
             "auth_time":40,"jti":"j","nonce":"n","azp":"p","at_hash":"h","email":"a@b.example","Amr":[1.0]}
            """#)
        #expect(claims.issuer == "https://login.example")
        #expect(claims.subject == "alice")
        #expect(claims.audience == ["console"])
        #expect(claims.expirationTime == Date(timeIntervalSince1970: 100))
        #expect(claims.notBefore == Date(timeIntervalSince1970: 50))
        #expect(claims.issuedAt == Date(timeIntervalSince1970: 60.25))
        #expect(claims.authTime == Date(timeIntervalSince1970: 40))
        #expect(claims.jwtID == "j")
        #expect(claims.nonce == "n")
        #expect(claims.authorizedParty == "p")
        #expect(claims.accessTokenHash == "h")
        #expect(claims.unknown.map(\.name) == ["zone", "email", "Amr"])
        #expect(claims.unknown.last?.value.serialized() == "[1.0]")
    }

    @Test(arguments: [
        (#"{"aud":"a"}"#, ["a"]), (#"{"aud":["a","b"]}"#, ["a", "b"]), (#"{"aud":[]}"#, []), ("{}", []),
    ])
    func `an audience is one or many`(text: String, audience: [String]) throws {
        #expect(try Self.claims(text).audience == audience)
    }

    @Test(
        arguments: [
            ("1e3", 1000), ("0", 0), ("-1", -1), ("1300819380.5", 1_300_819_380.5), ("1.5e1", 15),
            ("253402300799", 253_402_300_799),
        ] as [(String, Double)])
    func `a time is any number of seconds`(literal: String, seconds: Double) throws {
        let claims = try Self.claims(#"{"exp":\#(literal)}"#)
        #expect(claims.expirationTime == Date(timeIntervalSince1970: seconds))
    }

    @Test(arguments: ["exp", "nbf", "iat", "auth_time"])
    func `a time of another type or range names its claim, and what was written stays visible`(name: String) throws {
        let isRequired = ["exp", "iat"].contains(name)
        for value in [#""100""#, "true", "[1]", "{}"] + (isRequired ? ["null"] : []) {
            let token = "\(MalformedTokenTests.header).\(Base64URL.encode(#"{"\#(name)":\#(value)}"#.utf8)).AA"
            #expect(throws: JOSEError.wrongType(.claim(name), expected: "a number of seconds")) {
                try JWT.parse(token)
            }
            #expect(try JWS.parse(token).payloadObject()[name]?.serialized() == value)
        }
        // Beyond every date, milliseconds taken for seconds, and beyond every number.
        for value in ["253402300800", "1300819380000", "-62135596801", "1e999"] {
            #expect(throws: JOSEError.invalid(.claim(name), expected: "a time in seconds since 1970")) {
                try Self.claims(#"{"\#(name)":\#(value)}"#)
            }
        }
    }

    @Test(arguments: ["iss", "sub", "jti", "nonce", "azp", "at_hash"])
    func `a text of another type names its claim`(name: String) {
        let isRequired = ["iss", "sub"].contains(name)
        for value in ["1", "[]", #"{"a":1}"#] + (isRequired ? ["null"] : []) {
            #expect(throws: JOSEError.wrongType(.claim(name), expected: "a string")) {
                try Self.claims(#"{"\#(name)":\#(value)}"#)
            }
        }
    }

    @Test(arguments: ["nbf", "auth_time", "jti", "nonce", "azp", "at_hash"])
    func `end 6: null counts as absent where a claim may be absent, and is shown as it was written`(
        name: String
    ) throws {
        let claims = try Self.claims(#"{"\#(name)":null}"#)
        #expect(claims.notBefore == nil && claims.authTime == nil && claims.jwtID == nil && claims.nonce == nil)
        #expect(claims.authorizedParty == nil && claims.accessTokenHash == nil)
        #expect(claims.object[name] == .null)
    }

    @Test(arguments: ["1", "null", "{}", #"["a",1]"#])
    func `an audience of another type names its claim`(value: String) {
        #expect(throws: JOSEError.wrongType(.claim("aud"), expected: "a string or strings")) {
            try Self.claims(#"{"aud":\#(value)}"#)
        }
    }
}

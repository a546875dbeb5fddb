import FoundationEssentials
import JOSE
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenProblemTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let header: JSONObject = ["alg": "ES256", "kid": "k1"]
    /// The claims of a sound access token.
    private static let access: JSONObject = [
        "iss": "https://id.example", "sub": "a", "aud": "api", "client_id": "c", "jti": "1", "iat": 1_799_999_940,
        "exp": 1_800_000_060,
    ]
    private static let identity: JSONObject = [
        "iss": "https://id.example", "sub": "a", "aud": "c", "at_hash": "x", "iat": 1_799_999_940, "exp": 1_800_000_060,
    ]

    private func problems(
        header: JSONObject = Self.header, claims: JSONObject = ["aud": "api", "exp": 1_800_000_060],
        kind: TokenKind? = nil, expiry: Date? = nil
    ) -> [TokenProblem] {
        TokenProblem.all(
            of: JWTContents(header: header, claims: claims), as: TokenCircumstances(kind: kind, expiry: expiry),
            now: Self.now)
    }

    private static func with(_ claims: JSONObject, _ name: String, _ value: JSONValue?) -> JSONObject {
        var claims = claims
        claims[name] = value
        return claims
    }

    @Test(arguments: ["jku", "jwk", "x5u", "x5c"])
    func `a key that the sender brings along is warned of`(name: String) {
        let found = problems(header: Self.with(Self.header, name, "https://evil.example/key"))
        #expect(found == [.warning("\(name) supplies a key of the sender's choice", "RFC 8725 §3.10")])
    }

    @Test(arguments: [
        ("JWT", true), ("application/jwt", true), ("at+jwt", true), ("application/AT+JWT", true), ("text/jwt", false),
        ("application/cookies", false),
    ])
    func `a type is known by its name, with or without application in front`(type: String, isKnown: Bool) throws {
        let found = problems(header: Self.with(Self.header, "typ", .string(type)))
        let unknown = found.filter { $0.reference == "RFC 7519 §5.1" }
        #expect(unknown.isEmpty == isKnown)
        for problem in unknown { try expectWords(problem.text, type) }
    }

    @Test func `a sound token of each kind has no problems`() {
        let end = Self.now.addingTimeInterval(60)
        #expect(problems(claims: Self.access, kind: .access, expiry: end) == [])
        #expect(problems(claims: Self.identity, kind: .identity) == [])
        #expect(problems(claims: ["exp": 1_800_000_060], kind: .refresh) == [])
    }

    @Test func `critical extensions that are not understood are an error`() {
        let found = problems(header: Self.with(Self.header, "crit", ["x", "y"]))
        #expect(
            found == [.error("crit demands x, y: no extension is understood here", "RFC 7515 §4.1.11")], "\(found)")
        #expect(problems(header: Self.with(Self.header, "crit", [])).first?.weight == .error)
    }

    @Test func `a DPoP proof has a key of its own, and no end`() {
        let proof: JSONObject = ["jti": "1", "htm": "GET", "htu": "https://api.example/", "iat": 1_799_999_990]
        let header: JSONObject = ["alg": "ES256", "typ": "dpop+jwt", "jwk": ["kty": "EC"]]
        #expect(problems(header: header, claims: proof) == [])
        #expect(
            problems(header: header, claims: Self.with(proof, "htu", nil))
                == [.warning("htu is missing", "RFC 9449 §4.2")])
        #expect(problems(header: Self.with(header, "jwk", nil), claims: proof).map(\.reference) == ["RFC 9449 §4.2"])
    }

    @Test func `a token without exp has an end that is not known`() {
        #expect(
            problems(claims: ["aud": "api"])
                == [.warning("exp is missing: nothing says when it ends", "RFC 7519 §4.1.4")])
    }

    @Test func `what a token is used as is guessed from its type and its claims`() {
        let access = problems(
            header: Self.with(Self.header, "typ", "at+jwt"), claims: Self.with(Self.access, "jti", nil))
        #expect(access == [.warning("jti is missing", "RFC 9068 §2.2")])
        let identity = Self.with(Self.with(Self.identity, "at_hash", nil), "nonce", "n")
        #expect(problems(claims: identity).map(\.reference) == ["OpenID Connect Core §3.1.3.6"])
    }

    static let unusual: [(JSONObject, TokenKind, TokenProblem)] = [
        (
            with(access, "exp", 1_800_086_401), .access,
            .warning("it lives for 1 d: a leaked bearer token can be used for that long", "RFC 6750 §5.3")
        ),
        (
            with(access, "aud", nil), .access,
            .warning("aud is missing: nothing says which recipient it is for", "RFC 9068 §2.2")
        ),
        (
            with(identity, "aud", nil), .identity,
            .warning("aud is missing: nothing says which recipient it is for", "OpenID Connect Core §2")
        ),
        (
            with(identity, "at_hash", nil), .identity,
            .warning("at_hash is missing: nothing ties it to the access token", "OpenID Connect Core §3.1.3.6")
        ),
        (with(with(access, "jti", nil), "iss", nil), .access, .warning("iss, jti are missing", "RFC 9068 §2.2")),
        (with(identity, "sub", nil), .identity, .warning("sub is missing", "OpenID Connect Core §2")),
    ]

    @Test(arguments: unusual)
    func `what a kind of token lacks is told with the section that asks for it`(
        claims: JSONObject, kind: TokenKind, problem: TokenProblem
    ) {
        #expect(problems(claims: claims, kind: kind) == [problem])
    }

    @Test func `a life of exactly a day is not unusual`() {
        #expect(problems(claims: Self.with(Self.access, "exp", 1_800_086_340), kind: .access) == [])
    }

    @Test(arguments: [
        (5.0, nil), (-5.0, nil), (3_600.0, "exp is 60 min earlier than expires_in says"),
        (-30.0, "exp is 30 s later than expires_in says"),
    ])
    func `a difference between exp and expires_in is told where rounding does not explain it`(
        difference: Double, text: String?
    ) {
        let end = Self.now.addingTimeInterval(60 + difference)
        let found = problems(claims: Self.access, kind: .access, expiry: end)
        #expect(found.map(\.text) == [text].compactMap { $0?.replacing("60 min", with: "1 h") })
        #expect(found.allSatisfy { $0.reference == "RFC 6749 §5.1" })
    }

    @Test func `algorithms that protect nothing or from few are told`() {
        #expect(
            problems(header: ["alg": "NoNe"]) == [.error("alg is none: anyone could have written it", "RFC 8725 §3.2")])
        #expect(
            problems(header: ["alg": "HS256", "kid": "k"])
                == [.warning("HS256: every party that can verify it can also forge it", "RFC 7518 §3.2")])
        #expect(problems(header: ["kid": "k"]) == [.error("alg is missing", "RFC 7515 §4.1.1")])
    }

    @Test func `repeated names are told`() {
        let claims = JSONObject([("aud", "api"), ("exp", 1_800_000_060), ("sub", "a"), ("sub", "b")])
        #expect(problems(claims: claims) == [.error("the claims repeat the name sub", "RFC 7519 §4")])
        let header = JSONObject([("alg", "ES256"), ("kid", "a"), ("kid", "b")])
        #expect(problems(header: header) == [.error("the header repeats the name kid", "RFC 7515 §4")])
    }

    @Test func `errors come before warnings`() {
        let found = problems(header: ["alg": "ES256"], claims: ["aud": "api", "exp": 1_799_999_999])
        #expect(found.map(\.weight) == [.error, .warning])
    }

    @Test(arguments: [
        (0.4, "1 s"), (58.5, "59 s"), (59.5, "1 min"), (119, "1 min"), (3_599, "59 min"), (-61, "1 min"), (-0.4, "0 s"),
    ])
    func `an amount of time is whole minutes from the first`(seconds: Double, text: String) {
        #expect(RelativeTime(date: Self.now.addingTimeInterval(seconds), now: Self.now).amount == text)
    }
}

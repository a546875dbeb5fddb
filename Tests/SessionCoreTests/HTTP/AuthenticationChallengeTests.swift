import SessionCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct AuthenticationChallengeTests {
    private func parse(_ values: String...) -> [AuthenticationChallenge] {
        AuthenticationChallenge.parse(HTTPHeaders(values.map { .init(name: "WWW-Authenticate", value: $0) }))
    }

    @Test func `a challenge gives its scheme and its parameters`() throws {
        let challenges = parse("Bearer realm=\"api\", error=\"invalid_token\", error_description=\"expired, sorry\"")
        let challenge = try #require(challenges.first)
        #expect(challenges.count == 1)
        #expect(challenge.scheme == "Bearer")
        #expect(challenge.realm == "api")
        #expect(challenge.error == "invalid_token")
        #expect(challenge.errorDescription == "expired, sorry")
    }

    @Test func `invariant 16: insufficient_scope is told with the scope that is wanted`() throws {
        let challenge = try #require(parse("Bearer error=\"insufficient_scope\", scope=\"admin  orders:write\"").first)
        #expect(challenge.error == "insufficient_scope")
        #expect(challenge.scope == ["admin", "orders:write"])
    }

    @Test func `invariant 17: a step-up challenge is told with acr_values and max_age`() throws {
        let challenge = try #require(
            parse(
                "Bearer error=\"insufficient_user_authentication\", acr_values=\"urn:mfa urn:hwk\", max_age=\"300\""
            ).first)
        #expect(challenge.error == "insufficient_user_authentication")
        #expect(challenge.acrValues == ["urn:mfa", "urn:hwk"])
        #expect(challenge.maxAge == .seconds(300))
        #expect(parse("Bearer max_age=600").first?.maxAge == .seconds(600))
        #expect(parse("Bearer max_age=-1").first?.maxAge == nil)
        #expect(parse("Bearer max_age=soon").first?.maxAge == nil)
    }

    @Test func `several challenges share a field and several fields are read in order`() {
        let challenges = parse(
            "Basic realm=\"a, b\", Bearer error=invalid_token , error_description=\"x\",DPoP algs=\"ES256\"",
            "Negotiate", "Digest qop=\"auth,auth-int\"")
        #expect(challenges.map(\.scheme) == ["Basic", "Bearer", "DPoP", "Negotiate", "Digest"])
        #expect(
            challenges.map(\.parameters) == [
                ["realm": "a, b"], ["error": "invalid_token", "error_description": "x"], ["algs": "ES256"], [:],
                ["qop": "auth,auth-int"],
            ])
    }

    @Test func `escapes in a quoted string are resolved`() {
        #expect(parse(#"Bearer realm="say \"hi\" \\ bye", error="e""#).first?.realm == #"say "hi" \ bye"#)
    }

    @Test func `a token68 is no parameter`() {
        let challenges = parse("Negotiate YWJj/+a==, NTLM TlRMTVNTUAAB=, Bearer error=\"e\"")
        #expect(challenges.map(\.scheme) == ["Negotiate", "NTLM", "Bearer"])
        #expect(challenges[0].parameters.isEmpty && challenges[1].parameters.isEmpty)
        #expect(challenges[2].error == "e")
    }

    @Test func `names are read in any case and spaces around = are allowed`() {
        let challenge = parse("bearer REALM = \"x\",Error\t=\tinvalid_token").first
        #expect(challenge?.scheme == "bearer")
        #expect(challenge?.parameters == ["realm": "x", "error": "invalid_token"])
    }

    @Test func `of a parameter that stands twice the first counts`() {
        #expect(parse("Bearer error=\"a\", error=\"b\"").first?.error == "a")
    }

    @Test(arguments: [
        "", " ", ",", ",,,", "=", "=x", "\"", "\"unclosed", "Bearer error=\"unclosed", "Bearer error=", "Bearer =",
        "\\",
        "Bearer error=\"a\\", "Bearer  ,  , error", "ü=ö", "Bearer,", "\u{1}\u{2}", "Bearer \"x\"=y",
    ])
    func `garbage is survived`(text: String) {
        for challenge in parse(text) { #expect(!challenge.scheme.isEmpty) }
    }

    @Test func `garbage hides no challenge that follows it`() {
        let challenges = parse("@@@ ???, \"a, b\" nonsense, Bearer realm=\"r\", (, error=\"invalid_token\"")
        #expect(challenges.last?.scheme == "Bearer")
        #expect(challenges.last?.error == "invalid_token")
    }

    @Test(arguments: [
        ("Bearer error_description=The token has expired, error=invalid_token", ["Bearer"]),
        ("error=invalid_request,error_description=No token in request", []),
    ])
    func `the words of a text without quotes are no schemes`(text: String, schemes: [String]) {
        #expect(parse(text).map(\.scheme) == schemes)
        #expect(parse(text).allSatisfy { $0.error == "invalid_token" })
        #expect(AuthenticationChallenge.hasMalformed(in: ["WWW-Authenticate": text]))
    }

    @Test func `a value without quotes may hold what only quotes allow`() {
        let challenge = parse("Bearer error_uri=https://a.example/?x=1, error=invalid_token").first
        #expect(challenge?.parameters["error_uri"] == "https://a.example/?x=1")
        #expect(challenge?.error == "invalid_token")
    }

    @Test func `the challenge about the token is that of Bearer or DPoP, with an error if there is one`() {
        func token(_ value: String) -> AuthenticationChallenge? {
            AuthenticationChallenge.token(in: ["WWW-Authenticate": value])
        }
        #expect(token("Basic realm=\"b\", bearer realm=\"t\"")?.realm == "t")
        #expect(token("Bearer realm=\"t\", DPoP error=\"invalid_token\"")?.scheme == "DPoP")
        #expect(token("Basic realm=\"b\"") == nil)
        #expect(AuthenticationChallenge.token(in: [:]) == nil)
    }
}

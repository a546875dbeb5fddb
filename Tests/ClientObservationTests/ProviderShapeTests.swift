import JOSE
import SessionHTTP
import Testing

@testable import ClientObservation

/// What single providers send: right lives have no finding about the client, and wrong ones have theirs.
@Suite(.timeLimit(.minutes(5)))
struct ProviderShapeTests {
    // MARK: - Supabase

    /// A sign-in on the page of an app whose provider it is, and what follows.
    private static func life(_ more: (inout Script) -> Void) -> Observer {
        var script = Script()
        script.supabase("password", "alice@example.com", at: 0, answer: Script.json("A1", "R1"))
        script.call("A1", at: 1)
        more(&script)
        return script.observed()
    }

    @Test func `a sign-in by a provider's own names is no password grant, and its refreshes are judged`() {
        let right = Self.life {
            $0.supabase("refresh_token", "R1", at: 3_500, answer: Script.json("A2", "R2"))
            $0.call("A2", at: 3_510)
        }
        #expect(right.findings.filter { $0.weight != .note }.map(\.rule) == [])
        #expect(right.sessionCount == 1 && right.number(of: .refreshes) == 1)
        let race = Self.life {
            $0.supabase("refresh_token", "R1", at: 3_500, answer: Script.json("A2", "R2"))
            $0.supabase(
                "refresh_token", "R1", at: 3_500.02, 400, answer: "{\"error_code\":\"refresh_token_already_used\"}")
            $0.call("A2", at: 3_510)
        }
        #expect(race.errors == ["refresh-token-sent-twice-at-once"])
    }

    @Test(arguments: ["sign-out", "session/end-session", "oauth/revoke-all"])
    func `a provider's own way out takes the refresh token, whatever its path`(path: String) {
        var script = Script()
        script.signIn()
        script.exchange(
            "POST", "\(script.provider)/\(path)", ["Content-Type": "application/json"],
            body: "{\"refresh_token\":\"\(Script.secret("R1"))\"}", at: 10, 200, answer: "{}")
        #expect(script.observed().errors == [])
    }

    @Test(arguments: [
        ("https://h/a/./b", "https://h/a/b"), ("https://H:443/a/../b?x=%7e", "https://h/b?x=~"),
        ("https://h/%2f", "https://h/%2F"), ("https://h", "https://h/"),
    ])
    func `URLs that lead to one place are one text`(given: String, place: String) {
        #expect(URLPlace.normalized(url: given) == place)
    }

    @Test(arguments: ["username", "email", "phone"])
    func `a form with the user's password is the password grant, whatever it calls the user`(name: String) {
        var script = Script()
        script.exchange(
            "POST", "\(script.provider)/token", ["Content-Type": "application/x-www-form-urlencoded"],
            body: "grant_type=password&\(name)=alice&password=pw", at: 0, 200, answer: Script.json("A1", "R1"))
        #expect(script.observed().errors == ["password-grant"])
    }

    @Test func `who signs in with the same name each time the token has ended is found, and others are not`() {
        for users in [["alice", "alice", "alice"], ["bob", "carol", "dave"]] {
            let observer = Self.life { script in
                for (index, user) in users.enumerated() {
                    script.supabase(
                        "password", "\(user)@example.com", at: 3_700 * Double(index + 1),
                        answer: Script.json("A\(index + 2)", "R\(index + 2)"))
                    script.call("A\(index + 2)", at: 3_701 * Double(index + 1))
                }
            }
            #expect(observer.names.contains("sign-in-instead-of-refresh") == (users[0] == "alice"))
        }
    }

    @Test func `a password that is refused was typed, and is typed again`() {
        let observer = Self.life { script in
            for second in [10.0, 20, 30, 40] {
                script.supabase(
                    "password", "a@example.com", at: second, 400, answer: "{\"code\":\"invalid_credentials\"}")
            }
        }
        #expect(!observer.names.contains("refused-request-repeated"))
    }

    // MARK: - Microsoft

    @Test(arguments: [
        ("https://login.microsoftonline.com/0-1", "https://sts.windows.net/0-1/", true),
        (
            "https://login.microsoftonline.com/acme.onmicrosoft.com/v2.0", "https://login.microsoftonline.com/0-1/v2.0",
            true
        ),
        ("https://acme.b2clogin.com/acme.onmicrosoft.com/p/v2.0", "https://acme.b2clogin.com/0-1/v2.0/", true),
        ("https://acme.ciamlogin.com/0-1/v2.0", "https://0-1.ciamlogin.com/0-1/v2.0", true),
        ("https://id.example/0-1", "https://sts.windows.net/0-1/", false),
        ("https://login.microsoftonline.com/0-1", "https://evil-b2clogin.com/0-1", false),
    ])
    func `Microsoft's issuers name a tenant by its number, wherever it was asked`(
        place: String, issuer: String, isRight: Bool
    ) {
        var script = Script()
        script.provider = issuer
        script.metadata(place: "\(place)/.well-known/openid-configuration")
        script.signIn()
        #expect(script.observed().names.contains("metadata-of-other-issuer") == !isRight)
    }

    // MARK: - Scopes

    @Test(arguments: [
        ("openid email", "openid https://www.googleapis.com/auth/userinfo.email", "openid email", true),
        ("openid User.Read", "openid https://graph.microsoft.com/User.Read", "openid User.Read", true),
        ("openid email", "openid https://www.googleapis.com/auth/userinfo.email", "openid email drive", false),
        ("openid read", "openid read", "openid https://graph.microsoft.com/.default", false),
    ])
    func `a sign-in for what the session has is found by whichever name it asks`(
        asked: String, granted: String, again: String, isFound: Bool
    ) {
        var script = Script()
        script.authorize(scope: asked)
        script.redeem(.tokens("A1", "R1", id: "alice", scope: granted))
        script.call("A1", at: 10)
        script.authorize(at: 600, state: "S2", nonce: "N2", verifier: "V2", code: "C2", scope: again)
        script.redeem("C2", verifier: "V2", at: 601, .tokens("A2", "R2", id: "alice", scope: granted))
        #expect(script.observed().names.contains("sign-in-although-refreshable") == isFound)
    }

    @Test func `a step-up that asks by the other name loses nothing, and asks for no more`() {
        var script = Script()
        script.authorize(scope: "openid User.Read")
        script.redeem(.tokens("A1", "R1", id: "alice", scope: "openid User.Read"))
        script.call("A1", at: 10, Script.insufficient("Mail.Read"))
        script.authorize(
            at: 12, state: "S2", nonce: "N2", verifier: "V2", code: "C2",
            scope: "openid https://graph.microsoft.com/User.Read https://graph.microsoft.com/Mail.Read")
        let names = script.observed().names
        #expect(names.isDisjoint(with: ["scope-dropped-at-step-up", "scope-beyond-challenge"]), "\(names)")
    }

    // MARK: - Others

    @Test(arguments: ["token gho_16C7e42F292c6912E7710c838347Ae178B4a", "Token x1"])
    func `a token by GitHub's scheme says that its host is about a session`(value: String) throws {
        var script = Script()
        script.send("GET", "https://api.github.com/user", ["Authorization": value], at: 0)
        script.send("GET", "https://api.github.com/zen", at: 1)
        #expect(script.messages.map(\.request.isAboutSession) == [true, false])
    }

    @Test(arguments: [(["none", "tls_client_auth"], true), (["tls_client_auth"], false)])
    func `who may have shown a certificate is not known to be public`(methods: [String], isPublic: Bool) {
        var script = Script()
        script.metadata(("token_endpoint_auth_methods_supported", .array(methods.map { .string($0) })))
        script.authorize(verifier: nil)
        script.redeem(verifier: nil)
        let observer = script.observed()
        #expect(observer.errors.contains("code-without-pkce") == isPublic)
        #expect(observer.couldNotDecide("code-without-pkce") == !isPublic)
    }

    @Test func `a client that was registered for mutual TLS is not known to be public`() {
        for (method, isPublic) in [("tls_client_auth", false), ("none", true)] {
            var script = Script()
            script.sendJSON(
                "\(script.provider)/register", ["redirect_uris": ["http://127.0.0.1:9/cb"]], at: -1,
                .json([
                    "client_id": "app", "token_endpoint_auth_method": .string(method),
                    "redirect_uris": ["http://127.0.0.1:9/cb"],
                ]))
            script.authorize(verifier: nil)
            script.redeem(verifier: nil)
            let observer = script.observed()
            #expect(observer.errors.contains("code-without-pkce") == isPublic)
            #expect(observer.couldNotDecide("code-without-pkce") == !isPublic)
        }
    }
}

extension Script {
    /// A request as Supabase's own libraries send it: JSON, the grant in the query, and no client but the app's key.
    fileprivate mutating func supabase(
        _ grant: String, _ subject: String, at second: Double, _ status: Int = 200, answer: String
    ) {
        let body: JSONValue =
            grant == "password"
            ? ["email": .string(subject), "password": "pw", "gotrue_meta_security": [:]]
            : ["refresh_token": .string(Self.secret(subject))]
        exchange(
            "POST", "\(provider)/auth/v1/token?grant_type=\(grant)",
            ["Content-Type": "application/json;charset=UTF-8", "apikey": "key", "Authorization": "Bearer key"],
            body: body.serialized(), at: second, status, answer: answer)
    }
}

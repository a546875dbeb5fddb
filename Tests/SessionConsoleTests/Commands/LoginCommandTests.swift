import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct LoginCommandTests {
    @Test func `the loopback redirect finishes a sign-in by code`() async throws {
        let console = try await Console()
        let login = try console.program.start("login", "--json", "--no-browser")
        let first = try JSONValue(parsing: try await blocking { try login.line() }.utf8)
        #expect(first.object?.names == ["authorization_url"])
        let redirect = try await console.browse(try #require(first["authorization_url"]?.string))
        async let page = console.open(redirect)
        let result = try await blocking { try login.finish(closingInput: false) }
        #expect(result.status == 0)
        #expect(try await page.status == 200)
        let last = try JSONValue(parsing: try #require(result.lines.last).utf8)
        #expect(last["state"] == "authenticated")
        #expect(last["id_token"]?["trust"]?["state"] == "verified")
        #expect(try await console.run("token").status == 0)
    }

    @Test func `an address that is pasted finishes a sign-in by code`() async throws {
        let console = try await Console()
        let login = try console.program.start("login", "--no-browser")
        let link = try await blocking { try login.line { $0.hasPrefix("http") } }
        try login.write("garbage\n")
        try login.write(try await console.browse(link).absoluteString + "\n")
        let result = try await blocking { try login.finish(closingInput: false) }
        #expect(result.status == 0)
        #expect(result.errorText.contains("Not accepted: the address begins with the redirect URI"))
        #expect(result.errorText.contains("Signed in as 248289761001"))
    }

    @Test func `truth 5: an answer of another sign-in is told in the browser and in the terminal, at once`()
        async throws
    {
        let console = try await Console()
        let login = try console.program.start("login", "--no-browser")
        let link = try await blocking { try login.line { $0.hasPrefix("http") } }
        let redirect = try await console.browse(link)
        let stray = try #require(
            URL(string: redirect.absoluteString.prefix { $0 != "?" } + "?error=access_denied&state=another"))
        let page = String(decoding: try await console.open(stray).body, as: UTF8.self)
        #expect(page.contains("another sign-in"), "\(page)")
        try login.write(stray.absoluteString + "\n")
        #expect(try await console.open(redirect).status == 200)
        let result = try await blocking { try login.finish(closingInput: false) }
        #expect(result.status == 0)
        let told = result.errorText
        #expect(told.contains("A browser came back with another sign-in's answer: it said access_denied"), "\(told)")
        let events = try console.program.text("state/session-console/default.events.jsonl")
        #expect(events.contains(#""kind":"stray_redirect""#) && events.contains(#""error":"access_denied""#))
    }

    @Test func `truth 5: a pasted URL of another sign-in is answered`() async throws {
        let console = try await Console()
        let login = try console.program.start("login", "--no-browser")
        let link = try await blocking { try login.line { $0.hasPrefix("http") } }
        let redirect = try await console.browse(link).absoluteString
        try login.write(redirect.prefix { $0 != "?" } + "?error=login_required&state=another\n" + redirect + "\n")
        let result = try await blocking { try login.finish(closingInput: false) }
        #expect(result.status == 0)
        let told = result.errorText
        #expect(told.contains("This URL belongs to another attempt: it said login_required"), "\(told)")
    }

    @Test func `the browser of the environment is given the link`() async throws {
        let console = try await Console()
        let opened = console.program.home + "/opened"
        try await console.program.makeScript(
            "bin/browser", "#!/bin/sh\nprintf %s \"$1\" > \(opened).part && mv \(opened).part \(opened)\n")
        var program = console.program
        program.environment["BROWSER"] = program.home + "/bin/browser"
        let login = try program.start("login")
        let link = try await blocking { try login.line { $0.hasPrefix("http") } }
        let deadline = ContinuousClock.now + patience
        while !FileManager.default.fileExists(atPath: opened), ContinuousClock.now < deadline { await Task.yield() }
        #expect(try String(contentsOf: URL(filePath: opened), encoding: .utf8) == link)
        login.signal(SIGTERM)
    }

    @Test func `the parameters of the profile are in the authorization URL`() async throws {
        let console = try await Console()
        try console.writeProfile([
            "authorization_parameters": [
                "prompt": "login", "acr_values": "mfa", "max_age": "60", "ui_locales": "de",
            ], "scope": "openid orders",
        ])
        let login = try console.program.start("login", "--json", "--no-browser", "--username", "bob")
        let first = try JSONValue(parsing: try await blocking { try login.line() }.utf8)
        let query = try #require(
            first["authorization_url"]?.string.flatMap { URL(string: $0)?.query(percentEncoded: true) })
        let parameters = FormParameters(decoding: query)
        #expect(parameters["prompt"] == "login")
        #expect(parameters["acr_values"] == "mfa")
        #expect(parameters["max_age"] == "60")
        #expect(parameters["ui_locales"] == "de")
        #expect(parameters["login_hint"] == "bob")
        #expect(parameters["scope"] == "openid orders")
        #expect(parameters["code_challenge_method"] == "S256")
        login.signal(SIGTERM)
    }

    @Test func `provider 1: parameters on the command line go before those of the profile`() async throws {
        let console = try await Console()
        try console.writeProfile([
            "prompt": "consent", "authorization_parameters": ["ui_locales": "de", "acr_values": "mfa"],
            "endpoints": ["authorization_endpoint": "https://id.example/profile"],
        ])
        let login = try console.program.start(
            "login", "--json", "--no-browser", "--prompt", "login", "--authorization-parameter", "ui_locales=fr=ch",
            "--authorization-parameter", "claims_locales=it", "--endpoint", "authorization=https://id.example/given")
        let first = try JSONValue(parsing: try await blocking { try login.line() }.utf8)
        let url = try #require(first["authorization_url"]?.string.flatMap { URL(string: $0) })
        let parameters = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
        #expect(url.path == "/given")
        #expect(parameters["prompt"] == "login")
        #expect(parameters["ui_locales"] == "fr=ch" && parameters["claims_locales"] == "it")
        #expect(parameters["acr_values"] == "mfa")
        login.signal(SIGTERM)
    }

    @Test func `provider 2: several audiences are told with the key to set, and their claims on request`() async throws
    {
        let console = try await Console()
        try await console.provider.control("id-tokens", ["audiences": ["api-2"]])
        let refused = try await console.signIn("--verbose")
        #expect(refused.status == 1)
        #expect(refused.errorText.contains("trusted_audiences") && refused.errorText.contains("api-2"))
        #expect(refused.errorText.contains("* the rejected ID token") && refused.errorText.contains("*   sub"))
        #expect(refused.errorText.contains("failed: aud is"), "\(refused.errorText)")
        let quiet = try await console.signIn()
        #expect(quiet.errorText.contains("--verbose shows its claims") && !quiet.errorText.contains("  sub"))
        let events = try console.program.text("state/session-console/default.events.jsonl")
        #expect(events.contains(#""kind":"id_token_rejected""#) && !events.contains("eyJ"))
        #expect(try await console.signIn("--trusted-audience", "api-2").status == 0)
    }

    @Test func `provider 2: HS512 signs in where the command line accepts it`() async throws {
        let console = try await Console()
        try await console.provider.control("id-tokens", ["algorithm": "HS512", "userinfo": true])
        let secret = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        let refused = try await console.signIn("--client-secret-file", secret)
        #expect(refused.status == 1 && refused.errorText.contains("id_token_algorithms"), "\(refused.errorText)")
        #expect(try await console.signIn("--client-secret-file", secret, "--id-token-alg", "HS512").status == 0)
        let info = try await console.json("userinfo", "--client-secret-file", secret, "--id-token-alg", "HS512")
        #expect(info["sub"] == "248289761001")
    }

    @Test func `a device code is shown, approved elsewhere and redeemed`() async throws {
        let console = try await Console()
        let login = try console.program.start("login", "--flow", "device", "--json")
        let first = try JSONValue(parsing: try await blocking { try login.line() }.utf8)
        #expect(
            first.object?.names == ["verification_uri", "verification_uri_complete", "user_code", "expires_in"])
        try await console.provider.control(
            "approve-device", ["user_code": try #require(first["user_code"]), "username": "bob"])
        let result = try await blocking { try login.finish() }
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: try #require(result.lines.last).utf8)["subject"] == "248289761002")
    }

    @Test func `a device code that is denied ends with the provider's words`() async throws {
        let console = try await Console()
        let login = try console.program.start("login", "--flow", "device")
        let code = try await blocking { try login.line { $0.hasPrefix("Code") } }.dropFirst(6)
        try await console.provider.control("deny-device", ["user_code": .string(String(code))])
        let result = try await blocking { try login.finish() }
        #expect(result.status == 6)
        #expect(result.errorText.contains("access_denied"))
    }

    @Test func `a password is read from standard input`() async throws {
        let console = try await Console()
        let result = try await console.signIn("--json")
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: result.output)["subject"] == "248289761001")
    }

    @Test func `a wrong password is told in the provider's words, and the session before it stays`() async throws {
        let console = try await Console()
        try await console.signIn()
        let result = try await console.signIn(password: "wrong")
        #expect(result.status == 6)
        #expect(result.errorText.contains("invalid_grant: the username or the password is wrong"))
        #expect(try await console.run("status").status == 0)
    }

    @Test func `loss 8: a client signs in as itself, and there is no user to ask about`() async throws {
        let console = try await Console()
        let secret = console.program.home + "/secret"
        try Data((console.provider.announcement.client_secret + "\n").utf8).write(to: URL(filePath: secret))
        let result = try await console.run(
            "login", "--flow", "client-credentials", "--client-id",
            console.provider.announcement.confidential_client_id,
            "--client-secret-file", secret, "--scope", "orders", "--json")
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: result.output)["refresh_token"] == nil)
        // There is no user to ask about; the session stays.
        for command in [["userinfo"], ["status", "--verify"]] {
            let asked = try await console.program.run(
                arguments: command + [
                    "--client-id", console.provider.announcement.confidential_client_id, "--client-secret-file", secret,
                ], input: "")
            #expect(asked.status == 1)
            #expect(asked.errorText.contains("it has no user to ask about"))
        }
        #expect(try console.record()["session"] != nil)
    }

    @Test func `provider 4: a client signs in without a scope of the user's`() async throws {
        let console = try await Console()
        let secret = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        let result = try await console.run(
            "login", "--flow", "client-credentials", "--client-id",
            console.provider.announcement.confidential_client_id, "--client-secret-file", secret, "--json")
        #expect(result.status == 0)
        #expect(try JSONValue(parsing: result.output)["requested_scope"] == nil)
    }

    @Test func `truth 6: asked and granted scope stand beside each other where they differ`() async throws {
        let console = try await Console()
        let result = try await console.signIn("--scope", "openid orders ghost")
        #expect(result.errorText.contains("Scope: openid orders; asked for: openid orders ghost (not granted: ghost)."))
        let status = try await console.run("status")
        #expect(status.lines.contains("scope     openid orders"))
        #expect(status.lines.contains("asked     openid orders ghost (not granted: ghost)"))
        let json = try await console.json("status")
        #expect(json["scope"] == ["openid", "orders"])
        #expect(json["requested_scope"] == ["openid", "orders", "ghost"])
        #expect(json["missing"]?.array?.first?["scope"] == ["ghost"])
        try await console.signIn("--scope", "openid orders")
        #expect(try await !console.run("status").text.contains("asked"))
    }

    @Test func `tokens from elsewhere are taken over`() async throws {
        let console = try await Console()
        let tokens = try await console.provider.postForm(
            console.provider.announcement.issuer + "/token",
            "grant_type=password&username=bob&password=builder&scope=openid+offline_access&client_id="
                + console.provider.announcement.client_id)
        let result = try await console.run("login", "--flow", "import", input: tokens.serialized())
        #expect(result.status == 0)
        #expect(try await console.run("token").text == (tokens["access_token"]?.string ?? "") + "\n")
        #expect(try await console.json("userinfo")["sub"] == "248289761002")
    }

    @Test func `truth 8: a token that was granted and did not come is said at the sign-in and in the status`()
        async throws
    {
        let console = try await Console()
        let tokens = #"{"access_token":"of-elsewhere","token_type":"Bearer","scope":"orders offline_access"}"#
        let result = try await console.run("login", "--flow", "import", input: tokens)
        #expect(result.status == 0)
        let words = "refresh token was issued for offline_access: the session ends with its access token"
        #expect(result.errorText.contains("No \(words)"))
        #expect(try await console.run("status").lines.contains("note      no \(words)"))
        #expect(
            try await console.json("status")["missing"]
                == [["what": "refresh_token", "text": .string("no \(words)")]])
    }

    @Test(arguments: ["", "no", "[]", "{}", "{\"access_token\":7}"])
    func `what is not a token response is refused`(text: String) async throws {
        let console = try await Console()
        let result = try await console.run("login", "--flow", "import", input: text)
        #expect(result.status == 1)
        #expect(result.errorText.contains("Standard input is not a token response"))
    }

    @Test func `a session that is not kept is announced as such`() async throws {
        let console = try await Console(["store": "memory"])
        #expect(try await console.signIn().errorText.contains("--store memory keeps nothing"))
        #expect(try await console.run("status").status == 3)
        #expect(!FileManager.default.fileExists(atPath: console.sessionFile))
    }

    @Test func `an issuer that is away, or is no OpenID provider, is status 5 and says what to look at`() async throws {
        let console = try await Console()
        let nobody = try ReservedPort()
        for (issuer, reason) in [
            ("http://127.0.0.1:\(nobody.number)", "no connection to 127.0.0.1"),
            (console.provider.announcement.api, "there is no endpoint at this path"),
        ] {
            let result = try await console.run("login", "--flow", "device", "--issuer", issuer)
            #expect(result.status == 5)
            #expect(result.output == [])
            #expect(result.errorText.contains(reason))
            #expect(result.errorText.contains("ISSUER/.well-known/openid-configuration"))
        }
    }

    @Test func `statement 17: a port that is taken is named`() async throws {
        let console = try await Console()
        let port = try #require(URL(string: console.provider.announcement.issuer)?.port)
        let result = try await console.run("login", "--redirect-uri", "http://127.0.0.1:\(port)/callback")
        #expect(result.status == 2)
        #expect(result.errorText.contains("\(port)"))
        #expect(result.errorText.contains("redirect_uri"))
    }

    @Test(arguments: [
        (["--flow", "magic"], "--flow is 'magic'"), (["--flow", "password"], "--username is missing"),
        (["--flow", "device", "--username", "a"], "--username has no effect with --flow device"),
        (["--password-stdin"], "--password-stdin has no effect with --flow code"),
        (["--flow", "device", "--no-browser"], "--no-browser has no effect with --flow device"),
        (["--flow", "client-credentials"], "client_auth: "), (["now"], "must be an http or https URL"),
    ])
    func `a wrong command line is told with status 2`(options: [String], message: String) async throws {
        let console = try await Console()
        let result = try await console.program.run(arguments: ["login"] + options)
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
    }
}

import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct InspectCommandTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    private func keyFile(_ text: String) throws -> String {
        let path = program.home + "/keys.json"
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    private func freshToken() throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        return try SignedTokens.token([
            "sub": "a", "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 60)),
        ])
    }

    @Test func `provider 5: an opaque token is asked about at the provider`() async throws {
        defer { program.remove() }
        let console = try await Console(provider: ["--opaque", "--token-lifetime", "1h"])
        let secret = console.program.home + "/secret"
        try Data(console.provider.announcement.client_secret.utf8).write(to: URL(filePath: secret))
        let client = [
            "--client-id", console.provider.announcement.confidential_client_id, "--client-secret-file", secret,
        ]
        let login = try await console.program.run(arguments: ["login", "--flow", "client-credentials"] + client)
        #expect(login.status == 0)
        let text = try await console.program.run(arguments: ["inspect", "--introspect"] + client)
        #expect(text.status == 0)
        #expect(text.lines.first?.hasSuffix("active") == true)
        #expect(text.text.contains("expires in"))
        let token = try await console.program.run(arguments: ["token"] + client).text
        let json = try await console.program.run(
            arguments: ["inspect", "-", "--introspect", "--json"] + client, input: token)
        let object = try JSONValue(parsing: json.output)
        #expect(object.object?.names == ["active", "fingerprint", "claims", "times"])
        #expect(object["active"] == true)
        #expect(object["times"]?["exp"]?["seconds_from_now"]?.int ?? 0 > 0)
        let shown = try await console.program.run(
            arguments: ["inspect", "-", "--introspect", "-v"] + client, input: token)
        #expect(shown.errorText.contains("introspection, ") && shown.errorText.contains("discovery, "))
        for canary in [token.filter { !$0.isNewline }, console.provider.announcement.client_secret] {
            #expect(!shown.errorText.contains(canary))
        }
        let unknown = try await console.program.run(arguments: ["inspect", "made-up", "--introspect"] + client)
        #expect(unknown.status == 6)
        #expect(unknown.text.contains("not active"))
        #expect(try await console.run("inspect", "made-up", "--introspect", "--alg", "RS256").status == 2)
    }

    @Test func `what the provider says of another token has none of the stored session in it`() async throws {
        defer { program.remove() }
        let console = try await Console()
        try await console.signIn()
        let token = try #require(try console.record()["session"]?["refresh_token"]?.string)
        try await console.provider.control(
            "fault",
            [
                "endpoint": "introspection", "kind": "status", "status": 200, "times": 1,
                "body": .string(#"{"active":true,"echo":"it is \#(token)"}"#),
            ])
        let result = try await console.run("inspect", "made-up", "--introspect")
        #expect(result.status == 0 && result.text.contains("it is ••••"), "\(result.errorText)")
        #expect(!result.text.contains(token))
    }

    @Test func `the exit status tells verified, failed and not checkable apart`() async throws {
        defer { program.remove() }
        let keys = try keyFile(SignedTokens.keys.json.serialized())
        let token = try freshToken()
        #expect(try await program.run("inspect", token, "--jwks", keys).status == 0)
        #expect(try await program.run("inspect", "--jwks", keys, input: "  Bearer \(token)\n").status == 0)
        #expect(try await program.run("inspect", "-", "--jwks", keys, input: token).status == 0)
        #expect(try await program.run("inspect", token).status == 1)
        for text in [
            "Authorization: Bearer \(token)", "Cookie: a=b; session=\(token)", "{\"access_token\": \"\(token)\"}",
        ] {
            #expect(try await program.run("inspect", "--jwks", keys, input: text).status == 0, "\(text)")
        }
        let two = try await program.run("inspect", "--jwks", keys, input: "\(token)\n\(try freshToken())0")
        #expect(two.errorText.contains("The text contains 2 tokens; this is the first."))
        let cut = token.prefix { $0 != "." } + ".e30." + (token.split(separator: ".").last ?? "")
        let failed = try await program.run("inspect", String(cut), "--jwks", keys)
        #expect(failed.status == 6)
        #expect(failed.text.contains("failed: the signature does not match"))
    }

    @Test func `one key alone will do, and what is no key set is told`() async throws {
        defer { program.remove() }
        let token = try freshToken()
        let key = try #require(try SignedTokens.key.get().publicKey)
        let single = try keyFile(key.json(includingPrivate: false).serialized())
        #expect(try await program.run("inspect", token, "--jwks", single).status == 0)
        let result = try await program.run("inspect", token, "--jwks", try keyFile("{\"keys\": 7}"))
        #expect(result.status == 1)
        #expect(result.text.contains("not checked: \(program.home)/keys.json: The key set must be"))
    }

    @Test func `the provider's key set is fetched`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let issuer = provider.announcement.issuer
        let metadata = try await provider.get("\(issuer)/.well-known/openid-configuration")
        let keys = try #require(metadata["jwks_uri"]?.string)
        let tokens = try await provider.postForm(
            "\(issuer)/token",
            "grant_type=password&username=alice&password=wonderland&scope=openid&client_id="
                + provider.announcement.client_id)
        let token = try #require(tokens["id_token"]?.string)
        let result = try await program.run("inspect", "--json", "--jwks", keys, input: token)
        #expect(result.status == 0)
        let json = try JSONValue(parsing: result.output)
        #expect(json.object?.names == ["header", "claims", "times", "problems", "trust"])
        #expect(json["trust"]?["state"] == "verified")
        #expect(json["times"]?["exp"]?.object?.names == ["time", "seconds_from_now"])
        try await provider.end()
        let gone = try await program.run("inspect", "--jwks", keys, input: token)
        #expect(gone.status == 1)
        #expect(gone.text.contains("no connection to 127.0.0.1"))
    }

    @Test func `without a token it is the session's, verified with the provider's keys`() async throws {
        let console = try await Console()
        #expect(try await console.run("inspect").status == 3)
        try await console.signIn()
        let json = try await console.json("inspect")
        #expect(json["header"]?["typ"] == "at+jwt")
        #expect(json["trust"]?["state"] == "verified")
        let token = try await console.run("token").text
        #expect(try await console.run("inspect", input: token).status == 1)
        #expect(try await console.run("inspect", "--profile", "default", input: token).status == 0)
    }

    @Test func `where the session's access token is opaque it is the ID token`() async throws {
        let console = try await Console(provider: ["--opaque"])
        try await console.signIn()
        let json = try await console.json("inspect")
        #expect(json["claims"]?["aud"]?.string == console.provider.announcement.client_id)
        #expect(json["trust"]?["state"] == "verified")
    }

    @Test(arguments: [
        ("a.b", "The token has 2 parts"), ("!.e30.", "The token's header is not base64url"),
        ("e30.e30.", "\"alg\" in the token's header is missing"),
        ("eyJhbGciOiJFUzI1NiJ9.W10.", "The token's payload must be"),
        ("a.b.c.d.e", "it is encrypted (JWE)"), ("eyJhbGciOiJFUzI1NiJ9.eyJh.", "The token's payload is not valid JSON"),
    ])
    func `the part of a malformed token that is at fault is named`(token: String, message: String) async throws {
        defer { program.remove() }
        let result = try await program.run("inspect", token)
        #expect(result.status == 1)
        #expect(result.errorText.contains(message))
        #expect(result.output == [])
    }

    @Test(arguments: [
        (["inspect"], "there is no profile 'default'"), (["inspect", "-"], "the token on standard input is missing"),
        (["inspect", "a", "b"], "'b' is one argument too many"),
        (["inspect", "a.b.c", "--jwks", "/nowhere"], "--jwks is '/nowhere'"),
        (["inspect", "a.b.c", "--jwks", "http://keys.example/"], "is plain http beyond this machine"),
        (["inspect", "a.b.c", "--alg", "none"], "--alg is 'none'"),
    ])
    func `a wrong command line is told with status 2`(arguments: [String], message: String) async throws {
        defer { program.remove() }
        let result = try await program.run(arguments: arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
    }
}

import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct ProfileCommandTests {
    private let program: ProgramUnderTest

    init() throws { program = try ProgramUnderTest() }

    @Test func `a profile is added with what the provider offers, listed, shown and removed`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let added = try await program.run(
            arguments: ["profile", "add", "work", "--scope", "openid email"] + provider.options)
        #expect(added.status == 0)
        #expect(added.lines.first == "sign in with  code, device, password, client-credentials, token-exchange")
        #expect(added.lines.contains("PKCE          S256"))
        #expect(added.lines.contains("revocation    tokens are revoked at logout"))
        #expect(added.errorText.contains("session-console login --profile work"))

        #expect(try await program.run("profile", "list").text == "work\n")
        #expect(try await program.run("profile", "list", "--json").text == "{\"profiles\":[\"work\"]}\n")
        let shown = try JSONValue(parsing: try await program.run("profile", "show", "work", "--json").output)
        #expect(shown["issuer"]?.string == provider.announcement.issuer)
        #expect(shown["scope"] == "openid email")
        #expect(shown["api"]?.strings == [provider.announcement.api])

        let pairs = [
            "--endpoint", "token_endpoint=https://id.example/t?a=b", "--authorization-parameter", "max_age=60",
        ]
        let more = ["--prompt", "login", "--id-token-alg", "ES256", "--trusted-audience", "api-2"]
        #expect(
            try await program.run(arguments: ["profile", "add", "pairs"] + provider.options + pairs + more).status == 0)
        let kept = try JSONValue(parsing: try await program.run("profile", "show", "pairs", "--json").output)
        #expect(kept["endpoints"] == ["token_endpoint": "https://id.example/t?a=b"])
        #expect(kept["authorization_parameters"] == ["max_age": "60"])
        #expect(kept["prompt"] == "login" && kept["id_token_algorithms"] == ["ES256"])
        #expect(kept["trusted_audiences"] == ["api-2"])
        #expect(try await program.run("profile", "remove", "pairs").status == 0)

        let verbose = try await program.run(arguments: ["profile", "add", "seen", "-v"] + provider.options)
        #expect(verbose.errorText.contains("discovery, "))
        #expect(try await program.run("profile", "remove", "seen").status == 0)

        let again = try await program.run(arguments: ["profile", "add", "work"] + provider.options)
        #expect(again.status == 2)
        #expect(again.errorText.contains("there is already a profile 'work'"))
        #expect(try await program.run("profile", "remove", "work", "--json").text == "{\"removed\":\"work\"}\n")
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test func `truth 6: what the metadata does not list is reported as such, since it may be there all the same`()
        async throws
    {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let added = try await program.run(arguments: ["profile", "add", "work"] + provider.options)
        #expect(added.status == 0)
        #expect(added.lines.contains("DPoP          not listed"))
        #expect(!added.lines.contains { $0.hasSuffix(" no") })
    }

    @Test func `the offers are told as JSON`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let result = try await program.run(arguments: ["profile", "add", "work", "--json"] + provider.options)
        let json = try JSONValue(parsing: result.output)
        #expect(json.object?.names == ["profile", "file", "offers"])
        #expect(json["offers"]?["flows"] == ["code", "device", "password", "client-credentials", "token-exchange"])
        #expect(json["offers"]?["id_token_algorithms"] == ["ES256"])
    }

    @Test func `an issuer that is none is kept nowhere and told what to look at`() async throws {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        for issuer in [provider.announcement.api, "http://127.0.0.1:1", provider.announcement.issuer + "/"] {
            let result = try await program.run("profile", "add", "work", "--issuer", issuer, "--client-id", "cli")
            #expect([1, 5].contains(result.status))
            #expect(result.errorText.contains("--issuer"))
            #expect(result.errorText.split(separator: "\n").count == 2)
        }
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test(arguments: [
        (["profile"], "is missing"), (["profile", "make"], "unknown command 'profile make'"),
        (["profile", "show"], "the profile's name is missing"),
        (["profile", "list", "x"], "'x' is one argument too many"),
        (["profile", "show", "gone"], "there is no profile 'gone'"),
        (["profile", "remove", "gone"], "there is no profile"),
        (
            ["profile", "add", "../x", "--issuer", "https://a.example", "--client-id", "c"],
            "is not a valid profile name"
        ),
        (["profile", "add", "x", "--client-id", "c"], "--issuer is missing"),
        (["profile", "add", "x", "--issuer", "https://a.example"], "--client-id is missing"),
        (["profile", "add", "x", "--issuer", "ftp://a.example", "--client-id", "c"], "issuer: "),
        (
            ["profile", "add", "x", "--issuer", "http://a.example", "--client-id", "c"],
            "plain http beyond this machine"
        ),
    ])
    func `a wrong command line is told with status 2`(arguments: [String], message: String) async throws {
        defer { program.remove() }
        let result = try await program.run(arguments: arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
        #expect((1...2).contains(result.errorText.split(separator: "\n").count))
    }

    /// A profile whose user is signed in; returns its refresh token.
    private func signedIn(_ name: String, at provider: ProviderProcess) async throws -> String {
        #expect(try await program.run(arguments: ["profile", "add", name] + provider.options).status == 0)
        let login = try await program.run(
            "login", "--profile", name, "--flow", "password", "--username", "alice", "--password-stdin",
            input: "wonderland\n")
        #expect(login.status == 0, "\(login.errorText)")
        let record = try JSONValue(parsing: Data(contentsOf: URL(filePath: sessionFile(name))))
        return try #require(record["session"]?["refresh_token"]?.string)
    }

    private func sessionFile(_ name: String) -> String { program.home + "/state/session-console/\(name).session.json" }

    @Test(arguments: [false, true])
    func `invariant 24: a profile is removed after its session, whose tokens are revoked`(printsJSON: Bool) async throws
    {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let token = try await signedIn("work", at: provider)
        let removed = try await program.run(
            arguments: ["profile", "remove", "work", "--verbose"] + (printsJSON ? ["--json"] : []))
        #expect(removed.status == 0)
        #expect(removed.errorText.contains("> POST \(provider.announcement.issuer)/revoke"))
        if printsJSON {
            let json = try JSONValue(parsing: removed.output)
            #expect(json["removed"] == "work" && json["logout"]?["revoked"] == true)
        } else {
            #expect(removed.errorText.contains("Signed out, and the tokens are revoked."))
        }
        let record = try? String(contentsOfFile: sessionFile("work"), encoding: .utf8)
        #expect(record?.contains(token) != true)
        #expect(try await provider.refuses(refreshToken: token))
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test func `invariant 24: where the provider can't be reached, the profile goes and its revocation is still owed`()
        async throws
    {
        defer { program.remove() }
        let provider = try await ProviderProcess(program)
        let token = try await signedIn("work", at: provider)
        try await provider.control("fault", ["endpoint": "revocation", "kind": "status", "status": 503, "times": 1])
        let removed = try await program.run("profile", "remove", "work")
        #expect(removed.status == 0)
        #expect(removed.errorText.contains("Signed out here only"))
        #expect(removed.errorText.contains("the next command of a profile 'work' of the client"))
        let record = try JSONValue(parsing: Data(contentsOf: URL(filePath: sessionFile("work"))))
        #expect(record["session"] == nil)
        #expect(record["pending_revocations"]?.array?.first?["token"]?.string == token)
        // Another profile of that name pays.
        #expect(try await program.run(arguments: ["profile", "add", "work"] + provider.options).status == 0)
        #expect(try await program.run("profile", "remove", "work").errorText.contains("has now revoked the tokens"))
        #expect(try await provider.refuses(refreshToken: token))
    }

    @Test func `a profile that can't be read is removed, and what it leaves is said`() async throws {
        defer { program.remove() }
        try program.makeProfile("work", ["issuer": "https://id.example", "client_id": "cli", "on_401": "dance"])
        let removed = try await program.run("profile", "remove", "work")
        #expect(removed.status == 0)
        #expect(removed.errorText.contains("Whether 'work' has a session is not known"))
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test func `a broken profile is told with its line and key`() async throws {
        defer { program.remove() }
        let folder = program.home + "/config/session-console/profiles"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("{\n  issuer: 'https://a.example',\n  isuer: 1\n}".utf8).write(
            to: URL(filePath: folder + "/work.json"))
        let result = try await program.run("profile", "show", "work")
        #expect(result.status == 2)
        #expect(result.errorText.contains("work.json:3: isuer: unknown key"))
    }

    @Test func `leak 4: a folder's control characters are shown as words`() async throws {
        let console = try await Console()
        var program = console.program
        program.environment["XDG_CONFIG_HOME"] = console.program.home + "/red\u{1B}[31mfolder"
        let provider = console.provider.announcement
        let result = try await program.run(
            "profile", "add", "odd", "--issuer", provider.issuer, "--client-id", provider.client_id)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.errorText.contains("folder"))
        #expect(!result.errorText.contains("\u{1B}"))
        #expect(!result.text.contains("\u{1B}"))
    }
}

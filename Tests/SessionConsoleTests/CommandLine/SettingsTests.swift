import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// Wrong values of the options of a provider, on the command line and in a profile.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct SettingsTests {
    static let values: [(option: String, value: String, message: String)] = [
        ("issuer", "not a url", "issuer: "), ("issuer", "ftp://id.example", "issuer: "),
        ("issuer", "http://id.example", "plain http beyond this machine"), ("client-id", "", "client_id: it is empty"),
        ("client-id", "ü", "client_id: it is not plain ASCII"), ("client-secret-file", "/nowhere", "is '/nowhere'"),
        ("client-auth", "magic", "must be one of none, basic, post, private_key_jwt"),
        ("client-auth", "basic", "client-secret-file is missing"), ("client-auth", "private_key_jwt", "key is missing"),
        ("scope", "a\"b", "scope: "), ("api", "ftp://x", "is 'ftp://x'"), ("api", "/orders", "is '/orders'"),
        ("redirect-uri", "app.example/cb", "must be a loopback URL"),
        ("resource", "orders", "resource: orders is not an absolute URI"),
        ("dpop-key", "/nowhere", "must be a file that can be read"), ("store", "cloud", "must be memory, file or"),
        ("store", "helper:../x", "must be memory, file or"),
        ("on-401", "explode", "must be one of refresh, logout, report"),
        ("ca-file", "/nowhere", "must be a file that can be read"),
        ("cert", "/nowhere", "must be a file that can be read"),
        ("id-token-alg", "HS256", "id_token_algorithms: HS256 is checked with the client's secret"),
        ("id-token-alg", "none", "id_token_algorithms: none is not supported"),
        ("pin", "abc", "must be sha256//"), ("proxy", "nonsense", "must be a URL such as"),
        ("timeout", "soon", "must be a time such as"), ("timeout", "0s", "must be a time such as"),
    ]

    @Test(arguments: values)
    func `a wrong value is named, with what it must be`(option: String, value: String, message: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        var arguments = ["status"]
        for (name, usual) in [("issuer", "https://id.example"), ("client-id", "cli")] where name != option {
            arguments += ["--\(name)", usual]
        }
        let result = try await program.run(arguments: arguments + ["--\(option)", value])
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
        #expect((1...2).contains(result.errorText.split(separator: "\n").count))
        #expect(result.output == [])
    }

    @Test(arguments: values)
    func `a wrong value in a profile is named with the profile`(
        option: String, value: String, message: String
    ) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let folder = program.home + "/config/session-console/profiles"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var profile: JSONObject = ["issuer": "https://id.example", "client_id": "cli"]
        let key = option == "id-token-alg" ? "id_token_algorithms" : String(option.map { $0 == "-" ? "_" : $0 })
        profile[key] = .string(value)
        try Data(profile.serialized().utf8).write(to: URL(filePath: folder + "/work.json"))
        let result = try await program.run("status", "--profile", "work")
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
        #expect((1...2).contains(result.errorText.split(separator: "\n").count))
    }

    @Test(arguments: [
        ("authorization-parameter", "state", "x", "state can't be set: the sign-in sets it itself"),
        ("authorization-parameter", "code_challenge", "x", "code_challenge can't be set"),
        ("authorization-parameter", "scope", "x", "scope can't be set: use --scope"),
        ("authorization-parameter", "max_age", "soon", "max_age is 'soon', but must be a number of seconds"),
        ("token-parameter", "grant_type", "x", "grant_type can't be set: the sign-in sets it itself"),
        ("token-parameter", "client_secret", "x", "client_secret can't be set: use --client-secret-file"),
        ("token-parameter", "resource", "x", "resource can't be set: use --resource"),
        ("endpoint", "nowhere", "https://p.example", "'nowhere' is not an endpoint; known: authorization_endpoint"),
        ("endpoint", "token_endpoint", "/t", "token_endpoint is '/t', but must be an http or https URL"),
    ])
    func `provider 1: a pair that can't be is named, from the command line and from the profile`(
        option: String, name: String, value: String, message: String
    ) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let usual = ["status", "--issuer", "https://id.example", "--client-id", "cli"]
        let given = try await program.run(arguments: usual + ["--\(option)", "\(name)=\(value)"])
        #expect(given.status == 2)
        #expect(given.errorText.contains("--\(option): \(message)"), "\(given.errorText)")
        let key = option == "endpoint" ? "endpoints" : String(option.map { $0 == "-" ? "_" : $0 }) + "s"
        try program.makeProfile(
            "work",
            [
                "issuer": "https://id.example", "client_id": "cli",
                key: .object(JSONObject([(name, .string(value))])),
            ])
        let kept = try await program.run("status", "--profile", "work")
        #expect(kept.status == 2)
        #expect(kept.errorText.contains("\(key) of the profile 'work': \(message)"), "\(kept.errorText)")
        let bare = try await program.run(arguments: usual + ["--\(option)", name])
        #expect(bare.status == 2 && bare.errorText.contains("must be NAME="), "\(bare.errorText)")
    }

    @Test func `the command line goes before the environment, and that before the profile`() async throws {
        let console = try await Console(["client_auth": "basic", "client_secret_file": "/nowhere"])
        var program = console.program
        #expect(try await program.run("status").status == 2)
        program.environment["SESSION_CONSOLE_CLIENT_SECRET"] = "from the environment"
        #expect(try await program.run("status").status == 3)
        #expect(try await program.run("status", "--client-secret-file", "/nowhere").status == 2)
    }

    @Test(arguments: [
        (["frobnicate"], "unknown command 'frobnicate'"),
        (["token", "--frobnicate"], "unknown option --frobnicate"),
        (["token", "--flow", "code"], "'session-console token' has no option --flow"),
        (["token", "--min-valid"], "--min-valid needs an argument"),
        (["status", "--json=1"], "--json takes no argument"),
        (["token"], "there is no profile 'default'"), (["token", "--profile", "x/y"], "is not a valid profile name"),
        (["completion", "tcsh"], "not for 'tcsh'"), (["provider", "--port", "70000"], "--port is '70000'"),
        (["provider", "--token-lifetime", "x"], "--token-lifetime is 'x'"),
        (["help", "nothing"], "unknown command"),
    ])
    func `a wrong command line is told with status 2`(arguments: [String], message: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run(arguments: arguments)
        #expect(result.status == 2)
        #expect(result.errorText.contains(message))
        #expect((1...2).contains(result.errorText.split(separator: "\n").count))
    }

    @Test func `without a home there is no place for files`() async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] { program.environment[name] = nil }
        let result = try await program.run("profile", "list")
        #expect(result.status == 1)
        #expect(result.errorText.contains("Set HOME"))
    }
}

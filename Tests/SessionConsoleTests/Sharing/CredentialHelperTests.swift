import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// What docker, cargo and pip ask of the program, in their own protocols.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CredentialHelperTests {
    private static func host(_ console: Console) throws -> String {
        let url = try #require(URL(string: console.provider.announcement.api))
        return "127.0.0.1:\(url.port ?? 80)"
    }

    private static let notFound = "credentials not found in native keychain\n"

    @Test func `docker has the token as a password, whether it names a URL or a host`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = String(try await console.run("token").text.dropLast())
        for question in [try Self.host(console), console.provider.announcement.api + "/v2/\n"] {
            let answer = try await console.run("credential", "docker", "get", input: question)
            let asked = question.last == "\n" ? String(question.dropLast()) : question
            #expect(answer.status == 0, "\(answer.errorText)")
            #expect(
                try JSONValue(parsing: answer.output)
                    == ["ServerURL": .string(asked), "Username": "oauth2", "Secret": .string(token)])
        }
    }

    @Test(arguments: [
        "elsewhere.example", "https://HOST", "HOST#.evil.example", "x@HOST", "http://x@HOST/", "HOST?x", "HOST\\x",
        "ftp://HOST", "http:/HOST", "127.0.0.1", "", "http://",
    ])
    func `docker hears that there is none for another host, however it is written`(question: String) async throws {
        let console = try await Console()
        try await console.signIn()
        let text = question.replacing("HOST", with: try Self.host(console))
        let answer = try await console.run("credential", "docker", "get", input: text)
        #expect(answer.status == 1 && answer.text == Self.notFound, "\(answer.text)")
    }

    @Test func `what docker stores or erases changes nothing, and its list has the origins`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text
        for verb in ["store", "erase"] {
            let result = try await console.run("credential", "docker", verb, input: try Self.host(console))
            #expect(result.status == 0 && result.text.isEmpty, "\(result.errorText)")
        }
        #expect(try await console.run("token").text == token)
        try console.writeProfile(["api": ["https://a.example/x", "https://b.example:5000", "https://a.example/y"]])
        let list = try await console.run("credential", "docker", "list")
        #expect(list.text == #"{"https://a.example":"oauth2","https://b.example:5000":"oauth2"}"# + "\n")
        #expect(try await console.run("credential", "docker", "fetch").status == 2)
        #expect(try await console.run("credential", "docker").status == 2)
    }

    @Test func `under the name that docker calls, it answers for the profile in that name`() async throws {
        let console = try await Console()
        try await console.signIn()
        try console.writeProfile(["api": "https://work.example"], name: "work")
        for (name, list) in [("", console.provider.announcement.api), ("-work", "https://work.example")] {
            let link = "\(console.program.home)/docker-credential-session-console\(name)"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ProgramUnderTest.path)
            let environment = console.program.environment
            let result = try await blocking {
                try Subprocess(link, ["list"], environment: environment).finish()
            }
            #expect(result.text == "{\"\(list)\":\"oauth2\"}\n", "\(result.errorText)")
        }
    }

    @Test func `once a session has ended docker's question fails, and standard error says how to sign in`()
        async throws
    {
        let console = try await Console()
        let answer = try await console.run("credential", "docker", "get", input: try Self.host(console))
        #expect(answer.status == 3 && answer.text.isEmpty && answer.errorText.contains("session-console login"))
    }

    @Test func `a store that would be this program is refused`() async throws {
        let console = try await Console()
        for name in ["session-console", "session-console-work"] {
            let result = try await console.run("status", "--store", "helper:\(name)")
            #expect(result.status == 2 && result.errorText.contains("session-console itself"), "\(result.errorText)")
        }
    }

    // MARK: - cargo

    private static func question(
        _ index: String, _ words: [String] = ["credential", "cargo"], kind: String = "get"
    ) -> String {
        let question: JSONValue = [
            "v": 1, "registry": ["index-url": .string(index)], "kind": .string(kind), "operation": "read",
            "args": .array(words.map { .string($0) }),
        ]
        return question.serialized() + "\n"
    }

    @Test func `cargo has the field with the token until it is renewed, by the words of its configuration`()
        async throws
    {
        let console = try await Console()
        try console.writeProfile([:], name: "work")
        try await console.signIn("--profile", "work")
        let token = String(try await console.run("token", "--profile", "work").text.dropLast())
        let api = console.provider.announcement.api
        let questions =
            Self.question("sparse+\(api)/index/", ["credential", "cargo", "--profile", "work"])
            + Self.question("\(api)/index.git", ["credential", "cargo", "--profile", "work"])
        let result = try await console.run("--cargo-plugin", input: questions)
        let lines = try result.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(result.status == 0 && lines.count == 3 && lines.first == ["v": [1]], "\(result.errorText)")
        for line in lines.dropFirst() {
            let answer = line["Ok"]
            #expect(answer?["kind"] == "get" && answer?["token"]?.string == "Bearer \(token)", "\(line)")
            #expect(answer?["cache"] == "expires" && answer?["operation_independent"] == true)
            let left = Double(try #require(answer?["expiration"]?.int)) - Date().timeIntervalSince1970
            #expect(left > 1_800 && left < 3_600, "\(left)")
        }
    }

    @Test func `cargo hears of another index, of a sign-in and of no session, each in its words`() async throws {
        let console = try await Console()
        let api = console.provider.announcement.api
        let questions = [
            Self.question("sparse+https://elsewhere.example/"), Self.question("sparse+\(api)#.evil.example/"),
            Self.question(api, kind: "login"), Self.question(api), Self.question(api, ["token"]),
        ]
        let result = try await console.run("credential", "cargo", "--cargo-plugin", input: questions.joined())
        let errors = try result.lines.dropFirst().map { try JSONValue(parsing: $0.utf8)["Err"] }
        #expect(
            errors.map { $0?["kind"]?.string }
                == ["url-not-supported", "url-not-supported", "operation-not-supported", "other", "other"])
        let causes = try #require(errors.dropFirst(3).first??["caused-by"]?.strings)
        #expect(causes.first?.contains("session-console login") == true, "\(causes)")
        #expect(errors.last??["message"]?.string?.contains("does not name this command") == true)
    }

    @Test func `what is no question of cargo's is an error`() async throws {
        let console = try await Console()
        let result = try await console.run("--cargo-plugin", input: "get\n")
        #expect(result.status == 2 && result.text == "{\"v\":[1]}\n")
    }

    // MARK: - keyring

    @Test func `pip has the token for an index of the API alone, and hears nothing of any other`() async throws {
        let console = try await Console()
        try await console.signIn()
        let token = try await console.run("token").text
        let api = console.provider.announcement.api
        let right = try await console.run("credential", "keyring", "get", "\(api)/simple/x/", "oauth2")
        #expect(right.status == 0 && right.text == token, "\(right.errorText)")
        let host = try Self.host(console)
        for url in ["https://elsewhere.example/", "http://x@\(host)/", "http://\(host)#.evil.example/", host] {
            let wrong = try await console.run("credential", "keyring", "get", url, "oauth2")
            #expect(wrong.status == 1 && wrong.text.isEmpty, "\(url)")
        }
        let other = try await console.run("credential", "keyring", "set", "\(api)/", "oauth2")
        #expect(other.status == 1 && other.text.isEmpty)
    }

    @Test func `a token that is kept to a path is given for what lies within it alone`() async throws {
        let console = try await Console()
        try await console.signIn()
        let api = console.provider.announcement.api
        try console.writeProfile(["api": .string("\(api)/team"), "within_path": true])
        for (path, isGiven) in [("/team/simple/", true), ("/team2/", false), ("/team/%2e%2e/x", false)] {
            let pip = try await console.run("credential", "keyring", "get", api + path, "oauth2")
            #expect((pip.status == 0) == isGiven && pip.errorText.isEmpty == isGiven, "\(path)")
            let cargo = try await console.run("--cargo-plugin", input: Self.question("sparse+\(api)\(path)"))
            #expect(cargo.text.contains("Bearer ") == isGiven, "\(path)")
        }
        let docker = try await console.run("credential", "docker", "get", input: "\(api)/team/")
        #expect(docker.text == Self.notFound && docker.errorText.contains("docker does not say which path"))
    }
}

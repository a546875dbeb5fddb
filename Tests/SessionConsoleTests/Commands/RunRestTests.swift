import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// What a run leaves out, keeps from one request to the next, and finds beside its file.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RunRestTests {
    /// Answers with the head that it got; `/in` sets a cookie.
    private static func echo(_ connection: RawConnection) {
        while true {
            let head = connection.readHead()
            guard !head.isEmpty else { return }
            let field = head.hasPrefix("GET /in ") ? "Set-Cookie: sid=77; Path=/\r\n" : ""
            connection.write("HTTP/1.1 200 OK\r\n\(field)Content-Length: \(head.utf8.count)\r\n\r\n\(head)")
        }
    }

    private func run(_ text: String, _ arguments: String...) async throws -> Subprocess.Result {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let server = try RawServer(Self.echo)
        let url = try server.url.absoluteString
        try program.write(text.replacing("ORIGIN/", with: url), to: "calls.http")
        return try await program.run(
            arguments: [
                "run", "--issuer", "http://127.0.0.1:1", "--client-id", "c", "--store", "memory",
                program.home + "/calls.http",
            ] + arguments)
    }

    @Test(arguments: [
        ("GET ORIGIN/x\n###\n# @name b\n# @note really?\nGET ORIGIN/y\n", 1), ("GET ORIGIN/x\n\n> {% no() %}\n", 1),
        ("< {% no() %}\nGET ORIGIN/x\n", 1), ("GET ORIGIN/x\n\n>> ./out.json\n", 1),
        ("import other.http\n###\nGET ORIGIN/x\n", 1),
        ("# @loop for 0 of 3\nGET ORIGIN/x\n", 1), ("# @timeout soon\nGET ORIGIN/x\n", 1),
        ("GET ORIGIN/x\n\n<> saved.json\n", 0), ("# @no-log\nGET ORIGIN/x\n", 0), ("curl -s ORIGIN/x | jq .\n", 0),
        ("GET ORIGIN/x\n###\n# only a comment\n", 0),
    ])
    func `address 3: a run that skips something does not end with 0`(text: String, status: Int32) async throws {
        let result = try await run(text)
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.text.contains("GET /x HTTP/1.1"))
        #expect(result.errorText.contains("something was skipped") == (status == 1))
    }

    @Test func `address 3: what other requests of the file would skip does not matter to one that is named`()
        async throws
    {
        let text = "# @name a\nGET ORIGIN/x\n###\n# @name b\nGET ORIGIN/y\n\n> {% no() %}\n"
        #expect(try await run(text, "--name", "a").status == 0)
        #expect(try await run(text, "--name", "b").status == 1)
    }

    @Test func `address 3: a cookie that one request got goes with the next, and with no other run`() async throws {
        let text = "GET ORIGIN/in\n###\nGET ORIGIN/x\n###\n# @no-cookie-jar\nGET ORIGIN/y\n"
        let heads = try await run(text).text.components(separatedBy: "GET ")
        #expect(heads.map { $0.contains("Cookie: sid=77") } == [false, false, true, false])
        let unkept = try await run("# @no-cookie-jar\nGET ORIGIN/in\n###\nGET ORIGIN/x\n")
        #expect(!unkept.text.contains("Cookie"))
    }

    @Test func `address 3: what curl leaves out is not sent, and an empty field is`() async throws {
        let result = try await run("curl ORIGIN/x -H 'Accept:' -H 'User-Agent:' -H 'X-Empty;'")
        #expect(
            !result.text.contains("Accept:") && !result.text.contains("User-Agent") && result.text.contains("X-Empty:"))
        #expect(try await run("curl ORIGIN/x").text.contains("Accept: */*"))
    }

    @Test func `address 3: what an earlier request sent is sent again`() async throws {
        let text = """
            # @name a
            POST ORIGIN/x
            X-Id: {{$guid}}
            Content-Type: application/json

            {"items": [{"n": 1, "to": "b"}, {"n": 2, "to": "c"}]}
            ###
            GET ORIGIN/{{a.request.body.$.items[?(@.n==2)].to}}
            X-Id: {{a.request.headers.X-Id}}
            """
        let result = try await run(text)
        #expect(result.status == 0 && result.text.contains("GET /c HTTP/1.1"), "\(result.errorText)")
        let ids = result.text.matches(of: /X-Id: ([-0-9a-f]+)/).map { String($0.1) }
        #expect(ids.count == 2 && Set(ids).count == 1)
    }

    @Test func `address 3: the settings of the workspace hold environments`() async throws {
        let console = try await Console()
        try await console.signIn()
        let (home, api) = (console.program.home, console.provider.announcement.api)
        for folder in [".vscode", "sub/.git", "sub/.vscode", "sub/deep"] {
            try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
        }
        let settings = #"{"rest-client.environmentVariables": {"$shared": {"v": "1"}, "dev": {"host": "HOST",},}} // x"#
        try console.program.write(settings.replacing("HOST", with: api), to: ".vscode/settings.json")
        try console.program.write("GET {{host}}/echo\nX-V: {{v}}\n", to: "calls.http")
        let result = try await console.run("run", "--env", "dev", home + "/calls.http")
        #expect(result.status == 0, "\(result.errorText)")
        #expect(try JSONValue(parsing: result.output)["headers"]?["X-V"] == "1")
        // A folder of a repository has that one's settings, and none from above it.
        try console.program.write("GET {{host}}/echo\nX-V: {{v}}\n", to: "sub/deep/calls.http")
        let above = try await console.run("run", "--env", "dev", home + "/sub/deep/calls.http")
        #expect(above.status == 2 && above.errorText.contains(".vscode/settings.json"))
        try console.program.write(
            settings.replacing("HOST", with: api).replacing("\"1\"", with: "\"2\""), to: "sub/.vscode/settings.json")
        let own = try await console.run("run", "--env", "dev", home + "/sub/deep/calls.http")
        #expect(try JSONValue(parsing: own.output)["headers"]?["X-V"] == "2")
    }

    @Test func `hole: a folder whose name begins alike is another folder`() async throws {
        let console = try await Console()
        try await console.signIn()
        let home = console.program.home
        for folder in ["sub", "sub-secrets", "sub/in"] {
            try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
            try console.program.write("of \(folder)", to: "\(folder)/file")
        }
        for (name, status) in [("../sub-secrets/file", 2), ("\(home)/sub-secrets/file", 2), ("./in/file", 0)] {
            try console.program.write("POST /echo\n\n< \(name)\n", to: "sub/calls.http")
            let result = try await console.run("run", home + "/sub/calls.http")
            #expect(result.status == Int32(status), "\(name): \(result.errorText)")
            #expect(result.text.contains("of sub") == (status == 0))
        }
    }
}

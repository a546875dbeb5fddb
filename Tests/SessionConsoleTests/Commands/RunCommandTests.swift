import FoundationEssentials
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RunCommandTests {
    private func signedIn() async throws -> Console {
        let console = try await Console()
        try await console.signIn()
        return console
    }

    /// Runs the program in the folder of the files.
    private func runThere(_ console: Console, _ arguments: String) async throws -> Subprocess.Result {
        let (home, environment) = (console.program.home, console.program.environment)
        return try await blocking {
            try Subprocess(
                "/bin/sh", ["-c", "cd '\(home)' && exec '\(ProgramUnderTest.path)' \(arguments)"],
                environment: environment
            ).finish()
        }
    }

    private func file(_ console: Console) -> String { console.program.home + "/calls.http" }

    @Test func `all requests are sent in order, with the session's token in place of the bearer's`() async throws {
        let console = try await signedIn()
        try console.program.write(
            """
            @api = \(console.provider.announcement.api)
            ### first
            POST {{api}}/echo
            Authorization: Bearer {{nothing}}
            Content-Type: application/json

            {"who": "{{who}}"}
            > {% no() %}
            ### second
            # a path of the API
            GET /echo
            X-Who: {{first.response.body.$.body}}
            """, to: "calls.http")
        let result = try await console.run("run", "--variable", "who=me", file(console))
        // The script is skipped.
        #expect(result.status == 1, "\(result.errorText)")
        let answers = try result.text.split(separator: "\n", omittingEmptySubsequences: true)
            .joined().replacing("}{", with: "}\n{").split(separator: "\n").map { try JSONValue(parsing: $0.utf8) }
        #expect(answers.count == 2)
        #expect(answers.first?["headers"]?["Authorization"]?.string?.hasPrefix("Bearer ") == true)
        #expect(answers.first?["body"] == #"{"who": "me"}"#)
        #expect(answers.last?["headers"]?["Authorization"] == nil)
        #expect(answers.last?["headers"]?["X-Who"] == #"{"who": "me"}"#)
        #expect(result.errorText.contains("calls.http:8:1: a script that handles the response; scripts are not run."))
        #expect(result.errorText.contains("calls.http:11: second: 200"))
    }

    @Test func `a 401 to a request without a token says how the file sends one`() async throws {
        let console = try await signedIn()
        try console.program.write("GET /orders\n", to: "calls.http")
        let result = try await console.run("run", file(console))
        #expect(result.text.contains("unauthorized"))
        #expect(result.errorText.contains("sent without a token"), "\(result.errorText)")
        #expect(result.errorText.contains("Authorization: Bearer {{token}}"))
    }

    @Test func `address 4: no secret of a request file is in the HAR file, the recording or the events`() async throws {
        let console = try await signedIn()
        let names = [
            "password", "dbpassword", "passphrase", "api_key", "apikey", "accesskey", "private_key", "clientSecret",
            "github_token", "mytoken", "auth", "basic_auth", "bearer", "cookie", "session_id", "jwt", "signature",
            "otp",
            "credentials", "userpass",
        ]
        let variables = names.enumerated().map { "\"\($1)\": \"wonder\($0)land\"" }.joined(separator: ", ")
        try console.program.write("{\"dev\": {\(variables)}}", to: "http-client.env.json")
        try console.program.write(
            #"{"dev": {"who": "wonderland-of-alice", "short": "abc"}}"#, to: "http-client.private.env.json")
        let path = (names + ["who"]).map { "{{\($0)}}" }.joined(separator: "/")
        let fields = names.enumerated().map { "X-\($0): it is {{\($1)}}!" }.joined(separator: "\n")
        try console.program.write(
            """
            POST \(console.provider.announcement.api)/echo?p=\(path)
            Authorization: Bearer {{x}}
            \(fields)

            {{who}} {{short}}
            """, to: "calls.http")
        let home = console.program.home
        let result = try await console.run(
            "run", "--env", "dev", "--har", "\(home)/out.har", "--record", "\(home)/out.jsonl", "--record-bodies",
            file(console))
        #expect(result.status == 0, "\(result.errorText)")
        for text in [
            try console.program.text("out.har"), try console.program.text("out.jsonl"),
            try String(contentsOf: URL(filePath: console.eventFile), encoding: .utf8),
        ] {
            #expect(text.contains("/echo?p=") && !text.contains("wonder"))
        }
    }

    @Test func `one is sent by its name, after those it refers to`() async throws {
        let console = try await signedIn()
        try console.program.write(
            """
            # @name zero
            GET /status
            ###
            # @name one
            GET /status
            ###
            # @name two
            POST /echo

            {{one.response.body.$.status}}-{{one.response.status}}
            """, to: "calls.http")
        let result = try await console.run("run", "--name", "two", "--json", file(console))
        #expect(result.status == 0, "\(result.errorText)")
        let lines = try result.lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(lines.map { $0["name"] } == ["one", "two"])
        #expect(lines.map { $0["line"] } == [5, 8])
        #expect(lines[1].object?.names.prefix(4) == ["name", "line", "status", "http_version"])
        #expect(lines[1]["body"]?.string?.contains("ok-200") == true)
        let slip = try await console.run("run", "--name", "tow", file(console))
        #expect(slip.status == 2)
        #expect(
            slip.errorText.contains("No request is called 'tow' in \(file(console)).\nDid you mean 'two'? Available: "))
    }

    @Test func `a name is looked for in the request files of the folder`() async throws {
        let console = try await signedIn()
        try console.program.write("# @name a\nGET /echo\nX-File: 1\n###\n# @name c\nGET /status\n", to: "one.http")
        try console.program.write("### b\nGET /echo\nX-File: 2\n### a\nGET /status\n", to: "two.rest")
        try console.program.write("### d\nGET /echo\n", to: ".hidden.http")
        let titled = try await runThere(console, "request @b")
        #expect(titled.status == 0, "\(titled.errorText)")
        #expect(try JSONValue(parsing: titled.output)["headers"]?["X-File"] == "2")
        let given = try await runThere(console, "request @a")
        #expect(try JSONValue(parsing: given.output)["headers"]?["X-File"] == "1")
        #expect(try await runThere(console, "request --file two.rest -i @a").text.hasPrefix("HTTP/1.1 200"))
        let none = try await runThere(console, "request @d")
        #expect(none.status == 2)
        #expect(none.errorText.contains("Available: a, c, b, a."))
        #expect(try await runThere(console, "request -X PUT @b").status == 2)
        #expect(try await console.run("request", "--env", "dev", "/echo").status == 2)
    }

    @Test func `a name in several files says which`() async throws {
        let console = try await signedIn()
        try console.program.write("# @name c\nGET /echo\n", to: "one.http")
        try console.program.write("### x\n# @name c\nGET /status\n", to: "two.rest")
        try FileManager.default.createSymbolicLink(
            atPath: console.program.home + "/bad.http", withDestinationPath: "nowhere")
        let both = try await runThere(console, "request @c")
        #expect(both.status == 2)
        #expect(both.errorText.contains("'c' is in more than one file: one.http, two.rest."))
        #expect(both.errorText.contains("bad.http: No such file or directory. It is left out."))
        #expect(try await console.provider.statistics()["api"]?["/echo"] == nil)
    }

    @Test func `an environment is chosen by its name`() async throws {
        let console = try await signedIn()
        let api = console.provider.announcement.api
        try console.program.write(
            #"{"dev": {"host": "\#(api)", "key": "public"}, "prod": {}}"#, to: "http-client.env.json")
        try console.program.write(#"{"dev": {"key": "private"}}"#, to: "http-client.private.env.json")
        try console.program.write("GET {{host}}/echo\nX-Key: {{key}}\n", to: "calls.http")
        let result = try await console.run("run", "--env", "dev", file(console))
        #expect(try JSONValue(parsing: result.output)["headers"]?["X-Key"] == "private")
        let without = try await console.run("run", file(console))
        #expect(without.status == 2)
        #expect(
            without.errorText.contains(
                "calls.http:1:5: 'host' is not defined.\nGive it with --env dev, or with --variable host=VALUE."))
        let other = try await console.run("run", "--env", "test", file(console))
        #expect(other.status == 2)
        #expect(other.errorText.contains("Available: dev, prod."))
    }

    @Test func `a file sends nothing from outside its folder, and no environment variable`() async throws {
        let console = try await signedIn()
        let home = console.program.home
        try FileManager.default.createDirectory(atPath: home + "/sub", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: home + "/sub/link", withDestinationPath: "../secret")
        try console.program.write("outside", to: "secret")
        try console.program.write("inside", to: "sub/own")
        for (name, status) in [("../secret", 2), ("link", 2), ("\(home)/secret", 2), ("./own", 0), ("../sub/own", 0)] {
            try console.program.write("POST /echo\n\n< \(name)\n", to: "sub/calls.http")
            let result = try await console.run("run", home + "/sub/calls.http")
            #expect(result.status == Int32(status), "\(name): \(result.errorText)")
            #expect(result.text.contains("inside") == (status == 0))
            if status == 2 { #expect(result.errorText.contains("it lies outside the folder of the request file")) }
        }
        try console.program.write("POST /echo\n\n< ../secret\n", to: "sub/calls.http")
        #expect(try await console.run("run", "--outside-files", home + "/sub/calls.http").text.contains("outside"))
        try console.program.write("POST /echo\n\n{{$processEnv LANG}}\n", to: "calls.http")
        let refused = try await console.run("run", file(console))
        #expect(refused.status == 2)
        #expect(refused.errorText.contains("add --allow-variable LANG"))
        #expect(try await console.run("run", "--allow-variable", "LANG", file(console)).text.contains("C.UTF-8"))
    }

    @Test func `nothing is sent when one request can't be sent as it is written`() async throws {
        let console = try await signedIn()
        try console.program.write("GET /orders\n###\nGET /orders\nnot a field\n", to: "calls.http")
        let result = try await console.run("run", file(console))
        #expect(result.status == 2)
        #expect(result.errorText.contains("calls.http:4:1: this is not a header field."))
        #expect(try await console.provider.statistics()["api"]?["/orders"] == nil)
    }

    @Test func `the first answer of 400 or above ends the run on request`() async throws {
        let console = try await signedIn()
        try console.program.write("GET /nowhere\n###\nGET /status\n", to: "calls.http")
        #expect(try await console.run("run", file(console)).status == 0)
        let result = try await console.run("run", "--fail", file(console))
        #expect(result.status == 22)
        #expect(!result.text.contains("\"ok\""))
    }

    @Test func `a request with a note is sent only by its name`() async throws {
        let console = try await signedIn()
        try console.program.write(
            "# @name a\nGET /status\n###\n# @name b\n# @note really?\nGET /nowhere\n", to: "calls.http")
        let all = try await console.run("run", file(console))
        #expect(!all.text.contains("not_found"))
        #expect(all.errorText.contains("'b' is sent only with --name"))
        #expect(try await console.run("run", "--name", "b", file(console)).text.contains("not_found"))
    }

    @Test func `without a session nothing is sent when a request needs the token`() async throws {
        let console = try await Console()
        try console.program.write(
            "# @name open\nGET /status\n###\nGET /echo\nAuthorization: Bearer x\n", to: "calls.http")
        #expect(try await console.run("run", file(console)).status == 3)
        #expect(try await console.provider.statistics()["api"]?["/status"] == nil)
        #expect(try await console.run("run", "--name", "open", file(console)).status == 0)
    }
}

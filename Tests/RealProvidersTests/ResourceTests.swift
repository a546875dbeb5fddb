import DemoProvider
import Doctor
import FoundationEssentials
import Glibc
import JOSE
import SessionCore
import TestSupport
import Testing

/// From a URL alone to an authorised call, at servers that nobody of this project wrote.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches MCP and authorization servers from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
struct RealResources {
    /// A resource that the script `Resources/start` runs.
    private struct Place {
        let name: String
        let resource: String
        let issuer: String
        /// Who signs in there; `nil` where the pages ask nothing.
        let person: (any Visitor)?

        init(_ name: String, _ json: JSONValue) throws {
            self.name = name
            resource = try #require(json[name]?["resource"]?.string)
            issuer = try #require(json[name]?["issuer"]?.string)
            person = name == "canaille" ? KnownProvider.canaille.person : nil
        }

        init(_ demo: DemoProvider) {
            (name, resource, issuer) = ("demo", demo.api + "/orders", demo.issuer)
            person = Person(answers: ["username": "alice", "password": "wonderland"], consent: nil)
        }
    }

    private static let initialize =
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
        + #""clientInfo":{"name":"session-console","version":"0"}}}"#

    @Test func `the URL is enough to sign in and to call, and a registration can be forgotten`() async throws {
        try await withResources { program, json in
            let authority = try #require(json["certificate_authority"]?.string)
            let document = try await publishMetadata(of: program, json)
            for name in ["fastmcp", "mcp", "authlib", "document", "canaille"] {
                let place = try Place(name, json)
                let signedIn = try await signIn(at: place, document: document, program, authority)
                #expect(signedIn.status == 0, "\(name): \(signedIn.errorText)")
                let isMCP = place.resource.hasSuffix("/mcp")
                let end = isMCP ? "answered 400, which is not about the token" : "answered 200"
                #expect(signedIn.errorText.contains("✓ call"), "\(name): \(signedIn.errorText)")
                #expect(signedIn.errorText.contains(end), "\(name): \(signedIn.errorText)")
                try await call(place, program)
            }
            for (name, behaviours) in KnownBehaviour.resources {
                try await examine(name, behaviours, program)
            }
            try await expectKnownOnTheWire(json)
            // A server of MCP manages no registrations, and may forget them when it starts again.
            let removed = try await program.run("profile", "remove", "mcp", "--unregister")
            #expect(removed.status == 0 && removed.errorText.contains("only forgotten here"), "\(removed.errorText)")
            let place = try Place("mcp", json)
            let again = try await signIn(at: place, document: document, program, authority)
            #expect(again.status == 0 && again.errorText.contains("registered as"), "\(again.errorText)")
            let kept = try await signIn(at: place, document: document, program, authority)
            #expect(kept.errorText.contains("session-console profile remove mcp --unregister"), "\(kept.errorText)")
        }
    }

    @Test func `the MCP SDK's own client connects where this one does`() async throws {
        try await withResources { program, json in
            let authority = try #require(json["certificate_authority"]?.string)
            let document = try await publishMetadata(of: program, json)
            let script = LentScript.folder + "/Resources/mcp_client.py"
            let (python, environment) = (try #require(json["python"]?.string), program.environment)
            let demo = try await DemoProvider.start()
            let places = try ["fastmcp", "mcp", "authlib", "document", "canaille"].map { try Place($0, json) }
            for place in places + [Place(demo)] {
                let other = try await blocking {
                    try Subprocess(python, [script, place.resource, authority, document], environment: environment)
                        .finish(within: .seconds(60))
                }
                let ours = try await signIn(at: place, document: document, program, authority)
                let status = String(other.text.dropLast())
                #expect(ours.errorText.contains("answered \(status)"), "\(place.name): \(ours.errorText)")
                #expect(other.status == 0 && ours.status == 0, "\(place.name): \(other.errorText)")
            }
            await demo.stop()
        }
    }

    @Test func `a client of MCP that knows nothing of tokens calls through the proxy, and reads a stream of events`()
        async throws
    {
        try await withResources { program, json in
            let place = try Place("fastmcp", json)
            let authority = try #require(json["certificate_authority"]?.string)
            #expect(try await signIn(at: place, document: "", program, authority).status == 0)
            let (environment, python) = (program.environment, try #require(json["python"]?.string))
            let (proxy, address) = try await blocking {
                let proxy = try Subprocess(
                    ProgramUnderTest.path, ["proxy", "--profile", place.name], environment: environment)
                return (proxy, String(try proxy.line().prefix { $0 != " " }))
            }
            let script = "\(LentScript.folder)/Resources/fastmcp_client.py"
            let client = try await blocking {
                try Subprocess(python, [script, "\(address)/mcp"], environment: environment)
                    .finish(within: .seconds(60))
            }
            #expect(client.status == 0, "\(client.errorText)")
            let answer = try JSONValue(parsing: Array(client.lines.last?.utf8 ?? "".utf8))
            #expect(answer["tools"]?.array?.map(\.string) == ["count"])
            #expect(answer["events"]?.array?.map { $0.array?.first?.double } == [1, 2, 3])
            #expect(answer["result"]?.double == 3)
            // Without a token the same server lets nobody in.
            let bare = try await blocking {
                try Subprocess(python, [script, place.resource], environment: environment).finish(within: .seconds(60))
            }
            #expect(bare.status != 0)
            proxy.signal(SIGINT)
            _ = try await blocking { try proxy.finish() }
        }
    }

    /// Puts the client's metadata where the servers find it; returns the address.
    private func publishMetadata(of program: ProgramUnderTest, _ json: JSONValue) async throws -> String {
        let document = try #require(json["documents"]?.string) + "/client.json"
        let metadata = try await program.run("profile", "client-metadata", document)
        try Data(metadata.output).write(to: URL(filePath: "\(json["folder"]?.string ?? "")/client.json"))
        return document
    }

    /// Signs in with the URL as only setting; the person follows the link in a browser of their own.
    private func signIn(
        at place: Place, document: String, _ program: ProgramUnderTest, _ authority: String
    ) async throws -> Subprocess.Result {
        let link = program.home + "/link"
        try? FileManager.default.removeItem(atPath: link)
        let arguments = ["login", place.resource, "--profile", place.name, "--issuer", place.issuer, "--yes"]
        let options =
            place.name == "document" ? ["--ca-file", authority, "--client-metadata-url", document] : []
        let environment = program.environment
        let login = try await blocking {
            try Subprocess(ProgramUnderTest.path, arguments + options, environment: environment)
        }
        try await until { FileManager.default.fileExists(atPath: link) }
        let url = try #require(URL(string: try program.text("link")))
        let query = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
        let redirectURI = try #require(query["redirect_uri"].flatMap { URL(string: $0) })
        let browser = WebBrowser(certificateAuthorityFile: authority)
        let redirect = try await place.person?.signIn(at: url, with: browser, to: redirectURI)
        _ = try await browser.open(redirect ?? url)
        return try await blocking { try login.finish() }
    }

    /// Looks at the servers by a program that shares nothing with the doctor.
    private func expectKnownOnTheWire(_ json: JSONValue) async throws {
        let python = try #require(json["python"]?.string)
        try await withThrowingTaskGroup { group in
            for (name, behaviours) in KnownBehaviour.resources {
                let place = json[name]
                let settings: JSONValue = [
                    "provider": .string(name), "issuer": place?["issuer"] ?? .null, "api": place?["resource"] ?? .null,
                    "redirect_uri": "http://127.0.0.1:8717/callback",
                    "scope": name == "authlib" ? "notes" : "read",
                    "authority": json["certificate_authority"] ?? .null,
                ]
                group.addTask {
                    try await Wire(settings, python: python).seen.expect(behaviours, at: name)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Has the doctor look at how the server of a profile behaves; the server's pages ask nothing.
    private func examine(
        _ name: String, _ behaviours: [KnownBehaviour], _ program: ProgramUnderTest
    ) async throws {
        var program = program
        program.environment["BROWSER"] = program.home + "/visitor"
        let arguments = ["doctor", "--profile", name, "--behaviour", "--yes", "--format", "json"]
        let environment = program.environment
        let result = try await blocking {
            // It waits for the end of a token.
            try Subprocess(ProgramUnderTest.path, arguments, environment: environment).finish(within: .seconds(120))
        }
        let findings = try JSONValue(parsing: result.output)["findings"]?.array ?? []
        let tried = findings.filter { finding in Experiment.all.contains { $0.name == finding["check"]?.string } }
        let seen: [String: String] = tried.reduce(into: [:]) { seen, finding in
            seen[finding["check"]?.string ?? ""] =
                "\(finding["verdict"]?.string ?? ""): \(finding["seen"]?.string ?? "")"
        }
        seen.expect(behaviours, at: name)
    }

    /// A call that needs the token, without a setting but the profile.
    private func call(_ place: Place, _ program: ProgramUnderTest) async throws {
        let isMCP = place.resource.hasSuffix("/mcp")
        let message = ["-H", "Accept: application/json, text/event-stream", "-d", Self.initialize]
        let result = try await program.run(
            arguments: ["request", "--fail", "--profile", place.name] + (isMCP ? message : []) + [place.resource])
        #expect(result.status == 0, "\(place.name): \(result.errorText)")
        #expect(result.text.contains(isMCP ? "serverInfo" : "a note"), "\(place.name): \(result.text)")
    }

    /// Starts the servers, lends the work a program and what the script says of them, and stops them.
    private func withResources(_ work: (ProgramUnderTest, JSONValue) async throws -> Void) async throws {
        var program = try ProgramUnderTest()
        defer { program.remove() }
        let link = program.home + "/link"
        try await program.makeScript(
            "browser", "#!/bin/sh\nprintf %s \"$1\" >\(link).part && mv \(link).part \(link)\n")
        program.environment["BROWSER"] = program.home + "/browser"
        try await program.makeScript("visitor", "#!/bin/sh\nexec curl --silent --location --output /dev/null \"$1\"\n")
        let ready = program
        try await LentScript.run("Resources/start") { json in try await work(ready, json) }
    }
}

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
    }

    private static let initialize =
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"#
        + #""clientInfo":{"name":"session-console","version":"0"}}}"#

    @Test func `the URL is enough to sign in and to call, and a registration can be forgotten`() async throws {
        try await withResources { program, json in
            let authority = try #require(json["certificate_authority"]?.string)
            let document = try #require(json["documents"]?.string) + "/client.json"
            let metadata = try await program.run("profile", "client-metadata", document)
            try Data(metadata.output)
                .write(to: URL(filePath: "\(json["folder"]?.string ?? "")/client.json"))
            for name in ["fastmcp", "mcp", "authlib", "document", "canaille"] {
                let place = Place(
                    name: name, resource: try #require(json[name]?["resource"]?.string),
                    issuer: try #require(json[name]?["issuer"]?.string))
                let options =
                    name == "document" ? ["--ca-file", authority, "--client-metadata-url", document] : []
                let signedIn = try await signIn(at: place, options, program, authority)
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
            // A server of MCP manages no registrations, and may forget them when it starts again.
            let removed = try await program.run("profile", "remove", "mcp", "--unregister")
            #expect(removed.status == 0 && removed.errorText.contains("only forgotten here"), "\(removed.errorText)")
            let place = Place(
                name: "mcp", resource: try #require(json["mcp"]?["resource"]?.string),
                issuer: try #require(json["mcp"]?["issuer"]?.string))
            let again = try await signIn(at: place, [], program, authority)
            #expect(again.status == 0 && again.errorText.contains("registered as"), "\(again.errorText)")
            let kept = try await signIn(at: place, [], program, authority)
            #expect(kept.errorText.contains("session-console profile remove mcp --unregister"), "\(kept.errorText)")
        }
    }

    @Test func `a client of MCP that knows nothing of tokens calls through the proxy, and reads a stream of events`()
        async throws
    {
        try await withResources { program, json in
            let place = Place(
                name: "fastmcp", resource: try #require(json["fastmcp"]?["resource"]?.string),
                issuer: try #require(json["fastmcp"]?["issuer"]?.string))
            let authority = try #require(json["certificate_authority"]?.string)
            #expect(try await signIn(at: place, [], program, authority).status == 0)
            let (environment, python) = (program.environment, try #require(json["python"]?.string))
            let (proxy, address) = try await blocking {
                let proxy = try Subprocess(
                    ProgramUnderTest.path, ["proxy", "--profile", place.name], environment: environment)
                return (proxy, String(try proxy.line().prefix { $0 != " " }))
            }
            let script =
                try #require(URL(string: #filePath)).path
                .split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/Resources/fastmcp_client.py"
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

    /// Signs in with the URL as only setting; the person follows the link in a browser of their own.
    private func signIn(
        at place: Place, _ options: [String], _ program: ProgramUnderTest, _ authority: String
    ) async throws -> Subprocess.Result {
        let link = program.home + "/link"
        try? FileManager.default.removeItem(atPath: link)
        let arguments = ["login", place.resource, "--profile", place.name, "--issuer", place.issuer, "--yes"]
        let environment = program.environment
        let login = try await blocking {
            try Subprocess(ProgramUnderTest.path, arguments + options, environment: environment)
        }
        try await until { FileManager.default.fileExists(atPath: link) }
        let url = try #require(URL(string: try program.text("link")))
        let query = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
        let redirectURI = try #require(query["redirect_uri"].flatMap { URL(string: $0) })
        let browser = WebBrowser(certificateAuthorityFile: authority)
        if place.name == "canaille" {
            _ = try await browser.open(
                try await KnownProvider.canaille.person.signIn(at: url, with: browser, to: redirectURI))
        } else {
            _ = try await browser.open(url)
        }
        return try await blocking { try login.finish() }
    }

    /// Has the doctor look at how the server of a profile behaves; the server's pages ask nothing.
    private func examine(
        _ name: String, _ behaviours: [KnownBehaviour], _ program: ProgramUnderTest
    ) async throws {
        var program = program
        program.environment["BROWSER"] = program.home + "/visitor"
        let result = try await program.run(
            "doctor", "--profile", name, "--behaviour", "--yes", "--format", "json")
        let findings = try JSONValue(parsing: result.output)["findings"]?.array ?? []
        let seen = findings.reduce(into: [:]) { seen, finding in
            seen[finding["check"]?.string] = "\(finding["verdict"]?.string ?? ""): \(finding["seen"]?.string ?? "")"
        }
        for known in behaviours {
            let found = seen[known.experiment]
            #expect(
                found.map(known.truth.contains) == true,
                "\(name), \(known.experiment): \(found ?? "nothing"), \(known.source)")
        }
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
        let script =
            try #require(URL(string: #filePath)).path
            .split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 } + "/Resources/start"
        let environment = ProcessInfo.processInfo.environment
        let (process, json) = try await blocking {
            let process = try Subprocess(script, [], environment: environment)
            let line = try process.line(within: .seconds(300)) { $0.hasPrefix("{") }
            return (process, try JSONValue(parsing: Array(line.utf8)))
        }
        var program = try ProgramUnderTest()
        defer { program.remove() }
        let link = program.home + "/link"
        try await program.makeScript(
            "browser", "#!/bin/sh\nprintf %s \"$1\" >\(link).part && mv \(link).part \(link)\n")
        program.environment["BROWSER"] = program.home + "/browser"
        try await program.makeScript("visitor", "#!/bin/sh\nexec curl --silent --location --output /dev/null \"$1\"\n")
        let result: Swift.Result<Void, any Error>
        do {
            try await work(program, json)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        // The script ends with its standard input, and cleans up.
        let end = try await blocking { try process.finish(within: .seconds(60)) }
        #expect(end.status == 0, "\(end.errorText)")
        try result.get()
    }
}

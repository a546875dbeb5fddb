import CurlTransport
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

/// `login URL`, `profile add NAME --from URL` and what is left behind.
@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct ResourceCommandTests {
    private let server: ProtectedServer
    private let program: ProgramUnderTest
    private var name: String { String(server.issuer.dropFirst(7)).replacing(":", with: "-") }

    init() throws {
        server = try ProtectedServer()
        program = try ProgramUnderTest()
    }

    /// Signs in, with a browser that does what the page says.
    private func login(_ arguments: String...) async throws -> Subprocess.Result {
        let process = try Subprocess(
            ProgramUnderTest.path, ["login", "--no-browser"] + arguments, environment: program.environment)
        let link = try await blocking { try process.line { $0.hasPrefix("http") } }
        let request = HTTPRequest(url: try #require(URL(string: link)))
        async let page = CurlTransport.patient().send(request)
        let result = try await blocking { try process.finish(closingInput: false) }
        #expect(try await page.status == 200)
        return result
    }

    @Test func `a URL alone leads to an authorised call, with a line for each step`() async throws {
        defer { program.remove() }
        let login = try await self.login("--issuer", server.issuer, server.url)
        #expect(login.status == 0, "\(login.errorText)")
        let marks = login.errorText.split(separator: "\n").filter { $0.hasPrefix("✓") }
        #expect(marks.count == 7, "\(login.errorText)")
        #expect(marks.first?.contains("\(server.url)  401  it asks for a token (Bearer)  (RFC 6750 §3)") == true)
        #expect(marks.last?.hasPrefix("✓ call ") == true && marks.last?.contains("\(server.url)  200") == true)
        #expect(server.resources == [server.url, server.url])

        let profile = try JSONValue(parsing: try await program.run("profile", "show", name, "--json").output)
        #expect(profile["issuer"]?.string == server.issuer)
        #expect(profile["resource"]?.strings == [server.url])
        #expect(profile["within_path"] == true)
        #expect(profile["public_only"] == nil)
        #expect(profile["redirect_uri"]?.string?.hasSuffix(":0/callback") == false)
        #expect(!"\(profile)".contains("management-token"))
        #expect(try await program.run("request", "--profile", name, server.url).status == 0)
        // The token stays within the resource's path.
        #expect(try await program.run("request", "--profile", name, server.issuer + "/other").status == 2)
        let mode = try FileManager.default.attributesOfItem(
            atPath: program.home + "/state/session-console/registrations.json")[.posixPermissions]
        #expect(mode as? Int == 0o600)
    }

    @Test(arguments: [200, 404, 405, 500])
    func `a resource that answers a GET with a page is signed in to all the same, and called as it asked`(
        status: Int
    ) async throws {
        defer { program.remove() }
        let server = try ProtectedServer(.init(page: status))
        let login = try await self.login("--issuer", server.issuer, server.url)
        #expect(login.status == 0, "\(login.errorText)")
        #expect(login.errorText.contains("\(server.url)  401  it asks for a token (Bearer)"), "\(login.errorText)")
        #expect(login.errorText.contains("\(server.url)  200  answered 200"), "\(login.errorText)")
        #expect(server.requests.last == "POST /mcp")
    }

    @Test func `a resource that refuses the new token is said in words, with a status of its own`() async throws {
        defer { program.remove() }
        let server = try ProtectedServer(.init(refusesTokens: true))
        let login = try await self.login("--issuer", server.issuer, "--profile", "refused", server.url)
        #expect(login.status == 25, "\(login.errorText)")
        for words in [
            "Signed in, but the resource refuses the new token: 401", "its audience can't be read here", "scope read",
            "it calls itself \(server.url)", "Asked for: resource \(server.url), scope read", "Ask the operator of",
        ] { #expect(login.errorText.contains(words), "\(words): \(login.errorText)") }
        #expect(!login.errorText.contains("access-token-of-the-resource"))
        // The sign-in stands.
        #expect(try await program.run("status", "--profile", "refused").status == 0)
    }

    @Test func `a resource that publishes nothing leads to the server on its own origin, once it is confirmed`()
        async throws
    {
        defer { program.remove() }
        let server = try ProtectedServer(.init(isSilent: true))
        let asked = try await program.run("login", server.url)
        #expect(asked.status == 2 && asked.errorText.contains("--issuer \(server.issuer) --yes"), "\(asked.errorText)")
        #expect(server.clients.isEmpty)
        let login = try await self.login("--issuer", server.issuer, server.url)
        #expect(login.status == 0, "\(login.errorText)")
    }

    @Test func `what doctor tries at a URL without a client is tried with one that is removed after it`() async throws {
        defer { program.remove() }
        var program = program
        try await program.makeScript(
            "visitor", "#!/bin/sh\nexec curl --silent --location --output /dev/null \"$1\"\n")
        program.environment["BROWSER"] = program.home + "/visitor"
        let result = try await program.run(
            "doctor", server.url, "--behaviour", "--yes", "--issuer", server.issuer, "--format", "json")
        let findings = try JSONValue(parsing: result.output)["findings"]?.array ?? []
        let refresh = findings.first { $0["check"] == "access-token-accepted" }
        #expect(refresh?["verdict"] == "sound", "\(result.errorText) \(refresh ?? .null)")
        #expect(server.requests.contains("POST /register") && server.requests.contains("DELETE /register/client-1"))
        #expect(server.clients.isEmpty)
        #expect(try await program.run("profile", "list").text == "")
        let unnamed = try await program.run("doctor", server.url, "--behaviour", "--yes")
        #expect(unnamed.status == 2 && unnamed.errorText.contains("is not confirmed"), "\(unnamed.errorText)")
        #expect(server.clients.isEmpty)
    }

    @Test func `a second sign-in registers nothing, and asks nothing`() async throws {
        defer { program.remove() }
        #expect(try await login("--issuer", server.issuer, server.url).status == 0)
        let again = try await login(server.url)
        #expect(again.status == 0, "\(again.errorText)")
        #expect(again.errorText.contains("registered here before"))
        #expect(server.clients == ["client-1"])
    }

    @Test func `an issuer that nobody has named is not gone to without a question`() async throws {
        defer { program.remove() }
        for options in [[], ["--yes"]] {
            let login = try await program.run(arguments: ["login", server.url] + options)
            #expect(login.status == 2)
            #expect(login.errorText.contains("--issuer \(server.issuer) --yes"))
        }
        let other = try await program.run("login", server.url, "--issuer", "https://other.example")
        #expect(other.status == 1)
        #expect(other.errorText.contains("RFC 9728 §7.6"))
        #expect(server.clients.isEmpty)
        #expect(!server.requests.contains { $0.hasSuffix("/authorize") || $0.hasSuffix("/register") })
    }

    @Test func `a profile is made from a URL, and removed with its registration`() async throws {
        defer { program.remove() }
        let added = try await program.run(
            "profile", "add", "mcp", "--from", server.url, "--issuer", server.issuer)
        #expect(added.status == 0, "\(added.errorText)")
        #expect(added.errorText.contains("session-console login --profile mcp"))
        #expect(server.clients == ["client-1"])
        #expect(try await program.run("profile", "remove", "mcp", "--unregister").status == 0)
        #expect(server.clients.isEmpty)
        #expect(try await program.run("profile", "list").text == "")
    }

    @Test func `steps are printed as JSON, and with --verbose their messages before them`() async throws {
        defer { program.remove() }
        let added = try await program.run(
            "profile", "add", "mcp", "--from", server.url, "--issuer", server.issuer, "--json", "--verbose")
        let steps = try JSONValue(parsing: added.output)["steps"]?.array ?? []
        #expect(
            steps.map { $0["step"]?.string } == [
                "resource", "resource_metadata", "authorization_server", "server_metadata", "client",
            ])
        #expect(steps.first?["messages"]?.array?.first?["status"] == 401)
        let message = try #require(added.errorText.firstRange(of: "> GET \(server.url)\n"))
        let line = try #require(added.errorText.firstRange(of: "✓ resource "))
        #expect(message.lowerBound < line.lowerBound)
        let failed = try await program.run(
            "profile", "add", "other", "--from", server.url, "--issuer", "https://other.example", "--json")
        #expect(failed.status == 1)
        #expect(try JSONValue(parsing: failed.output)["steps"]?.array?.last?["outcome"] == "failed")
    }

    @Test func `a request to a URL without a profile says what to do next`() async throws {
        defer { program.remove() }
        let request = try await program.run("request", server.url)
        #expect(request.status == 3)
        #expect(request.errorText.contains("session-console login \(server.url)"))
        #expect(server.requests.isEmpty)
    }

    @Test func `the document to host is printed as JSON`() async throws {
        defer { program.remove() }
        let printed = try await program.run("profile", "client-metadata", "https://me.example/client.json")
        #expect(printed.status == 0)
        #expect(try JSONValue(parsing: printed.output)["client_id"] == "https://me.example/client.json")
        #expect(try await program.run("profile", "client-metadata", "http://me.example/c").status == 2)
    }
}

import Doctor
import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

/// What a watch from the server's side says of real clients of real servers, and of ones that do one thing wrong.
@Suite(
    .enabled(
        if: ProcessInfo.processInfo.environment["SESSION_CONSOLE_PROVIDERS"] != nil,
        "it fetches MCP servers and clients from PyPI; set SESSION_CONSOLE_PROVIDERS=1 to run it"),
    .serialized, .timeLimit(.minutes(8)), .limitedParallelism)
struct RealServedResources {
    /// How each stands at the end, on whose side that is, and what was found.
    private static let wrong: [(name: String, stand: String, side: String?, rules: Set<String>)] = [
        ("never-returns", "never_returned", nil, []),
        ("never-registers", "never_registered", nil, []),
        ("never-authorizes", "never_authorized", nil, []),
        ("never-redeems", "never_redeemed", "client", []),
        ("never-calls", "never_called", "client", []),
        ("registers-each-time", "calls", nil, ["registered-again"]),
        ("mixes-verifiers", "redemption_failed", nil, ["verifier-does-not-fit", "code-refused"]),
        ("redeems-twice", "calls", nil, ["code-redeemed-twice"]),
        ("refreshes-twice", "refresh_failed", nil, ["spent-refresh-token-sent"]),
        ("calls-with-anything", "call_failed", nil, []),
        ("puts-token-in-url", "calls", nil, ["token-in-url"]),
        ("names-no-resource", "calls", nil, ["resource-not-named"]),
    ]

    @Test func `right clients are silent, and each wrong one is named`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Resources/start") { json in
            let python = try #require(json["python"]?.string)
            let served = try #require(json["served"]?.array)
            #expect(served.count == 2)
            for place in served {
                let report = try await report(of: place, program, python, input: "call\n") { door in
                    [
                        LentScript.folder + "/Clients/fastmcp_client.py", door,
                        program.home + "/store-\(door.utf8.count)",
                    ]
                }
                let client = try #require(report["clients"]?.array?.first)
                #expect(report["clients"]?.array?.count == 1)
                #expect(client["stand"]?.string == "calls", "\(client.serialized())")
                #expect(report["findings"]?.array?.isEmpty == true, "\(report["findings"]?.serialized() ?? "")")
            }
            for place in served {
                let report = try await report(of: place, program, python) { door in
                    [LentScript.folder + "/Resources/mcp_stdio_client.py", door, program.home]
                }
                #expect(report["clients"]?.array?.compactMap { $0["stand"]?.string } == ["calls"])
                #expect(report["findings"]?.array?.isEmpty == true, "\(report["findings"]?.serialized() ?? "")")
            }
            for (name, stand, side, rules) in Self.wrong {
                let report = try await report(of: served[0], program, python) { door in
                    [LentScript.folder + "/Resources/hosted_wrong_client.py", door, name]
                }
                let client = report["clients"]?.array?.first
                #expect(client?["name"]?.string == "\(name)/1.0")
                #expect(client?["stand"]?.string == stand && client?["side"]?.string == side, "\(name)")
                let found = (report["findings"]?.array ?? []).compactMap { $0["name"]?.string }
                #expect(Set(found) == rules, "\(name): \(found)")
            }
        }
    }

    /// How a server stands behind its door, who comes, how that ends, and what is found, each with its side.
    private static let behindDoors: [(server: String, client: Caller, stand: String, found: [[String?]])] = [
        ("own", .without, "never_returned", []),
        ("stripped", .without, "never_returned", [["challenge-missing", "resource_server"]]),
        ("strict", .withOwnToken, "calls", []),
        ("strict", .withOtherToken, "call_failed", [["refused-token-of-other-audience", nil]]),
        ("loose", .withOtherToken, "calls", [["accepted-token-of-other-audience", nil]]),
    ]

    private enum Caller { case without, withOwnToken, withOtherToken }

    @Test func `a stripped challenge and a wrong audience are named, and what is right is not`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Resources/start-doors") { json in
            let python = try #require(json["python"]?.string)
            let issuer = try ["issuer", "key", "other"].map { try #require(json[$0]?.string) }
            for kind in ["fastmcp", "mcp"] {
                for (server, client, stand, found) in Self.behindDoors {
                    let place = try #require(json[kind]?[server])
                    let report = try await report(of: place, program, python) { door in
                        let script = client == .without ? "hosted_wrong_client.py" : "caller_with_token.py"
                        let audience = client == .withOtherToken ? issuer[2] : door
                        return [LentScript.folder + "/Resources/" + script, door]
                            + (client == .without ? ["never-returns"] : [issuer[0], issuer[1], audience])
                    }
                    let stands = (report["clients"]?.array ?? []).map { $0["stand"]?.string }
                    #expect(stands == [stand], "\(kind) \(server)")
                    let seen = (report["findings"]?.array ?? []).map { [$0["name"]?.string, $0["side"]?.string] }
                    #expect(seen == found, "\(kind) \(server)")
                }
            }
        }
    }

    /// What is found of a page of another origin that calls a part of a server, in a real browser.
    private static let pages: [(part: String, rules: Set<String>)] = [
        ("closed", ["page-may-not-read"]), ("half", ["challenge-hidden-from-pages"]), ("open", []),
    ]

    @Test func `a server that hides from pages what they need is named, by Flask and by Express`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        try await LentScript.run("Resources/start") { json in
            let servers = (json["forPages"]?.array ?? []).compactMap(\.string)
            #expect(servers.count == 2)
            for server in servers {
                for (part, rules) in Self.pages {
                    let report = try await report(ofPageAt: "/\(part)/notes", of: server, program)
                    let found = (report["findings"]?.array ?? []).compactMap { $0["name"]?.string }
                    #expect(Set(found) == rules, "\(server) \(part): \(found)")
                    // Of a page that asked before it calls, and got no leave, nothing but that has come.
                    let names = (report["clients"]?.array ?? []).compactMap { $0["name"]?.string }
                    #expect(names.count == (part == "closed" ? 0 : 1), "\(report.serialized())")
                    #expect(names.allSatisfy { $0.hasPrefix("page of 127.0.0.1:") }, "\(names)")
                }
            }
        }
    }

    /// What a watch says at the end of a page that has called that path through its door.
    private func report(ofPageAt path: String, of server: String, _ program: ProgramUnderTest) async throws -> JSONValue
    {
        let environment = program.environment
        let watch = try await blocking {
            try Subprocess(
                ProgramUnderTest.path, ["watch", "--serve", "0", "--to", server, "--format", "json"],
                environment: environment)
        }
        let line = try await blocking { try watch.errorLine { $0.hasPrefix("Serving ") } }
        let door = line.split(separator: ":")[1].prefix { $0.isNumber }
        let paths = Notes<Substring>()
        let script = """
            fetch('http://127.0.0.1:\(door)\(path)', {headers: {Authorization: 'Bearer uA7kQ2vT9x'}})
              .catch(() => {}).then(() => fetch('/done'))
            """
        let page = "<!doctype html><script>\(script)</script>"
        let pages = try RawServer { connection in
            while case let head = connection.readHead(), !head.isEmpty {
                paths.add(head.split(separator: " ")[1])
                let fields = "Content-Type: text/html\r\nContent-Length: \(page.utf8.count)"
                connection.write("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(page)")
            }
        }
        let profile = TemporaryFolder()
        let rights = geteuid() == 0 ? ["--no-sandbox"] : []
        let address = "http://127.0.0.1:\(pages.port)/"
        let browser = try await blocking {
            try Subprocess(
                "/usr/bin/chromium", ["--headless=new", "--user-data-dir=\(profile.path)", address] + rights,
                environment: environment)
        }
        try await until { paths.all.contains("/done") }
        return try await blocking {
            browser.signal(SIGTERM)
            _ = try browser.finish(within: .seconds(60))
            watch.signal(SIGTERM)
            return try JSONValue(parsing: try watch.finish().output)
        }
    }

    /// What a watch says at the end of a client that comes through its door.
    private func report(
        of place: JSONValue, _ program: ProgramUnderTest, _ python: String, input: String? = nil,
        _ client: (String) -> [String]
    ) async throws -> JSONValue {
        let port = Int(try #require(place["door"]?.double))
        let arguments = [
            "watch", "--serve", "\(port)", "--to", try #require(place["to"]?.string), "--format", "json",
        ]
        let (environment, words) = (program.environment, client("http://127.0.0.1:\(port)/mcp"))
        return try await blocking {
            let watch = try Subprocess(ProgramUnderTest.path, arguments, environment: environment)
            _ = try watch.errorLine { $0.hasPrefix("Serving ") }
            let player = try Subprocess(python, words, environment: environment)
            if let input { try player.write(input) }
            let played = try player.finish(within: .seconds(60))
            #expect(played.status == 0, "\(played.errorText)")
            watch.signal(SIGTERM)
            return try JSONValue(parsing: try watch.finish().output)
        }
    }
}

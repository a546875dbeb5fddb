import DemoProvider
import FoundationEssentials
import Glibc
import HTTPServer
import JOSE
import SessionCoreTesting
import Synchronization
import TestSupport
import Testing

/// `mcp` as a program of its own, between a host and a server.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct MCPCommandTests {
    /// A server of MCP that asks the provider nothing, and keeps what came.
    private final class Server: Sendable {
        private let requests: Requests
        private let server: HTTPServer
        /// Until it is open, the calls of `tools/hold` wait; then their token is refused.
        let gate: Gate

        private final class Requests: Sendable { let all = Mutex<[ServerRequest]>([]) }

        init() throws {
            let (requests, gate) = (Requests(), Gate())
            (self.requests, self.gate) = (requests, gate)
            server = try HTTPServer.start { request in
                requests.all.withLock { $0.append(request) }
                guard request.method == "POST" else { return ServerResponse(status: 405) }
                let field = request.headers["Authorization"] ?? ""
                let isProven = field.hasPrefix("DPoP ey") && request.headers["DPoP"] != nil
                guard field.hasPrefix("Bearer ey") || isProven else {
                    return ServerResponse(status: 401, headers: ["WWW-Authenticate": "Bearer"])
                }
                let message = try? JSONValue(parsing: request.body)
                guard let id = message?["id"] else { return ServerResponse(status: 202) }
                if message?["method"]?.string == "tools/hold" {
                    try? await gate.passed()
                    return ServerResponse(status: 401, headers: ["WWW-Authenticate": "Bearer error=invalid_token"])
                }
                let token = field.split(separator: " ").last ?? ""
                let result: JSONValue =
                    message?["method"]?.string == "initialize"
                    ? ["protocolVersion": "2025-06-18", "capabilities": [:]] : ["echo": .string(String(token))]
                return ServerResponse(
                    status: 200, contentType: "application/json",
                    text: JSONValue.object(["jsonrpc": "2.0", "id": id, "result": result]).serialized())
            }
        }

        var url: String { "\(server.origin)/mcp" }
        var bodies: [String] { requests.all.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } } }
        var tokens: [String] { requests.all.withLock { $0.compactMap { $0.headers["Authorization"] } } }
    }

    private static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"# + "\n"

    private static func call(_ id: Int) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call"}"# + "\n" }

    @Test func `a host's lines go to the server with the token, which no output has`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)], name: "notes")
        try await console.signIn("--profile", "notes")
        let result = try await console.run("mcp", server.url, input: Self.initialize + Self.call(1))
        #expect(result.status == 0 && result.lines.count == 2, "\(result.text) \(result.errorText)")
        #expect(result.lines.contains { $0.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"echo":"#) })
        #expect(server.tokens.allSatisfy { $0.hasPrefix("Bearer ey") } && server.tokens.count == 2)
        // The server has sent the token back, and the host does not get it.
        #expect(!result.text.contains("eyJ") && !result.errorText.contains("eyJ"), "\(result.text)")
        let events = try await console.run("events", "--profile", "notes", "--json")
        #expect(events.text.contains(#""sender":"mcp""#), "\(events.text)")
    }

    @Test func `a token that is bound to a key goes with a proof`() async throws {
        var configuration = DemoProvider.Configuration()
        configuration.proofs = DemoProvider.ProofPolicy()
        let (demo, server, program) = (
            try await DemoProvider.start(configuration), try Server(), try ProgramUnderTest()
        )
        defer { program.remove() }
        let (key, environment) = (program.home + "/key.pem", program.environment)
        let made = try await blocking {
            try Subprocess(
                "openssl", ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key],
                environment: environment
            ).finish()
        }
        #expect(made.status == 0, "\(made.errorText)")
        try program.makeProfile(
            "default",
            [
                "issuer": .string(demo.issuer), "client_id": .string(demo.clientID), "api": .string(server.url),
                "dpop_key": .string(key),
            ])
        let login = try await program.run(
            "login", "--flow", "password", "--username", "alice", "--password-stdin", input: "wonderland\n")
        #expect(login.status == 0, "\(login.errorText)")
        let result = try await program.run("mcp", input: Self.initialize + Self.call(1))
        #expect(result.lines.count == 2 && result.text.contains(#""id":1,"result""#), "\(result.text)")
        #expect(server.tokens.allSatisfy { $0.hasPrefix("DPoP ey") } && server.tokens.count == 2)
        await demo.stop()
    }

    @Test func `without a session the host is told how to sign in, and when there is one`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)], name: "notes")
        let bridge = try console.program.start("mcp", "notes")
        let login = "Sign in with: session-console login --profile notes"
        _ = try await blocking {
            try bridge.write(Self.initialize)
            let answer = try bridge.line { $0.contains(#""id":0"#) }
            #expect(answer.contains(#""instructions":"Signed out: no stored session. \#(login)""#), "\(answer)")
            _ = try bridge.errorLine { $0.contains(login) }
            try bridge.write(Self.call(1))
            let refusal = try bridge.line { $0.contains(#""id":1"#) }
            #expect(refusal.contains(#""code":-32041"#) && refusal.contains(login))
        }
        #expect(server.tokens.isEmpty)
        try await console.signIn("--profile", "notes")
        let end = try await blocking {
            _ = try bridge.line { $0.contains("notifications/tools/list_changed") }
            try bridge.write(Self.call(2))
            _ = try bridge.line { $0.contains(#""id":2,"result""#) }
            return try bridge.finish()
        }
        #expect(end.status == 0)
    }

    @Test func `with --sign-in one bridge opens the browser, and all have the session`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)], name: "notes")
        let (first, second) = (
            try console.program.start("mcp", "--sign-in", "notes"), try console.program.start("mcp", "notes")
        )
        let link = try await blocking {
            for bridge in [first, second] {
                try bridge.write(Self.initialize)
                _ = try bridge.line { $0.contains("instructions") }
            }
            return try first.errorLine { $0.contains("/authorize?") }
        }
        let third = try console.program.start("mcp", "--sign-in", "notes")
        _ = try await blocking { try third.errorLine { $0.contains("Another bridge of this profile") } }
        _ = try await console.open(try await console.browse(link))
        let ends = try await blocking {
            for bridge in [first, second] { _ = try bridge.line { $0.contains("list_changed") } }
            return try [first, second, third].map { try $0.finish() }
        }
        #expect(ends.map(\.status) == [0, 0, 0])
        // Nothing of the sign-in is among the lines.
        #expect(ends.allSatisfy { $0.lines.allSatisfy { $0.hasPrefix("{\"jsonrpc\"") } })
    }

    @Test func `the end of the session is a call's error with its reason, and the next sign-in ends that`() async throws
    {
        let (console, server) = (try await Console(provider: ["--token-lifetime", "2s"]), try Server())
        try console.writeProfile(["api": .string(server.url)])
        try await console.signIn()
        let bridge = try console.program.start("mcp")
        _ = try await blocking {
            try bridge.write(Self.initialize + Self.call(1))
            _ = try bridge.line { $0.contains(#""id":1,"result""#) }
        }
        try await console.provider.control("revoke-session", ["username": "alice"])
        try console.age(by: 3600)
        let number = Mutex(1)
        try await until {
            let id = number.withLock { number in
                number += 1
                return number
            }
            return try await blocking {
                try bridge.write(Self.call(id))
                return try bridge.line { $0.contains("\"id\":\(id),") }.contains("the session was revoked")
            }
        }
        try await console.signIn()
        _ = try await blocking {
            try bridge.write(Self.call(1_000_000))
            let answer = try bridge.line { $0.contains(#""id":1000000"#) }
            #expect(answer.contains("\"result\""), "\(answer)")
            _ = try bridge.line { $0.contains("list_changed") }
            #expect(try bridge.finish().status == 0)
        }
    }

    @Test func `a bridge that was cut off ends its calls, and one that is started later serves`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)])
        try await console.signIn()
        let bridge = try console.program.start("mcp")
        _ = try await blocking {
            try bridge.write(Self.initialize)
            _ = try bridge.line { $0.contains(#""id":0,"result""#) }
            try bridge.write(Self.call(1).replacing("tools/call", with: "tools/hold"))
        }
        try await until { server.tokens.count == 2 }
        let cut = try await console.run("proxy", "--cut-off", "\(bridge.pid)")
        #expect(cut.status == 0 && cut.errorText.contains("(\(bridge.pid)) and what it starts are cut off"))
        let end = try await blocking {
            let held = try bridge.line { $0.contains("\"id\":1,") }
            #expect(held.contains("was cut off from this session") && held.contains("\"error\""), "\(held)")
            try bridge.write(Self.call(2))
            let next = try bridge.line { $0.contains("\"id\":2,") }
            #expect(next.contains("was cut off from this session"), "\(next)")
            return try bridge.finish()
        }
        #expect(end.status == 0 && server.tokens.count == 2)
        server.gate.open()
        let later = try await console.run("mcp", input: Self.initialize + Self.call(3))
        #expect(later.text.contains(#""id":3,"result""#), "\(later.text)")
    }

    @Test func `a call of one user is not sent as the next, and the next joins anew`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)])
        try await console.signIn()
        let bridge = try console.program.start("mcp")
        _ = try await blocking {
            try bridge.write(Self.initialize)
            _ = try bridge.line { $0.contains(#""id":0,"result""#) }
            try bridge.write(Self.call(1).replacing("tools/call", with: "tools/hold"))
        }
        try await until { server.tokens.count == 2 }
        try await console.signIn(username: "bob", password: "builder")
        server.gate.open()
        _ = try await blocking {
            let answer = try bridge.line { $0.contains(#""id":1,"#) }
            #expect(answer.contains(#""code":-32041"#) && answer.contains("call again"), "\(answer)")
            _ = try bridge.line { $0.contains("list_changed") }
            try bridge.write(Self.call(2))
            _ = try bridge.line { $0.contains(#""id":2,"result""#) }
            #expect(try bridge.finish().status == 0)
        }
        #expect(server.bodies.count { $0.contains("tools/hold") } == 1)
        #expect(server.bodies.count { $0.contains(#""initialize""#) } == 2)
    }

    @Test func `five bridges at one expiry are one refresh`() async throws {
        let (console, server) = (try await Console(provider: ["--token-lifetime", "6s"]), try Server())
        try console.writeProfile(["api": .string(server.url)])
        let began = ContinuousClock.now
        try await console.signIn()
        let program = console.program
        let bridges = try (0..<5).map { _ in try program.start("mcp") }
        _ = try await blocking {
            for bridge in bridges {
                try bridge.write(Self.initialize)
                _ = try bridge.line { $0.contains(#""id":0,"result""#) }
            }
        }
        let number = Mutex(0)
        try await until {
            let id = number.withLock { number in
                number += 1
                return number
            }
            _ = try await blocking {
                for bridge in bridges { try bridge.write(Self.call(id)) }
                for bridge in bridges { _ = try bridge.line { $0.contains("\"id\":\(id),\"result\"") } }
            }
            return try await console.provider.tokenRequests("refresh_token")["ok"]?.int ?? 0 > 0
        }
        let expiries = 1 + Int((ContinuousClock.now - began) / .seconds(6))
        let refreshes = try await console.provider.tokenRequests("refresh_token")
        #expect(refreshes["ok"]?.int ?? 0 <= expiries && refreshes["invalid_grant"]?.int == 0, "\(refreshes)")
        #expect(Set(server.tokens).count <= expiries + 1)
        let ends = try await blocking { try bridges.map { try $0.finish().status } }
        #expect(ends == [0, 0, 0, 0, 0])
    }

    @Test func `a line of 100 MB is an error, and the memory stays small`() async throws {
        let (console, server) = (try await Console(), try Server())
        try console.writeProfile(["api": .string(server.url)])
        try await console.signIn()
        let bridge = try console.program.start("mcp")
        let piece = String(repeating: "a", count: 1 << 20)
        let memory = try await blocking {
            for _ in 0..<100 { try bridge.write(piece) }
            try bridge.write("\n" + Self.initialize)
            _ = try bridge.line { $0.contains("longer than 4 MiB") }
            _ = try bridge.line { $0.contains(#""id":0,"result""#) }
            let status = try String(contentsOf: URL(filePath: "/proc/\(bridge.pid)/status"), encoding: .utf8)
            _ = try bridge.finish()
            return status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ").dropLast().last
        }
        #expect(memory.flatMap { Int($0) } ?? .max < 100_000, "\(memory ?? "")")
    }

    @Test func `a URL must be within an API, and one profile's alone`() async throws {
        let console = try await Console()
        try console.writeProfile(["api": "https://a.example/mcp"], name: "one")
        try console.writeProfile(["api": ["https://a.example/mcp", "https://b.example"]], name: "two")
        let several = try await console.run("mcp", "https://a.example/mcp/x")
        #expect(several.status == 2 && several.errorText.contains("one, two"), "\(several.errorText)")
        let outside = try await console.run("mcp", "--profile", "one", "https://a.example/other")
        #expect(outside.status == 2 && outside.errorText.contains("not within an API"), "\(outside.errorText)")
        let unknown = try await console.run("mcp", "three")
        #expect(unknown.status == 2, "\(unknown.errorText)")
        let right = try await console.run("mcp", "https://b.example/deeper/mcp")
        #expect(right.status == 0 && right.errorText.contains("--profile two"), "\(right.errorText)")
    }
}

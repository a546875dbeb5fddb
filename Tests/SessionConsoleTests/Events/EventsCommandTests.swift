import FoundationEssentials
import Glibc
import JOSE
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct EventsCommandTests {
    @Test func `every process's events are told, with its name, its number and the cause`() async throws {
        let console = try await Console()
        try await console.signIn()
        _ = try await console.run("refresh")
        _ = try await console.run("request", "/orders")
        let events = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
        #expect(
            Array((events.first?.object?.names ?? []).prefix(5)) == [
                "time", "sequence", "generation", "uptime", "kind",
            ])
        #expect(events.first?["kind"] == "sign_in_started")
        let refreshed = try #require(events.first { $0["kind"] == "refreshed" })
        #expect(refreshed["program"] == "refresh")
        let cause = try #require(refreshed["cause"]?.int)
        #expect(events.contains { $0["sequence"]?.int == cause && $0["kind"] == "refresh_started" })
        #expect(events.contains { $0["program"] == "request" && $0["status"] == 200 })
        #expect(try await console.run("events").text.contains("refreshed: access token"))
    }

    @Test func `a line says how many before it are left out`() async throws {
        let console = try await Console()
        try await console.signIn()
        let file = URL(filePath: console.eventFile)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        // A message has no line of its own.
        let message = try #require(lines.first { $0.contains("\"kind\":\"exchange\"") })
        let last = try #require(lines.last { !$0.contains("\"kind\":\"exchange\"") })
        let counted = [(message, 94), (last, 8700)].map { "\($0.dropLast()),\"left_out\":\($1)}\n" }
        try Data((counted.joined() + "\(last)\n").utf8).write(to: file)
        let text = try await console.run("events").text
        #expect(text.split(separator: "\n").map { $0.hasSuffix(" (8794 before it are left out)") } == [true, false])
    }

    @Test func `without a terminal COLUMNS says how wide the flow is`() async throws {
        let console = try await Console()
        try await console.signIn()
        var program = console.program
        program.environment["COLUMNS"] = "90"
        let lines = try await program.run(arguments: ["events", "--flow"]).lines
        #expect(lines.allSatisfy { $0.count <= 90 }, "\(lines)")
        #expect(lines.contains { $0.contains("client_id") }, "\(lines)")
    }

    @Test func `the flow is drawn in text, with every process's messages and no secret`() async throws {
        let console = try await Console()
        try await console.signIn()
        _ = try await console.run("request", "/orders?limit=2")
        let lines = try await console.run("events", "--flow").lines
        let text = lines.joined(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("-- login[") })
        #expect(lines.contains { $0.hasPrefix("-- request[") })
        #expect(text.contains("→ provider       200"))
        #expect(text.contains(/POST \/token  grant_type password, .*client_id/))
        #expect(text.contains("GET /orders  limit"))
        #expect(!text.contains("limit=2"))
        #expect(lines.allSatisfy { $0.count <= 160 })
        #expect(try await console.run("events").text.contains("exchange:") == false)
    }

    @Test func `a follower is told as it happens, until it is interrupted`() async throws {
        let console = try await Console()
        let follower = try console.program.start("events", "--follow", "--json")
        try await console.signIn()
        _ = try await blocking { try follower.line { $0.contains("\"signed_in\"") } }
        _ = try await console.run("logout")
        _ = try await blocking { try follower.line { $0.contains("\"signed_out\"") } }
        follower.signal(SIGINT)
        #expect(try await blocking { try follower.finish() }.status == 130)
    }

    @Test func `from a forced logout the causes lead back to the request`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await console.provider.control("revoke-session", ["username": "alice"])
        _ = try await console.run("request", "/orders")
        let events = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
            .filter { $0["program"] == "request" }
        var event = try #require(events.first { $0["kind"] == "forced_out" })
        var kinds = ["forced_out"]
        while let cause = event["cause"]?.int, let earlier = events.first(where: { $0["sequence"]?.int == cause }) {
            kinds.append(earlier["kind"]?.string ?? "")
            event = earlier
        }
        #expect(kinds == ["forced_out", "refresh_rejected", "refresh_started", "unauthorized", "request_started"])
    }

    @Test func `what the console does is told as well, and it shows what the others did`() async throws {
        let console = try await Console()
        try await console.signIn()
        try await TmuxScreen.run(ProgramUnderTest.commandLine([]), program: console.program) { screen in
            try await screen.wait(for: "AUTHENTICATED")
            #expect(try await console.run("refresh").status == 0)
            try await screen.wait(for: "new tokens from another process")
            try await screen.press("R")
            let follower = try console.program.start("events", "--follow", "--json")
            let line = try await blocking {
                try follower.line { $0.contains("\"refreshed\"") && $0.contains("\"program\":\"console\"") }
            }
            #expect(try JSONValue(parsing: line.utf8)["program"] == "console")
            follower.signal(SIGKILL)
        }
    }

    @Test func `statement 32: every event is a line of plain text`() async throws {
        let console = try await Console()
        try await console.signIn()
        _ = try await console.run("refresh")
        try await console.provider.control("revoke-session", ["username": "alice"])
        _ = try await console.run("request", "/orders")
        let follower = try console.program.start("events", "--follow")
        let last = try await blocking { try follower.line { $0.contains("request: GET /orders → 401") } }
        follower.signal(SIGINT)
        let followed = try await blocking { try follower.finish() }
        #expect(followed.lines.contains(last))
        let told = try await console.run("events").lines
        #expect(Array(followed.lines.prefix(told.count)) == told)
        let events = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
            .filter { $0["kind"] != "exchange" }
        #expect(told.count == events.count)
        for (line, event) in zip(told, events) {
            #expect(line.contains(try #require(event["text"]?.string)))
            // Neither escapes nor frames, blocks or Braille spinners.
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x2500...0x28FF).contains($0.value) })
        }
    }

    @Test func `without a record there is nothing to tell`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("events")
        #expect(result.status == 0)
        #expect(result.output == [])
        #expect(try await program.run("events", "--profile", "../x").status == 2)
    }
}

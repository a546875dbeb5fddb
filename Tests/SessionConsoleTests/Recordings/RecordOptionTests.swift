import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5))) struct RecordOptionTests {
    private func path(_ console: Console) -> String { console.program.home + "/out.jsonl" }

    @Test func `a command is recorded with its events and the status after them, without a secret`() async throws {
        let console = try await Console()
        try await console.signIn()
        let old = try await console.run("token").text.filter { $0 != "\n" }
        let refresh = try #require(try console.record()["session"]?["refresh_token"]?.string)
        try await console.provider.control("revoke-access-tokens", ["username": "alice"])
        let result = try await console.run("request", "--record", path(console), "/orders")
        #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
        var reader = try RecordingReader(path(console))
        let moments = reader.rest()
        #expect(reader.stop == nil && reader.leftOut == 0)
        #expect(reader.header.command == "request" && reader.header.profile == "default")
        guard case .context(let context)? = moments.first?.occurrence else {
            Issue.record("the context is missing")
            return
        }
        #expect(context.profile == "default" && context.api != nil)
        let events = moments.compactMap { if case .event(let event) = $0.occurrence { event } else { nil } }
        #expect(events.map(\.sequence) == Array(1...events.count))
        #expect(events.contains { if case .refreshed = $0.kind { true } else { false } })
        #expect(
            events.contains {
                if case .exchange(let exchange) = $0.kind { !exchange.requestHeaders.isEmpty } else { false }
            })
        guard case .status(let status)? = moments.last?.occurrence else {
            Issue.record("the status is missing")
            return
        }
        #expect(status.refreshCount == 1 && status.unauthorizedCount == 1)
        // The profile's event file has the same events.
        let told = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
            .filter { $0["program"] == "request" }
        let recorded = events.filter { if case .configured = $0.kind { false } else { true } }
        #expect(told.map { $0["sequence"]?.int } == recorded.map(\.sequence))
        #expect(told.map { $0["text"] } == recorded.map { $0.json["text"] })
        #expect(told.map { $0["time"] } == recorded.map { $0.json["time"] })
        let text = try console.program.text("out.jsonl")
        let new = try await console.run("token").text.filter { $0 != "\n" }
        for secret in [old, new, refresh] { #expect(secret.utf8.count > 16 && !text.contains(secret)) }
    }

    @Test func `an existing file is refused before anything is sent`() async throws {
        let console = try await Console()
        try await console.signIn()
        #expect(try await console.run("userinfo", "--record", path(console)).status == 0)
        let before = try console.program.text("out.jsonl")
        let result = try await console.run("logout", "--record", path(console))
        #expect(result.status == 2)
        #expect(result.errorText.contains("a file of that name exists"))
        #expect(try console.program.text("out.jsonl") == before)
        #expect(try await console.run("status").status == 0)
    }

    @Test func `a sign-in that fails is recorded as far as it came`() async throws {
        let console = try await Console()
        #expect(try await console.signIn("--record", path(console), password: "wrong-password").status != 0)
        var reader = try RecordingReader(path(console))
        let kinds = reader.rest().compactMap {
            if case .event(let event) = $0.occurrence { event.kind.name } else { nil }
        }
        #expect(kinds.last == "sign_in_failed")
        #expect(!(try console.program.text("out.jsonl")).contains("wrong-password"))
    }
}

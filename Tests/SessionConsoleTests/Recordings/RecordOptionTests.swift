import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.serialized, .timeLimit(.minutes(5)), .limitedParallelism)
struct RecordOptionTests {
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
        // A status is recorded where it differs from the one before, so events may come after the last.
        let statuses = moments.compactMap { if case .status(let status) = $0.occurrence { status } else { nil } }
        #expect(statuses.last?.refreshCount == 1 && statuses.last?.unauthorizedCount == 1)
        // The profile's event file has the same events, but for what other processes don't need.
        let told = try await console.run("events", "--json").lines.map { try JSONValue(parsing: $0.utf8) }
            .filter { $0["program"] == "request" }
        let recorded = events.filter { event in
            switch event.kind {
            case .configured, .exchangeStarted: false
            default: true
            }
        }
        #expect(told.map { $0["sequence"]?.int } == recorded.map(\.sequence))
        #expect(told.map { $0["text"] } == recorded.map { $0.json["text"] })
        #expect(told.map { $0["time"] } == recorded.map { $0.json["time"] })
        let text = try console.program.text("out.jsonl")
        let new = try await console.run("token").text.filter { $0 != "\n" }
        let reports = [
            try await console.run("report", path(console)).text,
            try await console.run("report", "--html", path(console)).text,
        ]
        for secret in [old, new, refresh] {
            #expect(secret.utf8.count > 16)
            for text in [text] + reports { #expect(text.count > 1_000 && !text.contains(secret)) }
        }
    }

    @Test func `a command's calls are recorded with their answers and the tokens, bodies only where asked for`()
        async throws
    {
        let console = try await Console()
        try await console.signIn()
        for withBodies in [false, true] {
            let path = console.program.home + "/bodies-\(withBodies).jsonl"
            let options = ["--record", path] + (withBodies ? ["--record-bodies"] : [])
            let result = try await console.program.run(arguments: ["request"] + options + ["/orders"], input: "")
            #expect(result.status == 0 && result.text.contains("orders"))
            var reader = try RecordingReader(path)
            let moments = reader.rest()
            let calls = moments.compactMap { moment -> [CallID]? in
                if case .sent(let calls, let request, .required) = moment.occurrence, request.url.path == "/orders" {
                    calls
                } else {
                    nil
                }
            }
            #expect(calls == [[CallID(1)]])
            let answers = moments.compactMap { moment -> AuthorizedResponse? in
                if case .answered(CallID(1), .success(let answer)) = moment.occurrence { answer } else { nil }
            }
            #expect(answers.map(\.response.status) == [200])
            #expect(answers.allSatisfy { $0.response.body.isEmpty == !withBodies })
            let kinds = moments.flatMap { moment -> [TokenKind] in
                if case .tokens(let reading) = moment.occurrence { reading.tokens.map(\.kind) } else { [] }
            }
            #expect(kinds == [.access, .refresh, .identity])
        }
        let refused = try await console.run("request", "--record-bodies", "/orders")
        #expect(refused.status == 2 && refused.errorText.contains("without --record"))
    }

    @Test func `each call of a series is recorded with its answer, and one that fails with its error`() async throws {
        let console = try await Console()
        try await console.signIn()
        let series = ["request", "--repeat", "20", "--parallel", "5", "--record", path(console), "/orders"]
        #expect(try await console.program.run(arguments: series, input: "").status == 0)
        var reader = try RecordingReader(path(console))
        var (sent, answered): ([CallID], [CallID]) = ([], [])
        for moment in reader.rest() {
            switch moment.occurrence {
            case .sent(let calls, _, _): sent += calls
            case .answered(let call, .success): answered.append(call)
            case .context, .event, .status, .answered(_, .failure), .faults, .tokens, .provider, .others,
                .clients:
                break
            }
        }
        #expect(sent.sorted() == (1...20).map { CallID($0) } && answered.sorted() == sent.sorted())
        let second = console.program.home + "/second.jsonl"
        let result = try await console.run("request", "--record", second, "--api", "http://127.0.0.1:1", "/orders")
        #expect(result.status != 0)
        reader = try RecordingReader(second)
        let failures = reader.rest().filter { if case .answered(_, .failure) = $0.occurrence { true } else { false } }
        #expect(failures.count == 1)
    }

    @Test func `a command whose recording can't grow does its work, and its status says that`() async throws {
        let console = try await Console()
        try await console.signIn()
        let script = "ulimit -f 4; exec \"$0\" request --record \"$1\" /orders"
        let (environment, path) = (console.program.environment, path(console))
        let result = try await blocking {
            try Subprocess("sh", ["-c", script, ProgramUnderTest.path, path], environment: environment).finish()
        }
        #expect(result.status == 1, "\(result.status) \(result.errorText)")
        #expect(result.text.contains("orders"))
        #expect(result.errorText.contains("ends early, after line") && result.errorText.contains("File too large"))
        var reader = try RecordingReader(path)
        #expect(!reader.rest().isEmpty)
    }

    @Test func `an existing file is refused before anything is sent`() async throws {
        let console = try await Console()
        try await console.signIn()
        #expect(try await console.run("userinfo", "--record", path(console)).status == 0)
        let before = try console.program.text("out.jsonl")
        let result = try await console.run("logout", "--record", path(console))
        #expect(result.status == 2)
        #expect(result.errorText.contains("a file with that name exists"))
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

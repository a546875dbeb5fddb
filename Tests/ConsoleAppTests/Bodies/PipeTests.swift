import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5))) struct PipeTests {
    /// A console whose last answer was piped to `jq .a`, which still runs.
    private static func piping() throws -> (Console, CallID) {
        var console = Console.signedIn()
        console.exchange(Samples.answer(#"{"a":{"b":1}}"#))
        console.visit(.response)
        console.press(.character("|"))
        console.type("jq .a")
        console.press(.enter)
        guard case .tool(.pipe(let body, command: "jq .a", let call))? = console.effects.first else {
            Issue.record("\(console.effects)")
            throw Missing()
        }
        #expect(body == Array(#"{"a":{"b":1}}"#.utf8))
        return (console, call)
    }

    private struct Missing: Error {}

    private static func result(
        _ text: String, status: Int32 = 0, command: String = "jq .a"
    ) -> Result<PipedBody, ToolFailure> {
        .success(PipedBody(command: command, output: Array(text.utf8), status: status))
    }

    @Test func `what a command makes of the body is shown in its place until esc`() throws {
        var (console, call) = try Self.piping()
        try expectWords(console.paneWords("Response"), "running")
        console.send(.piped(call, command: "jq .a", Self.result(#"{"b":1}"#)))
        try expectWords(console.paneWords("Response"), "its output")
        console.press(.escape)
        try expectWords(console.paneWords("Response"), "the body again")
    }

    @Test func `what is shown is what is searched, saved and viewed`() throws {
        var (console, call) = try Self.piping()
        console.send(.piped(call, command: "jq .a", Self.result("one\ntwo\n")))
        console.press(.character("/"))
        console.type("two")
        console.press(.enter)
        #expect(console.model.screens.session.response.search.matches == [1])
        console.press(.character("w"), .enter)
        guard case .tool(.save(let bytes, path: _))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
        #expect(bytes == Array("one\ntwo\n".utf8))
        #expect(console.model.screens.session.response.plainText(in: console.model.scene) == "one\ntwo\n")
    }

    @Test func `the command is remembered, and an empty one shows the body`() throws {
        var (console, call) = try Self.piping()
        console.send(.piped(call, command: "jq .a", Self.result("17")))
        console.exchange(Samples.answer(#"{"c":2}"#))
        // The next answer is shown as it is.
        try expectWords(console.paneWords("Response"), "next answer")
        console.press(.character("|"))
        #expect(console.model.screens.session.prompt?.field?.text == "jq .a")
        console.press(.enter)
        try expectWords(console.paneWords("Response"), "running")
        console.press(.character("|"), .control("u"), .enter)
        try expectWords(console.paneWords("Response"), "empty command")
        #expect(console.effects.isEmpty)
    }

    @Test func `a command that fails without a result leaves the body, and says why`() throws {
        var (console, call) = try Self.piping()
        console.send(.piped(call, command: "jq .a", .failure(ToolFailure("sh: 1: jq: not found"))))
        try expectWords(console.noticeWords, "notice")
        try expectWords(console.paneWords("Response"), "body")
    }

    @Test func `the exit status of a command that wrote something is shown`() throws {
        var (console, call) = try Self.piping()
        console.send(.piped(call, command: "jq .a", Self.result("half", status: 5)))
        try expectWords(console.paneWords("Response"))
    }

    @Test func `a result that comes after another command or another answer is not shown`() throws {
        var (console, call) = try Self.piping()
        console.send(.piped(call, command: "wc", Self.result("late", command: "wc")))
        try expectWords(console.paneWords("Response"), "another command")
        console.exchange(Samples.answer(#"{"c":2}"#))
        console.send(.piped(call, command: "jq .a", Self.result("late")))
        try expectWords(console.paneWords("Response"), "another answer")
    }
}

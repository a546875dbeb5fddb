import Testing

@testable import session_console

// getopt_long keeps its place in globals.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ArgumentParserTests {
    @Test func `options stand before or after the words`() throws {
        let invocation = try ArgumentParser.parse(["--json", "token", "--min-valid", "30s"])
        #expect(invocation.words == ["token"])
        #expect(invocation.contains(.json))
        #expect(invocation.value(of: .minValid) == "30s")
    }

    @Test func `letters are bundled and take arguments`() throws {
        let invocation = try ArgumentParser.parse(["request", "-iXPOST", "-H", "A: b", "-HC: d", "/orders"])
        #expect(invocation.words == ["request", "/orders"])
        #expect(invocation.contains(.include))
        #expect(invocation.value(of: .method) == "POST")
        #expect(invocation.values[.header] == ["A: b", "C: d"])
    }

    @Test func `after two dashes everything is a word`() throws {
        #expect(try ArgumentParser.parse(["inspect", "--", "--json"]).words == ["inspect", "--json"])
    }

    @Test func `a lone dash is a word`() throws {
        #expect(try ArgumentParser.parse(["inspect", "-"]).words == ["inspect", "-"])
    }

    @Test func `an unambiguous beginning of a long option suffices`() throws {
        #expect(try ArgumentParser.parse(["--min=5s"]).value(of: .minValid) == "5s")
    }

    @Test(arguments: [
        (["--frobnicate"], UsageError.unknownOption("--frobnicate")),
        (["-q"], .unknownOption("-q")),
        (["--client-id"], .missingArgument("--client-id")),
        (["-X"], .missingArgument("-X")),
        (["--json=yes"], .unexpectedArgument("--json")),
    ])
    func `what can't be parsed is named`(arguments: [String], complaint: UsageError) {
        #expect(throws: complaint) { try ArgumentParser.parse(arguments) }
    }

    @Test(arguments: [
        ("30s", Duration.seconds(30)), ("250ms", .milliseconds(250)), ("10m", .seconds(600)), ("1.5h", .seconds(5400)),
        ("7", .seconds(7)), ("2d", .seconds(172_800)),
    ])
    func `times are read with their units`(text: String, duration: Duration) {
        #expect(Duration(option: text) == duration)
    }

    @Test(arguments: ["", "s", "5 s", "-5s", "5x", "1e9d", "٣s"])
    func `what is no time is refused`(text: String) {
        #expect(Duration(option: text) == nil)
    }
}

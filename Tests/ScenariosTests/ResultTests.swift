import JOSE
import TestSupport
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ResultTests {
    private static let results = [
        StepResult(
            ScenarioStep(line: 2, text: "sign in as alice", action: .refresh), .passed, duration: .milliseconds(1_234)),
        StepResult(
            ScenarioStep(line: 13, text: "say a < b # c \\ \"d\"", action: .refresh),
            .failed("the reason was: <a> & \"b\"\u{1B}[31m\u{202E}\nsecond line"), duration: .seconds(60)),
        StepResult(ScenarioStep(line: 14, text: "GET /a?b=1&c=2", action: .refresh), .skipped),
    ]

    private func written(_ format: ResultFormat, _ results: [StepResult] = results) -> String {
        var writer = ResultWriter(format, name: "a&b.txt", count: results.count)
        var lines = writer.opening()
        for result in results { lines += writer.add(result) }
        return (lines + writer.closing()).joined(separator: "\n")
    }

    @Test func `lines for people`() {
        #expect(
            written(.text) == """
                ok         2  sign in as alice
                FAILED    13  say a < b # c \\ "d"
                              the reason was: <a> & "b"\u{FFFD}[31m\u{FFFD}
                              second line
                skipped   14  GET /a?b=1&c=2
                a&b.txt:13: failed; 1 passed, 1 skipped.
                """)
        #expect(written(.text, [Self.results[0]]).hasSuffix("\na&b.txt: the step passed."))
    }

    @Test func `what a call was answered stands after its line`() {
        var call = Self.results[0]
        call.answer = "401, with the line\nbreak"
        #expect(written(.text, [call]).hasPrefix("ok         2  sign in as alice: 401, with the line\u{FFFD}break\n"))
        #expect(written(.json, [call]).contains(#""outcome": "passed", "answer": "401, with the line\nbreak", "dur"#))
    }

    @Test func `TAP 13, with the reason as YAML`() {
        #expect(
            written(.tap) == ##"""
                TAP version 13
                1..3
                ok 1 - line 2: sign in as alice
                not ok 2 - line 13: say a < b \# c \\ "d"
                  ---
                  message: "the reason was: <a> & \"b\"\u001b[31m\u202e\nsecond line"
                  severity: fail
                  duration_ms: 60000
                  at:
                    file: "a&b.txt"
                    line: 13
                  ...
                ok 3 - line 14: GET /a?b=1&c=2 # SKIP an earlier step failed
                """##)
    }

    @Test(arguments: HostileText.all)
    func `a reason reads back as it was, in JSON and in YAML`(text: String) throws {
        #expect(try JSONValue(parsing: Array(Quoting.json(text).utf8)) == .string(text))
        #expect(Quoting.json(text).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" && $0 != "\u{1B}" })
    }

    @Test func `no format shows what a terminal would not`() {
        for scalar in HostileText.unseen {
            let result = TestResult(name: "a\(scalar)b", .failed("c\(scalar)d"))
            let lines =
                TAPResults.lines(result, number: 1, suite: "s") + JUnitResults.lines([result], suite: "e\(scalar)f")
                + [TAPResults.remark("g\(scalar)h")]
            #expect(!lines.contains { $0.unicodeScalars.contains(scalar) }, "U+\(String(scalar.value, radix: 16))")
        }
    }

    @Test(arguments: HostileText.all)
    func `XML has no mark of its own in a text`(text: String) {
        #expect(!Quoting.xml(text).contains { "<>\"".contains($0) })
        #expect(!Quoting.xml(text).replacing(#/&(amp|lt|gt|quot|#\d+);/#, with: "").contains("&"))
    }

    @Test func `JUnit's XML holds no character that XML can't`() {
        let totals = #"tests="3" failures="1" errors="0" skipped="1" time="61.234""#
        #expect(
            written(.junit) == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites \(totals)>
                  <testsuite name="a&amp;b.txt" \(totals)>
                    <testcase classname="a&amp;b.txt" name="line 2: sign in as alice" file="a&amp;b.txt" line="2" \
                time="1.234"/>
                    <testcase classname="a&amp;b.txt" name="line 13: say a &lt; b # c \\ &quot;d&quot;" \
                file="a&amp;b.txt" line="13" time="60.000">
                      <failure message="the reason was: &lt;a&gt; &amp; &quot;b&quot;\u{FFFD}[31m\u{FFFD}&#10;\
                second line"/>
                    </testcase>
                    <testcase classname="a&amp;b.txt" name="line 14: GET /a?b=1&amp;c=2" file="a&amp;b.txt" line="14" \
                time="0.000">
                      <skipped message="an earlier step failed"/>
                    </testcase>
                  </testsuite>
                </testsuites>
                """)
    }

    @Test func `JSON is one document, a line for each step`() {
        #expect(
            written(.json) == #"""
                {"scenario": "a&b.txt", "steps": [
                  {"line": 2, "step": "sign in as alice", "outcome": "passed", "duration_ms": 1234},
                  {"line": 13, "step": "say a < b # c \\ \"d\"", "outcome": "failed", \#
                "reason": "the reason was: <a> & \"b\"\u001b[31m\u202e\nsecond line", "duration_ms": 60000},
                  {"line": 14, "step": "GET /a?b=1&c=2", "outcome": "skipped", "duration_ms": 0}
                ], "passed": 1, "failed": 1, "skipped": 1}
                """#)
    }

    @Test func `results are written as they come, but for JUnit`() {
        for format in ResultFormat.allCases {
            var writer = ResultWriter(format, name: "a", count: 2)
            #expect(writer.add(Self.results[0]).isEmpty == (format == .junit))
            #expect(!writer.hasFailed)
            _ = writer.add(Self.results[1])
            #expect(writer.hasFailed)
        }
    }
}

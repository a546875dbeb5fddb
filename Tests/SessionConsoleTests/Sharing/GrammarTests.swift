import ConsoleApp
import JOSE
import RequestFiles
import Scenarios
import SessionCore
import TestSupport
import Testing

@testable import session_console

/// Texts of a server in each grammar that this program writes, read as that grammar's readers do.
///
/// What can't be written into one as it is, is refused there, or has a replacement character in its place.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct GrammarTests {
    @Test(arguments: HostileText.all)
    func `a shell has the text as one word`(text: String) async throws {
        // No argument of a program can have a NUL.
        guard !text.contains("\0") else { return }
        for word in [text.shellWord, text.shellWordOnOneLine] {
            let result = try await blocking {
                try Subprocess(
                    "/bin/bash", ["-c", "set -- \(word); printf '%s' $# \"$1\""], environment: ["LC_ALL": "C.UTF-8"]
                ).finish()
            }
            #expect(result.text == "1" + text && result.errorText.isEmpty, "\(word)")
        }
        #expect(!text.shellWordOnOneLine.contains { $0.isNewline && $0 != "\u{2028}" })
    }

    @Test(arguments: HostileText.all)
    func `netrc, a header, git and the environment have no such token`(text: String) throws {
        let reader = TokenReader(variable: "T", hosts: ["a.example"], environment: [:], call: ProgramCall())
        let token = IssuedToken(value: Secret(text), expiresAt: nil)
        for format in TokenFormat.allCases where format != .raw {
            #expect(throws: CommandFailure.self, "\(format)") { try format.text(of: token, for: reader) }
        }
    }

    @Test(arguments: HostileText.all)
    func `git has the name that it asked about on a line of its own`(text: String) throws {
        // No line that git sends has a line break.
        guard !text.contains("\n"), !text.contains("\r\n") else { return }
        var question = ["username=\(text)", ""][...]
        let token = try BearerToken(IssuedToken(value: Secret("abc"), expiresAt: nil), for: ProgramCall())
        let answer = GitCredential(reading: { question.popFirst() }).answer(token)
        #expect(answer == "username=\(text)\npassword=abc\n")
    }

    @Test(arguments: HostileText.all)
    func `JSON has the text as one string`(text: String) throws {
        #expect(try JSONValue(parsing: Array(Quoting.json(text).utf8)) == .string(text))
        #expect(try JSONValue(parsing: Array(JSONValue.string(text).serialized().utf8)) == .string(text))
    }

    @Test(arguments: HostileText.all)
    func `TAP has the text as a description without a directive`(text: String) throws {
        let lines = TAPResults.lines(TestResult(name: text, .passed), number: 1, suite: "s")
        let description = try #require(lines.first?.wholeMatch(of: /ok 1 - (.*)/)?.1)
        #expect(lines.count == 1 && !description.replacing(#/\\./#, with: "").contains("#"))
        #expect(description.replacing(#/\\(.)/#) { $0.1 } == shown(text))
    }

    @Test(arguments: HostileText.all)
    func `XML has the text as the value of one attribute`(text: String) {
        let value = Quoting.xml(text)
        #expect(!value.contains { "<>\"".contains($0) })
        let read = value.replacing("&#10;", with: "\n").replacing("&#9;", with: "\t").replacing("&lt;", with: "<")
            .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        #expect(read == shown(text, but: ["\n", "\t"]))
    }

    /// A replacement character for each that no terminal shows, as ``Quoting/line(_:)`` says.
    private func shown(_ text: String, but kept: Set<Unicode.Scalar> = []) -> String {
        var shown = ""
        for scalar in text.unicodeScalars {
            shown += kept.contains(scalar) ? String(scalar) : Quoting.line(String(scalar))
        }
        return shown
    }
}

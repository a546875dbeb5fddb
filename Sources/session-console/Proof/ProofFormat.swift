import JOSE
import Recordings
import Scenarios
import SessionCore
import TerminalUI

/// How the results of `prove` are printed.
enum ProofFormat: String, Sendable, CaseIterable {
    /// Lines for each chapter, as it ends.
    case text
    /// The Test Anything Protocol, version 13: a test for each requirement.
    case tap
    /// The XML of JUnit, as Jenkins and GitLab read it.
    case junit
    case sarif, json
    /// A page for a browser.
    case html

    /// What is printed at the end; of the text all but the chapters.
    ///
    /// `again` is the call that plays a chapter alone.
    func lines(of results: [ChapterResult], command: String, again: (ChapterResult) -> String) -> [String] {
        switch self {
        case .text: return Columns.lines(Self.summary(of: results, command: command))
        case .sarif: return [Self.sarif(of: results, again: again).printable]
        case .json: return [ProofReport(results, of: command, again: again).recorded.printable]
        case .html: return [HTMLReport.text(of: Self.page(of: results, command: command, again: again))]
        case .tap, .junit:
            let tests = results.flatMap { result in
                result.rows.indices.map { TestResult($0, of: result, again: again(result)) }
            }
            guard self == .tap else { return JUnitResults.lines(tests, suite: command) }
            return TAPResults.opening(count: tests.count)
                + tests.enumerated().flatMap { TAPResults.lines($1, number: $0 + 1, suite: command) }
        }
    }

    /// A chapter for a terminal of 80 columns, with what to type to see more of what is not held.
    static func lines(of result: ChapterResult, again: [String]) -> [String] {
        let time = "\(result.name) (\(result.duration.inWords))"
        let title = result.summary.isEmpty ? time : "\(time): \(result.summary)"
        let rows = result.rows.flatMap { row -> [String] in
            let parts = [row.reason].compactMap(\.self) + (row.verdict == .held ? [] : row.messages)
            return hanging(row.verdict.words, plain(row.title))
                + parts.flatMap { hanging("", plain($0)) }
        }
        let more =
            result.isHeld ? [] : hanging("again", continued(again)) + result.output.flatMap { hanging("", plain($0)) }
        return Columns.lines(plain(title)) + rows + more + [""]
    }

    private static let margin = 15

    private static func hanging(_ word: String, _ text: String) -> [String] {
        hanging(word, Columns.lines(text, indentation: margin))
    }

    /// A command in lines of which all but the last tell a shell that it goes on.
    private static func continued(_ words: [String]) -> [String] {
        let lines = Columns.lines(of: words.map(plain), indentation: margin + " \\".count)
        return lines.dropLast().map { "\($0) \\" } + lines.suffix(1)
    }

    private static func hanging(_ word: String, _ lines: [String]) -> [String] {
        lines.enumerated().map { index, line in
            let start = index == 0 ? "  \(word)" : ""
            return start + String(repeating: " ", count: margin - start.count) + line
        }
    }

    private static func plain(_ text: String) -> String { SafeText.plain(text, glyphs: .unicode) }

    static func summary(of results: [ChapterResult], command: String) -> String {
        let counts = ProofVerdict.allCases.map { verdict in
            "\(results.reduce(0) { $0 + $1.count(verdict) }) \(verdict.words)"
        }
        let chapters = "\(results.count) chapter\(results.count == 1 ? "" : "s")"
        return "\(plain(command)): \(chapters); \(counts.joined(separator: ", "))"
    }
}

extension TestResult {
    /// What is broken fails; what was not seen is left out.
    ///
    /// A chapter's time is its first requirement's.
    fileprivate init(_ place: Int, of result: ChapterResult, again: String) {
        let row = result.rows[place]
        let why = [row.reason].compactMap(\.self) + row.messages
        let outcome: Outcome =
            switch row.verdict {
            case .held: .passed
            case .broken: .failed((why + ["again: \(again)"]).joined(separator: "; "))
            case .undecided, .notReached:
                .skipped(row.verdict.words + (why.isEmpty ? "" : ": \(why.joined(separator: "; "))"))
            }
        self.init(name: "\(result.name): \(row.title)", outcome, duration: place == 0 ? result.duration : .zero)
    }
}

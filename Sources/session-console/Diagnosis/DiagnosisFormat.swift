import Doctor
import JOSE
import Recordings
import Scenarios
import SessionCore

/// How the findings about a provider are printed.
enum DiagnosisFormat: String, Sendable, CaseIterable {
    /// A line for each finding, as it comes.
    case text
    case json
    /// The Test Anything Protocol, version 13.
    case tap
    /// The XML of JUnit, as Jenkins and GitLab read it.
    case junit
    /// A page for a colleague.
    case markdown

    /// What is printed at the end; of the text all but the findings.
    func lines(of diagnosis: Diagnosis) -> [String] {
        let tests = diagnosis.findings.map { TestResult($0) }
        return switch self {
        case .text: DiagnosisText.closing(diagnosis)
        case .json: [DiagnosisReport(diagnosis).recorded.printable]
        case .tap:
            TAPResults.opening(count: tests.count)
                + tests.enumerated().flatMap {
                    TAPResults.lines($1, number: $0 + 1, suite: diagnosis.subject)
                }
        case .junit: JUnitResults.lines(tests, suite: diagnosis.subject)
        case .markdown: [String(Markdown.text(of: diagnosis.page).dropLast())]
        }
    }
}

extension TestResult {
    /// A fault fails; what can't be seen is left out.
    fileprivate init(_ finding: Finding) {
        let outcome: Outcome =
            switch finding.verdict {
            case .sound, .note: .passed
            case .fault: .failed("\(finding.seen) (\(finding.rule)). \(finding.meaning)")
            case .unknown, .absent: .skipped(finding.seen)
            }
        self.init(name: "\(finding.check): \(finding.fact)", outcome)
    }
}

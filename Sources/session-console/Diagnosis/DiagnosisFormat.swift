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
    /// The Static Analysis Results Interchange Format, version 2.1.0, as code hosts read it.
    case sarif

    /// What is printed at the end; of the text all but the findings.
    func lines(of diagnosis: Diagnosis, by terms: DiagnosisTerms) -> [String] {
        let tests = diagnosis.findings.map { TestResult($0, by: terms) }
        return switch self {
        case .text: DiagnosisText.closing(diagnosis, by: terms)
        case .json: [DiagnosisReport(diagnosis, by: terms).recorded.printable]
        case .tap:
            TAPResults.opening(count: tests.count)
                + tests.enumerated().flatMap {
                    TAPResults.lines($1, number: $0 + 1, suite: diagnosis.subject)
                }
        case .junit: JUnitResults.lines(tests, suite: diagnosis.subject)
        case .markdown: [String(Markdown.text(of: diagnosis.page(by: terms)).dropLast())]
        case .sarif: [diagnosis.sarif(by: terms).printable]
        }
    }
}

extension TestResult {
    /// What fails by the terms does; what can't be seen is left out.
    fileprivate init(_ finding: Finding, by terms: DiagnosisTerms) {
        let outcome: Outcome =
            switch finding.verdict {
            case .unknown, .absent: .skipped(finding.seen)
            case _ where terms.fails(for: finding):
                .failed(finding.explanation)
            default: .passed
            }
        self.init(name: "\(finding.check): \(finding.fact)", outcome)
    }
}

import ClientObservation
import ClientWatch
import ConsoleApp
import JOSE
import Recordings
import Scenarios

/// How the findings about a client are printed.
enum FindingFormat: String, Sendable, CaseIterable {
    /// Some lines for each finding.
    case text
    /// The Test Anything Protocol, version 13: a test for each rule.
    case tap
    /// The XML of JUnit, as Jenkins and GitLab read it.
    case junit
    case json
    /// The Static Analysis Results Interchange Format, version 2.1.0, as code hosts read it.
    case sarif

    func lines(
        of record: WatchRecord, from source: WatchSource, failingOn threshold: FindingThreshold,
        expecting expectations: [CountExpectation]
    ) -> [String] {
        let observer = record.observer
        switch self {
        case .text: return FindingText.lines(record, from: source.name, expecting: expectations)
        case .tap, .junit:
            let tests =
                observer.tests(failingOn: threshold) + record.faultResults.map(\.test)
                + expectations.map { observer.test(of: $0) }
            let remarks = record.notices.map { "notice: \($0.notice.words)" }
            guard self == .tap else { return JUnitResults.lines(tests, suite: source.name, remarks: remarks) }
            return TAPResults.opening(count: tests.count)
                + tests.enumerated().flatMap { TAPResults.lines($1, number: $0 + 1, suite: source.name) }
                + remarks.map(TAPResults.remark)
        case .json: return [WatchReport(record, expecting: expectations).recorded.printable]
        case .sarif: return [record.sarif(of: source, expecting: expectations).printable]
        }
    }
}

/// The findings from which on the exit status says so.
enum FindingThreshold: String, Sendable, CaseIterable {
    case error, warning, never

    func includes(_ weight: FindingRule.Weight) -> Bool {
        switch self {
        case .error: weight == .error
        case .warning: weight != .note
        case .never: false
        }
    }
}

extension Observer {
    /// A test for each rule: it fails where the rule was broken by that weight, and is skipped where it is undecided.
    fileprivate func tests(failingOn threshold: FindingThreshold) -> [TestResult] {
        FindingRule.all.map { rule in
            let found = findings.filter { $0.rule == rule.name }
            let outcome: TestResult.Outcome
            if let first = found.first, threshold.includes(first.weight) {
                let evidence = first.first.messages.compactMap { message($0)?.line }
                outcome = .failed(([first.statement] + evidence + [rule.advice]).joined(separator: "; "))
            } else if let doubt = doubt(about: rule) {
                outcome = .skipped("undecided: \(doubt.words)")
            } else {
                outcome = .passed
            }
            return TestResult(name: rule.name, outcome)
        }
    }

    fileprivate func test(of expectation: CountExpectation) -> TestResult {
        TestResult(
            name: "expect \(expectation.text)", failure(of: expectation).map { .failed($0) } ?? .passed)
    }
}

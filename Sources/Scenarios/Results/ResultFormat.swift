/// How the results of a scenario are written.
package enum ResultFormat: String, Sendable, CaseIterable {
    /// A line for each step, for people.
    case text
    /// The Test Anything Protocol, version 13.
    case tap
    /// The XML of JUnit, as Jenkins and GitLab read it.
    case junit
    case json
}

/// Writes the results of a scenario in a format; the lines have no line breaks.
package struct ResultWriter: Sendable {
    private let format: ResultFormat
    private let name: String
    private let count: Int
    private var results: [StepResult] = []

    /// The name is the scenario's, or the path of its file; the count is that of its steps.
    package init(_ format: ResultFormat, name: String, count: Int) {
        (self.format, self.name, self.count) = (format, name, count)
    }

    package var hasFailed: Bool { results.contains(where: \.outcome.isFailure) }

    /// What comes before the results.
    package func opening() -> [String] {
        switch format {
        case .text, .junit: []
        case .tap: TAPResults.opening(count: count)
        case .json: ["{\"scenario\": \(Quoting.json(name)), \"steps\": ["]
        }
    }

    /// What says how the scenario begins, in formats for people and in comments.
    package func beginning(_ words: String) -> [String] {
        switch format {
        case .text: ["begins \(Quoting.line(words))"]
        case .tap: [TAPResults.remark("begins \(words)")]
        case .junit, .json: []
        }
    }

    /// What a result adds; a format that begins with totals adds nothing before the end.
    package mutating func add(_ result: StepResult) -> [String] {
        results.append(result)
        return switch format {
        case .text: TextResults.lines(result)
        case .tap: TAPResults.lines(TestResult(result), number: results.count, suite: name)
        case .junit: []
        case .json: [JSONResults.line(result) + (results.count < count ? "," : "")]
        }
    }

    /// What comes after the results.
    package func closing() -> [String] {
        switch format {
        case .text: [TextResults.summary(results, name: name)]
        case .tap: []
        case .junit: JUnitResults.lines(results.map { TestResult($0) }, suite: name)
        case .json: ["], \(JSONResults.totals(results))}"]
        }
    }
}

extension [StepResult] {
    var failed: Int { count { $0.outcome.isFailure } }
    var skipped: Int { count { $0.outcome == .skipped } }
    var passed: Int { count { $0.outcome == .passed } }
}

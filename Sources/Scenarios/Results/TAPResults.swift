/// The Test Anything Protocol, version 13.
package enum TAPResults {
    /// What comes before the tests.
    package static func opening(count: Int) -> [String] { ["TAP version 13", "1..\(count)"] }

    /// What a reader is to know besides the tests.
    package static func remark(_ text: String) -> String { "# \(Quoting.line(text))" }

    /// A test of a suite; `suite` is its file, where it has one.
    package static func lines(_ test: TestResult, number: Int, suite: String) -> [String] {
        let name = "\(number) - \(Quoting.tap(test.name))"
        switch test.outcome {
        case .passed: return ["ok \(name)"]
        case .skipped(let reason): return ["ok \(name) # SKIP \(Quoting.line(reason))"]
        case .failed(let reason):
            let place = test.line.map { ["  at:", "    file: \(Quoting.json(suite))", "    line: \($0)"] } ?? []
            return [
                "not ok \(name)", "  ---", "  message: \(Quoting.json(reason))", "  severity: fail",
                "  duration_ms: \(Quoting.milliseconds(test.duration))",
            ] + place + ["  ..."]
        }
    }
}

/// The XML of JUnit: a suite for the scenario, a case for each step.
enum JUnitResults {
    static func lines(_ results: [StepResult], name: String) -> [String] {
        let time = Quoting.seconds(results.reduce(.zero) { $0 + $1.duration })
        let totals =
            "tests=\"\(results.count)\" failures=\"\(results.failed)\" errors=\"0\" skipped=\"\(results.skipped)\""
            + " time=\"\(time)\""
        let name = Quoting.xml(name)
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(totals)>",
            "  <testsuite name=\"\(name)\" \(totals)>",
        ] + results.flatMap { lines($0, suite: name) } + ["  </testsuite>", "</testsuites>"]
    }

    private static func lines(_ result: StepResult, suite: String) -> [String] {
        let start =
            "    <testcase classname=\"\(suite)\" name=\"line \(result.line): \(Quoting.xml(result.text))\""
            + " file=\"\(suite)\" line=\"\(result.line)\" time=\"\(Quoting.seconds(result.duration))\""
        let content: String
        switch result.outcome {
        case .passed: return [start + "/>"]
        case .failed(let reason): content = "<failure message=\"\(Quoting.xml(reason))\"/>"
        case .skipped: content = "<skipped message=\"an earlier step failed\"/>"
        }
        return [start + ">", "      " + content, "    </testcase>"]
    }
}

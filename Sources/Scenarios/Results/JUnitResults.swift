/// The XML of JUnit: a suite with a case for each test.
package enum JUnitResults {
    /// The remarks are what a reader is to know besides the tests.
    package static func lines(_ tests: [TestResult], suite: String, remarks: [String] = []) -> [String] {
        let time = Quoting.seconds(tests.reduce(.zero) { $0 + $1.duration })
        let failed = tests.count { if case .failed = $0.outcome { true } else { false } }
        let skipped = tests.count { if case .skipped = $0.outcome { true } else { false } }
        let totals =
            "tests=\"\(tests.count)\" failures=\"\(failed)\" errors=\"0\" skipped=\"\(skipped)\" time=\"\(time)\""
        let suite = Quoting.xml(suite)
        return [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites \(totals)>",
            "  <testsuite name=\"\(suite)\" \(totals)>",
        ] + tests.flatMap { lines($0, suite: suite) }
            + remarks.map { "    <system-err>\(Quoting.xml($0))</system-err>" } + ["  </testsuite>", "</testsuites>"]
    }

    private static func lines(_ test: TestResult, suite: String) -> [String] {
        let place = test.line.map { " file=\"\(suite)\" line=\"\($0)\"" } ?? ""
        let start =
            "    <testcase classname=\"\(suite)\" name=\"\(Quoting.xml(test.name))\"\(place)"
            + " time=\"\(Quoting.seconds(test.duration))\""
        let content: String
        switch test.outcome {
        case .passed: return [start + "/>"]
        case .failed(let reason): content = "<failure message=\"\(Quoting.xml(reason))\"/>"
        case .skipped(let reason): content = "<skipped message=\"\(Quoting.xml(reason))\"/>"
        }
        return [start + ">", "      " + content, "    </testcase>"]
    }
}

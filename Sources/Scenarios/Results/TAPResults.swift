/// The Test Anything Protocol, version 13: a test for each step.
enum TAPResults {
    static func lines(_ result: StepResult, number: Int, file: String) -> [String] {
        let name = "\(number) - line \(result.line): \(description(result.text))"
        switch result.outcome {
        case .passed: return ["ok \(name)"]
        case .skipped: return ["ok \(name) # SKIP an earlier step failed"]
        case .failed(let reason):
            return [
                "not ok \(name)", "  ---", "  message: \(Quoting.json(reason))", "  severity: fail",
                "  duration_ms: \(Quoting.milliseconds(result.duration))", "  at:", "    file: \(Quoting.json(file))",
                "    line: \(result.line)", "  ...",
            ]
        }
    }

    /// A hash sign would begin a directive.
    private static func description(_ text: String) -> String {
        Quoting.line(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}

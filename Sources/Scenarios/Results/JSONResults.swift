/// One JSON document, a line for each step.
enum JSONResults {
    static func line(_ result: StepResult) -> String {
        var members = ["\"line\": \(result.line)", "\"step\": \(Quoting.json(result.text))"]
        switch result.outcome {
        case .passed: members.append("\"outcome\": \"passed\"")
        case .skipped: members.append("\"outcome\": \"skipped\"")
        case .failed(let reason): members += ["\"outcome\": \"failed\"", "\"reason\": \(Quoting.json(reason))"]
        }
        if let answer = result.answer { members.append("\"answer\": \(Quoting.json(answer))") }
        members.append("\"duration_ms\": \(Quoting.milliseconds(result.duration))")
        return "  {\(members.joined(separator: ", "))}"
    }

    static func totals(_ results: [StepResult]) -> String {
        "\"passed\": \(results.passed), \"failed\": \(results.failed), \"skipped\": \(results.skipped)"
    }
}

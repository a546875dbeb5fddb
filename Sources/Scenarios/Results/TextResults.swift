/// Results for people: a line for each step, and the reason under one that failed.
enum TextResults {
    static func lines(_ result: StepResult) -> [String] {
        let word =
            switch result.outcome {
            case .passed: "ok     "
            case .failed: "FAILED "
            case .skipped: "skipped"
            }
        let number = String(result.line)
        let place = String(repeating: " ", count: max(0, 5 - number.count)) + number
        let answer = result.answer.map { ": \(Quoting.line($0))" } ?? ""
        let line = "\(word)\(place)  \(Quoting.line(result.text))\(answer)"
        guard case .failed(let reason) = result.outcome else { return [line] }
        let reasons = reason.split(whereSeparator: \.isNewline).map {
            String(repeating: " ", count: 14) + Quoting.line(String($0))
        }
        return [line] + reasons
    }

    static func summary(_ results: [StepResult], name: String) -> String {
        let name = Quoting.line(name)
        guard let failed = results.first(where: \.outcome.isFailure) else {
            return "\(name): \(results.count == 1 ? "the step" : "all \(results.count) steps") passed."
        }
        let skipped = results.skipped == 0 ? "" : ", \(results.skipped) skipped"
        return "\(name):\(failed.line): failed; \(results.passed) passed\(skipped)."
    }
}

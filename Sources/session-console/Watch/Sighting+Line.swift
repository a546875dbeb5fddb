import ClientObservation
import FoundationEssentials

extension Sighting {
    /// The message in a line: `14:02:11.140 POST https://id.example/token A3F1 → 400 invalid_grant`.
    var line: String {
        let token = presented.map { " \($0.fingerprint)" } ?? ""
        return "\(begin.clockTime) \(method) \(origin)\(path)\(token) → \(end)"
    }

    private var end: String {
        guard let answer else { return isInFlight ? "no answer yet" : "no answer" }
        return "\(answer.status)\(answer.refusal.map { $0 == .other ? "" : " \($0.rawValue)" } ?? "")"
    }
}

extension Date {
    /// The time of day in UTC, to the millisecond.
    fileprivate var clockTime: String {
        let text = formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        return String(text.dropFirst(11).dropLast())
    }
}

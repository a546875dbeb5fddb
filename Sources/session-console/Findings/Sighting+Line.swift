import ClientObservation
import FoundationEssentials
import SessionCore

extension Sighting {
    /// The message in a line: `14:02:11.140 POST https://id.example/token A3F1 → 400 invalid_grant`.
    var line: String {
        let token = presented.map { " \($0.fingerprint)" } ?? ""
        // Of `2026-11-26T14:02:11.140Z` the time of day.
        return "\(begin.inMilliseconds.dropFirst(11).dropLast()) \(method) \(origin)\(path)\(token) → \(end)"
    }

    private var end: String {
        if let link { return link.words }
        guard let answer else { return isInFlight ? "no answer yet" : "no answer" }
        return "\(answer.status)\(answer.refusal.map { $0 == .other ? "" : " \($0.rawValue)" } ?? "")"
    }
}

extension Date {
    /// In UTC, rounded to the millisecond: a time that was read is seldom exact.
    var inMilliseconds: String {
        (self + 0.0005).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

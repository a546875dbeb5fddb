import ConsoleApp
import SessionCore

/// The results of a series of requests: answers by status, refreshes, logouts and durations.
struct SeriesSummary: Sendable {
    var duration = Duration.zero
    var refreshes = 0
    var logouts = 0
    /// The number of answers by status.
    private(set) var statuses: [Int: Int] = [:]
    /// The number of requests without an answer, by reason.
    private(set) var failures: [String: Int] = [:]
    private(set) var firstFailure: SessionError?
    /// The number of answers that another origin gave without the token, by what is to be said of them.
    private var answersOfOthers: [String: Int] = [:]
    private var durations: [Duration] = []

    mutating func add(_ call: RequestSeries.Call) {
        durations.append(call.duration)
        switch call.result {
        case .success(let answer):
            statuses[answer.response.status, default: 0] += 1
            firstFailure = firstFailure ?? answer.verdict.failure
            if let words = answer.answerOfOthers { answersOfOthers[words, default: 0] += 1 }
        case .failure(let error):
            failures["\(error)", default: 0] += 1
            firstFailure = firstFailure ?? error
        }
    }

    /// The 50th, 90th and 99th percentile of the durations, by the nearest rank, and the longest.
    var latency: SeriesReport.Latency {
        let sorted = durations.sorted()
        func percentile(_ number: Int) -> Duration {
            sorted.isEmpty ? .zero : sorted[max(1, (sorted.count * number + 99) / 100) - 1]
        }
        return .init(p50: percentile(50), p90: percentile(90), p99: percentile(99), max: percentile(100))
    }

    /// What to say beside the figures, the most frequent first: that answers were given without the token.
    var remarks: [String] {
        let sorted = answersOfOthers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.prefix(Self.remarkLimit).map { words, count in
            "\(words) (\(count) of \(durations.count) calls)".capitalizedSentence
        }
    }

    private static let remarkLimit = 5

    var lines: [String] {
        let answers = statuses.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        let misses = failures.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        let latencies = [("p50", latency.p50), ("p90", latency.p90), ("p99", latency.p99), ("max", latency.max)]
        return [
            BurstTally.summary(calls: durations.count, refreshes: refreshes, logouts: logouts)
                + ", in \(DurationText.measured(duration))",
            "answers  " + (answers + misses).joined(separator: ", "),
            "latency  " + latencies.map { "\($0) \(DurationText.measured($1))" }.joined(separator: ", "),
        ]
    }

    var report: SeriesReport {
        func named(_ counts: [some Hashable & CustomStringConvertible: Int]) -> [String: Int] {
            Dictionary(counts.map { ($0.key.description, $0.value) }) { $0 + $1 }
        }
        return SeriesReport(
            calls: durations.count, statuses: named(statuses), failures: named(failures), refreshes: refreshes,
            logouts: logouts, duration: duration, latency: latency)
    }
}

/// How the calls were answered that carried a token.
struct AnswerTally: Sendable, Hashable {
    private var counts: [Int: Int] = [:]

    var total: Int { counts.values.reduce(0, +) }

    mutating func count(_ status: Int?) { counts[status ?? 0, default: 0] += 1 }

    /// `carried by 1 call from here, answered 401`, `carried by 3 calls from here: 2 answered 200, 1 answered 401`.
    var words: String {
        let calls = total == 1 ? "1 call" : "\(total) calls"
        guard total > 0 else { return "no answered call from here carried it" }
        let parts = counts.sorted { $0.key < $1.key }.map { (status: Self.words($0.key), count: $0.value) }
        guard parts.count > 1 else { return "carried by \(calls) from here, \(parts[0].status)" }
        return "carried by \(calls) from here: "
            + parts.map { "\($0.count) \($0.status)" }.joined(separator: ", ")
    }

    private static func words(_ status: Int) -> String { status == 0 ? "answered" : "answered \(status)" }
}

import Doctor
import SessionCore

/// What is known of the provider by looking at it, and the messages that show it.
struct Examination: Sendable, Hashable {
    private(set) var findings: [Finding] = []
    /// All that was found as a page of Markdown; `nil` while the examination is under way.
    var page: String?
    /// By their numbers.
    private var exchanges: [Int: HTTPExchange] = [:]

    mutating func add(_ finding: Finding, _ messages: [HTTPExchange]) {
        findings.append(finding)
        for message in messages { exchanges[message.id] = message }
    }

    func exchanges(of finding: Finding) -> [HTTPExchange] {
        finding.attempts.compactMap { $0.exchange.flatMap { exchanges[$0] } }
    }

    /// How many findings there are of each kind.
    var summary: String { findings.summary }
}

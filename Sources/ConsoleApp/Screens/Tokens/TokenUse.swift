import ConsoleKit
import FoundationEssentials
import SessionCore

/// A message that carried a token.
struct TokenUse: Sendable, Hashable {
    let date: Date
    /// `GET /orders`.
    let name: String
    /// `nil` where no answer came.
    let status: Int?

    init(_ exchange: HTTPExchange) {
        date = exchange.sentAt
        name = "\(exchange.method) \(RequestPath.of(exchange.url))"
        status = if case .answered(let answer) = exchange.outcome { answer.status } else { nil }
    }

    /// `carried by GET /orders, answered 401`.
    var words: String { "carried by \(name), " + (status.map { "answered \($0)" } ?? "without an answer") }

    var tone: Tone { status == 401 ? .bad : .plain }
}

import SessionCore
import TerminalUI

/// An exchange opened from the events, as lines to scroll through.
struct ExchangeDetails: Sendable {
    let exchange: HTTPExchange
    let lines: [FactLine]
    var list: ScrollList

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
        lines = Self.lines(of: exchange)
        list = ScrollList(count: lines.count)
    }

    private static func lines(of exchange: HTTPExchange) -> [FactLine] {
        var lines = [FactLine("Request", "\(exchange.method) \(exchange.url)")]
        lines += exchange.requestHeaders.fields.map { FactLine($0.name, $0.value) }
        lines += text(exchange.requestBody)
        lines.append(FactLine(""))
        switch exchange.outcome {
        case .failed(let error):
            lines.append(FactLine("No answer", "\(error), after \(DurationText.measured(exchange.duration))"))
        case .answered(let answer):
            let size = ByteCount(answer.bodySize)
            let time = DurationText.measured(exchange.duration)
            lines.append(
                FactLine("Answer", "\(answer.status) \(HTTPStatus.reason(answer.status)) · \(time) · \(size)"))
            lines += answer.headers.fields.map { FactLine($0.name, $0.value) }
            lines += text(answer.body)
            if let address = answer.connection?.remoteAddress { lines.append(FactLine("connection", address)) }
        }
        return lines
    }

    private static func text(_ body: String?) -> [FactLine] {
        guard let body, !body.isEmpty else { return [] }
        let buffer =
            (try? JSONLayout(Array(body.utf8)))?.lines ?? LineBuffer(splitting: Array(body.utf8))
        return (0..<buffer.count).map { FactLine("", buffer.text($0)) }
    }
}

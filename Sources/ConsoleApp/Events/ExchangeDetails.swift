import JOSE
import SessionCore
import TerminalUI

/// An exchange or a rejected ID token opened from the events, as lines to scroll through.
struct ExchangeDetails: Sendable {
    /// `nil` for a rejected ID token.
    let exchange: HTTPExchange?
    let title: String
    let lines: [FactLine]
    var list: ScrollList

    init(_ exchange: HTTPExchange) {
        self.exchange = exchange
        title = "Exchange \(exchange.id) · \(exchange.purpose.rawValue)"
        lines = Self.lines(of: exchange)
        list = ScrollList(count: lines.count)
    }

    /// The claims and why they were refused; the token itself, which may be good elsewhere, is not shown.
    init(_ rejected: RejectedIDToken) {
        exchange = nil
        title = "Rejected ID token · \(rejected.token.fingerprint)"
        var lines = [FactLine("failed", rejected.reason), FactLine("")]
        do throws(JOSEError) {
            let jws = try JWS.parse(rejected.token.reveal())
            lines += [FactLine("header")] + Self.text(jws.header.serialized())
            lines += [FactLine(""), FactLine("claims")] + Self.text(String(decoding: jws.payload, as: UTF8.self))
        } catch {
            lines.append(FactLine("not readable", "\(error)"))
        }
        self.lines = lines
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

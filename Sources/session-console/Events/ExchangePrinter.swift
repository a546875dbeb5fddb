import FoundationEssentials
import ConsoleApp
import SessionCore
import TerminalUI

/// Prints each exchange on standard error, for `--verbose`; secrets are already masked.
struct ExchangePrinter: EventSink {
    let output: Output

    func take(_ events: [SessionEvent]) {
        for event in events {
            guard case .exchange(let exchange) = event.kind else { continue }
            for line in Self.lines(of: exchange) { output.inform(line) }
        }
    }

    static func lines(of exchange: HTTPExchange) -> [String] {
        var lines = message(
            ">", start: "\(exchange.method) \(exchange.url)", headers: exchange.requestHeaders,
            body: exchange.requestBody)
        if let answer = exchange.beginning {
            lines += answer.redirects.map(line)
            let version = answer.version.map { "HTTP/\($0) " } ?? ""
            lines += message(
                "<", start: "\(version)\(answer.status)\(answer.reason.map { " \($0)" } ?? "")",
                headers: answer.headers, body: answer.body)
            if let redirect = exchange.redirect { lines.append(line(redirect)) }
        }
        switch exchange.outcome {
        case .failed:
            lines.append("* \(exchange.purpose.rawValue): \(SafeText.plain(exchange.failure ?? "", glyphs: .unicode))")
        case .answered(let answer):
            lines.append("* \(exchange.purpose.rawValue), \(answer.bodySize) bytes in \(exchange.duration.inWords)")
        }
        return lines
    }

    private static func line(_ redirect: HTTPRedirect) -> String {
        "* \(redirect.status) to \(SafeText.plain(redirect.to.absoluteString, glyphs: .unicode))"
    }

    private static func message(_ mark: String, start: String, headers: HTTPHeaders, body: String?) -> [String] {
        let fields = headers.fields.map { "\($0.name): \($0.value)" }
        var lines = ([start] + fields).map { "\(mark) \(SafeText.plain($0, glyphs: .unicode))" }
        if let body, !body.isEmpty {
            lines.append(mark)
            lines += SafeText.lines(body, glyphs: .unicode).map { "\(mark) \($0.text)" }
        }
        return lines
    }
}

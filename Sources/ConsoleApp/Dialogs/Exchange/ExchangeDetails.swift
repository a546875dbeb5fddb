import JOSE
import SessionCore
import TerminalUI

/// An exchange or a rejected ID token opened from the events, as lines to scroll through.
struct ExchangeDetails: Dialog {
    /// `nil` for a rejected ID token.
    let exchange: HTTPExchange?
    let title: String
    let lines: [FactLine]
    private(set) var list: ScrollList

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

    // MARK: - Dialog

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if ListAction.action(for: key) != nil { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    mutating func layOut(_ area: Size) { list.layOut(height: Canvas.listHeight(in: area)) }

    func hints(_ glyphs: Glyphs) -> [HintBar.Hint] {
        [
            ListAction.close.hint(glyphs), HintBar.Hint(Motion.arrows(glyphs), "scroll"),
            HintBar.Hint(Motion.pageDown.key(glyphs), "page"),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let nameWidth = min(22, lines.filter { $0.value != nil }.map { TextWidth.columns(of: $0.name) }.max() ?? 0)
        let inside = canvas.drawListPopup(canvas.words(title).text, list, in: area, width: area.width - 8)
        for (index, row) in zip(list.visible, inside.rows) {
            let line = lines[index]
            if line.name.isEmpty {
                canvas.write(JSONLine.styled(line.value ?? "", glyphs: canvas.glyphs), in: row.inset(left: 2))
            } else {
                canvas.write(line, nameWidth: nameWidth, in: row)
            }
            if index == list.selection { canvas.select(row) }
        }
    }
}

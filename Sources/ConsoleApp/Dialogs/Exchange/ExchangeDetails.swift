import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// Shows exchanges or a rejected ID token over the screen, as lines to scroll through.
struct ExchangeDetails: Dialog {
    /// The exchanges of one call, oldest first; empty for a rejected ID token.
    private let exchanges: [HTTPExchange]
    /// The index of the exchange that is shown.
    private(set) var index: Int
    private(set) var title: String
    private var facts: FactRows
    private(set) var list = ScrollList()
    private var width = 80

    enum Action: String, KeyAction {
        case previous = "previous-message"
        case next = "next-message"

        var binding: Binding {
            switch self {
            case .previous: Binding([.character("["), .left], "message before", "the message before", .dialogs)
            case .next: Binding([.character("]"), .right], "message after", "the message after", .dialogs)
            }
        }
    }

    /// Shows one of several exchanges, by default the last one; `nil` if there is none.
    init?(_ exchanges: [HTTPExchange], showing id: Int? = nil) {
        guard !exchanges.isEmpty else { return nil }
        self.exchanges = exchanges
        index = exchanges.firstIndex { $0.id == id } ?? exchanges.count - 1
        (title, facts) = ("", FactRows())
        show(index)
    }

    /// Shows the claims and why they were rejected, but not the token, which may be valid elsewhere.
    init(_ rejected: RejectedIDToken) {
        (exchanges, index) = ([], 0)
        title = "Rejected ID token · \(rejected.token.fingerprint)"
        var lines = [FactLine("failed", rejected.reason), FactLine("")]
        do throws(JOSEError) {
            let jws = try JWS.parse(rejected.token.reveal())
            lines += [FactLine("header")] + Self.text(jws.header.serialized())
            lines += [FactLine(""), FactLine("claims")] + Self.text(String(decoding: jws.payload, as: UTF8.self))
        } catch {
            lines.append(FactLine("not readable", "\(error)"))
        }
        facts = FactRows(lines)
        list = ScrollList(count: facts.rows.count)
    }

    /// The exchange that is shown; `nil` for a rejected ID token.
    var exchange: HTTPExchange? { exchanges.indices.contains(index) ? exchanges[index] : nil }

    private mutating func show(_ index: Int) {
        guard exchanges.indices.contains(index) else { return }
        self.index = index
        let exchange = exchanges[index]
        let place = exchanges.count > 1 ? "Message \(index + 1) of \(exchanges.count) · " : ""
        title = "\(place)Exchange \(exchange.id) · \(exchange.purpose.rawValue)"
        facts = FactRows(Self.lines(of: exchange), width: width)
        list.replace(count: facts.rows.count, selecting: 0)
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
            lines += answer.redirects.map(\.line)
            let facts = [
                "\(answer.status) \(HTTPStatus.reason(answer.status))", DurationText.measured(exchange.duration),
                "\(ByteCount(answer.bodySize))",
            ]
            let origin = answer.redirects.last.map { " · from \($0.to.absoluteString)" } ?? ""
            lines.append(FactLine("Answer", facts.joined(separator: " · ") + origin))
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
        switch Action.action(for: key) {
        case .previous: show(index - 1)
        case .next: show(index + 1)
        case nil: if let motion = Motion.action(for: key) { list.move(motion) }
        }
        return []
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    mutating func layOut(_ area: Size) {
        if area.width - 8 != width {
            width = area.width - 8
            facts = FactRows(facts.lines, width: width)
            list.replace(count: facts.rows.count)
        }
        list.layOut(height: Canvas.listHeight(in: area))
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        let scrolling = [
            Hint(Motion.arrows(glyphs), "scroll"), Motion.pageDown.hint(glyphs, "page"),
        ]
        let walking = exchanges.count > 1 ? [Action.previous.hint(glyphs), Action.next.hint(glyphs)] : []
        return [ListAction.close.hint(glyphs)] + walking + scrolling
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let inside = canvas.drawListPopup(canvas.words(title).text, list, in: area, width: area.width - 8)
        for (index, row) in zip(list.visible, inside.rows) {
            let (number, part) = facts.rows[index]
            if facts.lines[number].name.isEmpty {
                canvas.write(JSONLine.styled(part.value ?? "", glyphs: canvas.glyphs), in: row.inset(left: 2))
            } else {
                canvas.write(part, nameWidth: min(22, facts.nameWidth), in: row)
            }
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row) }
        }
    }
}

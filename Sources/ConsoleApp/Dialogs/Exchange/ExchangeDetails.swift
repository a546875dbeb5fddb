import ConsoleFaults
import ConsoleKit
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// Shows exchanges, an authorization in the browser or a rejected ID token over the screen, as lines to scroll through.
struct ExchangeDetails: Dialog {
    var reaches: Outside { [] }
    /// The exchanges of one call, oldest first; empty for anything else.
    private let exchanges: [HTTPExchange]
    private var bodies = CallBodies()
    private var stage = ConsoleStage.session
    /// The index of the exchange that is shown.
    private(set) var index: Int
    private(set) var title: String
    /// Request and answer beside each other where there is room, or else below each other.
    private var sides: [FactRows] = []
    /// The sides of what is not an exchange.
    private let others: [[FactLine]]
    private(set) var list = RowList<Numbered<Void>>()
    private var width = 80

    enum Action: String, KeyAction {
        case previous = "previous-message"
        case next = "next-message"
        case inspect = "message-token"

        var binding: Binding {
            switch self {
            case .previous: Binding(["[", .left], "previous message", "the previous message", .dialogs)
            case .next: Binding(["]", .right], "next message", "the next message", .dialogs)
            case .inspect: Binding(["t"], "token", "show the message's token on the Tokens screen", .dialogs)
            }
        }
    }

    /// Shows one of several exchanges, by default the last one; `nil` if there is none.
    init?(_ exchanges: [HTTPExchange], showing id: Int? = nil, in scene: Scene) {
        guard !exchanges.isEmpty else { return nil }
        (bodies, stage) = (scene.bodies, scene.stage)
        self.exchanges = exchanges
        index = exchanges.firstIndex { $0.id == id } ?? exchanges.count - 1
        (title, others) = ("", [])
        show(index)
    }

    /// Shows lines, those of several sides beside each other where there is room.
    init(_ title: String, _ sides: [[FactLine]]) {
        (exchanges, index) = ([], 0)
        (self.title, others) = (title, sides)
        layOutSides()
    }

    /// Shows the claims and why they were rejected, but not the token, which may be valid elsewhere.
    init(_ rejected: RejectedIDToken) {
        var lines = [FactLine("failed", rejected.reason), FactLine("")]
        do throws(JOSEError) {
            let jws = try JWS.parse(rejected.token.reveal())
            lines += [FactLine("header")] + Self.text(jws.header.serialized())
            lines += [FactLine(""), FactLine("claims")] + Self.text(String(decoding: jws.payload, as: UTF8.self))
        } catch {
            lines.append(FactLine("not readable", "\(error)"))
        }
        self.init("Rejected ID token · \(rejected.fingerprint)", [lines])
    }

    /// The exchange that is shown; `nil` for anything else.
    var exchange: HTTPExchange? { exchanges.indices.contains(index) ? exchanges[index] : nil }

    private mutating func show(_ index: Int) {
        guard exchanges.indices.contains(index) else { return }
        self.index = index
        let exchange = exchanges[index]
        let place = exchanges.count > 1 ? "Message \(index + 1) of \(exchanges.count) · " : ""
        title = "\(place)Exchange \(exchange.id) · \(exchange.purpose.rawValue)"
        layOutSides()
        list.select(0)
    }

    private mutating func layOutSides() {
        let isBeside = width >= 96 && lines.count > 1
        sides = isBeside ? lines.map { Self.rows($0, width: (width - Self.gap) / 2) } : [facts(width: width)]
        list.replace(Numbered.rows(repeatElement((), count: sides.map(\.rows.count).max() ?? 0)))
    }

    private var lines: [[FactLine]] {
        exchange.map { [requestLines(of: $0), answerLines(of: $0)] } ?? others
    }

    /// All sides below each other.
    func facts(width: Int) -> FactRows {
        Self.rows(Array(lines.joined(separator: [FactLine("")])), width: width)
    }

    private static func rows(_ lines: [FactLine], width: Int) -> FactRows {
        FactRows(lines.flatMap { $0.parts(width: width) }, width: width)
    }

    /// Between the sides.
    private static let gap = 3

    private func requestLines(of exchange: HTTPExchange) -> [FactLine] {
        let hasBody = exchange.requestBody != nil || call(of: exchange).flatMap(bodies.request) != nil
        return [FactLine("Request", "\(exchange.method) \(exchange.url)")]
            + (exchange.caller.map { [FactLine("Sent for", "\($0)")] } ?? [])
            + (exchange.redirectedBy.map { [$0.origin] } ?? [])
            + exchange.requestHeaders.fields.map { field in
                Self.line(field.name, field.value + exchange.alteration(of: field.name))
            }
            + (stage.hasOwnSession ? [FactLine("besides", Self.addedWords(to: exchange, hasBody: hasBody))] : [])
            + Self.text(exchange.requestBody ?? call(of: exchange).flatMap(bodies.request))
    }

    /// A header field; a name that has no room beside the values stands before its own.
    private static func line(_ name: String, _ value: String) -> FactLine {
        name.count > FactRows.mostNameWidth ? FactLine("", "\(name): \(value)") : FactLine(name, value)
    }

    /// The fields that the transport adds to every request, unless it has them.
    static let addedFields = ["Host", "Accept", "Accept-Encoding", "User-Agent"]
    /// Those that it adds to a request with a body.
    static let fieldsOfBody = ["Content-Length"]

    private static func addedWords(to exchange: HTTPExchange, hasBody: Bool) -> String {
        let fields = addedFields + (hasBody ? fieldsOfBody : [])
        let names = fields.filter { exchange.requestHeaders[$0] == nil }
        return "\(names.joined(separator: ", ")), added where it is sent"
    }

    /// The number of the call that an exchange is a message of.
    private func call(of exchange: HTTPExchange) -> Int? { exchange.purpose == .request ? exchange.request : nil }

    /// The body of an answer, or why it is not here: events leave out those of an API.
    private func bodyLines(of answer: HTTPExchange.Answer, _ exchange: HTTPExchange) -> [FactLine] {
        if let body = answer.body { return Self.text(body) }
        if !stage.hasOwnSession, answer.bodySize > 0 { return [FactLine("Body", "not kept: it is an API's")] }
        guard let call = call(of: exchange), answer.bodySize > 0 else { return [] }
        // The oldest messages may no longer be listed.
        let later = exchanges.reversed().filter { $0.request == call }.prefix { $0.id != exchange.id }.count
        if let body = bodies.answer(of: call, before: later) { return Self.text(body) }
        if answer.bodySize > CallBodies.largest { return [FactLine("Body", "too long for this message")] }
        let isOption = !stage.goesOn && !bodies.hasHadAny
        return [FactLine("Body", isOption ? "not recorded; --record-bodies records it" : "not kept")]
    }

    private func answerLines(of exchange: HTTPExchange) -> [FactLine] {
        let injected = Self.injectedLines(of: exchange)
        if let link = exchange.link { return [FactLine("Answer", "not seen: \(link.words)")] }
        switch exchange.outcome {
        case .failed(let error):
            let time = DurationText.measured(exchange.duration)
            guard let part = error.partialAnswer else {
                return injected + [FactLine("No answer", "\(exchange.failure ?? ""), after \(time)")]
            }
            let end = FactLine(CallFailure.heading(error), exchange.failure)
            return injected + [end] + lines(of: part.answer, exchange, after: time, size: part.progress)
        case .answered(let answer):
            let time = DurationText.measured(exchange.duration)
            return injected + lines(of: answer, exchange, after: time, size: "\(ByteCount(answer.bodySize))")
        }
    }

    private func lines(
        of answer: HTTPExchange.Answer, _ exchange: HTTPExchange, after time: String, size: String
    ) -> [FactLine] {
        var lines = answer.redirects.map(\.line)
        let facts = [HTTPStatus.line(answer.status, answer.reason), time, size]
        let origin = answer.redirects.last.map { " · from \($0.to.absoluteString)" } ?? ""
        lines.append(FactLine("Answer", facts.joined(separator: " · ") + origin))
        if let redirect = exchange.redirect { lines.append(redirect.line) }
        lines += answer.headers.fields.map { Self.line($0.name, $0.value) }
        lines += Self.challengeLines(of: answer) + bodyLines(of: answer, exchange)
        let before = answer.redirects.isEmpty ? "queue" : "hops before"
        let timings = answer.timings?.waterfall(of: exchange.duration, before: before) ?? []
        return lines + (timings.isEmpty ? [] : [FactLine("")]) + timings + (answer.connection?.lines ?? [])
    }

    private static func injectedLines(of exchange: HTTPExchange) -> [FactLine] {
        guard !exchange.faults.isEmpty else { return [] }
        let names = exchange.faults.map(LabFault.words).joined(separator: ", ")
        let isForged =
            exchange.beginning != nil && exchange.faults.contains { LabFault(name: $0)?.forgesAnswer == true }
        return [FactLine("Injected", isForged ? "\(names): no server gave this answer" : names)]
    }

    /// The parts of the challenges, which in their field are one long line.
    private static func challengeLines(of answer: HTTPExchange.Answer) -> [FactLine] {
        AuthenticationChallenge.parse(answer.headers).flatMap { challenge in
            [FactLine("challenge", challenge.scheme)]
                + challenge.parameters.sorted { $0.key < $1.key }.map { FactLine("  \($0.key)", $0.value) }
        }
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
        case .inspect: return exchange?.carriedToken.map { [.inspect($0)] } ?? []
        case nil: if let motion = Motion.action(for: key) { move(motion) }
        }
        return []
    }

    /// Pages move what is in sight, and not first the selection.
    private mutating func move(_ motion: Motion) {
        let page = max(1, list.visible.count - 1)
        switch motion {
        case .pageDown: list.scroll(page)
        case .pageUp: list.scroll(-page)
        case .halfPageDown: list.scroll(max(1, page / 2))
        case .halfPageUp: list.scroll(-max(1, page / 2))
        case .up, .down, .left, .right, .first, .last: list.move(motion)
        }
    }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        list.select(row)
        return []
    }

    mutating func layOut(_ area: Size, in _: Scene) { layOut(area) }

    mutating func layOut(_ area: Size) {
        if area.width - 8 != width {
            width = area.width - 8
            layOutSides()
        }
        list.layOut(area.forList())
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        let scrolling = [
            Hint(Motion.arrows(glyphs), "scroll"), Motion.pageDown.hint(glyphs, "page"),
        ]
        let walking = exchanges.count > 1 ? [Action.previous.hint(glyphs), Action.next.hint(glyphs)] : []
        let token = exchange?.carriedToken == nil ? [] : [Action.inspect.hint(glyphs)]
        return [ListAction.close.hint(glyphs)] + walking + token + scrolling
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let inside = canvas.drawListPopup(canvas.words(title).text, list, in: area, width: area.width - 8)
        canvas.drawRows(of: list, in: inside) { canvas, line, row in
            for (number, side) in sides.enumerated() where side.rows.indices.contains(line.id) {
                let half = (row.width - Self.gap) / 2
                let place = sides.count == 1 ? row : row.inset(left: number * (half + Self.gap)).split(left: half).left
                side.draw(line.id, on: &canvas, in: place)
            }
        }
    }
}
extension FactRows {
    /// Wider names are cut.
    static let mostNameWidth = 22

    /// Draws one of its rows; text without a name is JSON or a form.
    func draw(_ index: Int, on canvas: inout Canvas, in row: Rect) {
        let (number, part) = rows[index]
        if lines[number].name.isEmpty {
            canvas.write(JSONLine.styled(part.value ?? "", glyphs: canvas.glyphs), in: row.inset(left: 2))
        } else if part.value?.contains("█") == true, canvas.glyphs.isASCII {
            let value = part.value?.replacing("█", with: canvas.glyphs.barFull).replacing("·", with: ".")
            canvas.write(FactLine(part.name, value), nameWidth: min(Self.mostNameWidth, nameWidth), in: row)
        } else {
            canvas.write(part, nameWidth: min(Self.mostNameWidth, nameWidth), in: row)
        }
    }
}

extension FactLine {
    /// Text without a name as lines of a width; others are laid out by ``FactRows``.
    fileprivate func parts(width: Int) -> [FactLine] {
        guard name.isEmpty, let value, TextWidth.columns(of: value) > width - 2 else { return [self] }
        return StyledText(value).wrapped(to: width - 2).map { FactLine("", $0.text) }
    }
}

import ConsoleKit
import Addresses
import FoundationEssentials
import SessionCore
import TerminalUI

extension ChainDialog {
    private static let mostWidth = 112
    private static let titleWidth = 22
    /// For the mark before the step's name, and the status after the URL.
    private static let roomBesideURL = 8

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        if message.draw(on: &canvas, in: area, scene) { return }
        guard let chain = scene.chain else { return }
        let width = min(Self.mostWidth, area.width - 6)
        let foot = foot(of: chain, canvas).flatMap { $0.isEmpty ? [$0] : $0.wrapped(to: width) }
        let room = area.height - 2 - foot.count
        let selection = selection(chain)
        let lines = Self.kinds.map { line(of: $0, chain, scene, canvas) }
        var texts = zip(Self.kinds.indices, lines).map { index, line in
            let isCut = line.asked.columns > width - Self.titleWidth - Self.roomBesideURL
            let whole = isCut && index == selection ? line.asked.wrapped(to: width - 3) : []
            let found = line.found.isEmpty ? [] : line.found.wrapped(to: width - 3).prefix(3)
            return (found + whole).map { StyledText("   ") + $0 }
        }
        var shown = Self.kinds.indices
        // A small dialog shows the sentence of the selected step alone; a smaller one lists only its neighbours.
        if texts.map(\.count).reduce(shown.count, +) > room {
            texts = texts.enumerated().map { index, text in
                index == selection ? Array(text.prefix(max(0, room - shown.count))) : []
            }
            let count = min(shown.count, max(1, room))
            let first = max(0, selection - count + 1)
            shown = first..<(first + count)
        }
        let height = min(area.height - 2, shown.count + texts.map(\.count).reduce(0, +) + foot.count)
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: height),
            title: StyledText("Sign in from a URL", .title), glyphs: canvas.glyphs)
        var rows = inside.rows[...]
        for index in shown {
            let line = lines[index]
            guard let first = rows.popFirst() else { return }
            canvas.write(line.status, in: first, alignment: .right)
            canvas.write(line.head + line.asked, in: first.inset(right: Self.roomBesideURL - 3))
            canvas.mark(first, as: .row(index))
            if index == selection { canvas.select(first) }
            for text in texts[index] {
                guard let row = rows.popFirst() else { return }
                canvas.write(text, in: row)
                canvas.mark(row, as: .row(index))
            }
        }
        for (line, row) in zip(foot, rows) { canvas.write(line, in: row) }
    }

    /// A step as it is drawn: its mark and name, the URL that was asked or else what was found, the status, and what
    /// was found with the section that it goes by.
    private struct Line {
        var head = StyledText()
        var asked = StyledText()
        var status = StyledText()
        var found = StyledText()
    }

    private func line(
        of kind: DiscoveryStep.Kind, _ chain: ResourceChain, _ scene: Scene, _ canvas: Canvas
    ) -> Line {
        let glyphs = canvas.glyphs
        let title = kind.title.padding(to: Self.titleWidth)
        guard let step = chain.step(kind) else {
            let isUnderWay = chain.underWay == kind
            let mark = (isUnderWay ? glyphs.ellipsis : glyphs.dash).padding(to: 3)
            return Line(head: StyledText(mark + title, isUnderWay ? .text : .dim))
        }
        let tone = step.outcome.tone.style
        var line = Line(head: StyledText(step.outcome.mark(glyphs).padding(to: 3), tone) + StyledText(title))
        let rule = StyledText("  (", .dim) + canvas.rule(step.rule) + StyledText(")", .dim)
        let style: Style = [.done, .skipped].contains(step.outcome) ? .dim : tone
        // The session's sign-in has no messages of its own.
        let exchange = step.url == nil ? scene.exchanges(of: kind, chain).last : nil
        if let url = step.url ?? exchange?.url {
            let method = step.attempts.last?.method ?? exchange?.method ?? ""
            line.asked = canvas.words("\(method) \(url)", .accent)
            line.status = (step.status ?? exchange?.beginning?.status).map { canvas.status($0) } ?? StyledText()
            line.found = canvas.words(step.finding.description.capitalizedFirst, style) + rule
        } else if step.outcome == .done {
            line.asked = canvas.words("\(step.finding)") + rule
        } else {
            line.found = canvas.words(step.finding.description.capitalizedFirst, style) + rule
        }
        return line
    }

    /// What the dialog waits for, or how the way ended, with the keys that lead on.
    private func foot(of chain: ResourceChain, _ canvas: Canvas) -> [StyledText] {
        let retry = canvas.key(Action.tryAgain, "try again   ")
        let close = canvas.key(Action.close, "close")
        switch chain.stage {
        case .discovering, .opening, .signingIn, .calling: return [StyledText(), canvas.key(Action.close, "cancels")]
        case .confirming(let issuer):
            return [
                StyledText(), canvas.words("\(chain.origin) is protected by ") + canvas.words(issuer, .title),
                canvas.key(Action.confirm, "sign in there   ") + canvas.key(Action.close, "not there"),
            ]
        case .choosing(let issuers):
            return [StyledText(), canvas.words("Sign in at one of these authorization servers:")]
                + issuers.prefix(9).enumerated().map { StyledText("\($0 + 1) ", .key) + canvas.words($1) }
        case .refused(let reason, let advice):
            return [StyledText(), canvas.words("\(canvas.glyphs.cross) \(reason)", .danger)]
                + [advice.map { canvas.words($0) }].compactMap(\.self) + [retry + close]
        case .ended:
            if chain.needsNoToken { return [StyledText(), StyledText("There is nothing to sign in for."), close] }
            guard let obstacle = chain.obstacle else { return [StyledText(), close] }
            let advice = obstacle.advice.map { [canvas.words($0)] } ?? []
            let other = chain.awaitsSignIn ? canvas.key(Action.otherFlow, "another way   ") : StyledText()
            let client = chain.awaitsClientID ? canvas.key(Action.clientID, "name a client   ") : StyledText()
            return [StyledText()] + advice + [retry + other + client + close]
        }
    }
}

extension ResourceChain {
    /// Where the resource is; its URL may hold a secret.
    fileprivate var origin: String { URL(given: url).flatMap { Origin($0) }?.description ?? "The resource" }
}

extension Canvas {
    /// A section that something goes by.
    func rule(_ rule: Citation) -> StyledText {
        StyledText(glyphs.isASCII ? "\(rule)".replacing("§", with: "section ") : "\(rule)", .dim)
    }

    fileprivate func status(_ status: Int) -> StyledText {
        StyledText("\(status)", status < 400 ? .success : HTTPStatus.tone(status).style)
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - TextWidth.columns(of: self)))
    }
}

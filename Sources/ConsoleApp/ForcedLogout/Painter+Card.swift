import FoundationEssentials
import SessionCore
import TerminalUI

extension Painter {
    /// The card of a lost session, over the response where that is in sight and large enough.
    mutating func drawCard() {
        guard let card = model.card else { return }
        let body = layout.header.height..<layout.hints.y
        let screen = Rect(x: 0, y: body.lowerBound, width: surface.size.width, height: body.count)
        let response = layout.frame(of: .response)
        let area = response.flatMap { $0.width >= 56 && $0.height >= 12 ? $0 : nil } ?? screen
        let lines = CardLines(card, model: model, width: min(area.width - 4, 96), glyphs: glyphs).fitting(
            area.height - 2)
        let inside = Popup.draw(
            on: &surface, in: area, inside: Size(width: min(area.width - 4, 96), height: lines.count),
            title: StyledText("\(glyphs.square) FORCED LOGOUT", .card), style: .card, glyphs: glyphs)
        write(lines, in: inside)
    }

    /// A revealed token, whole, for the few seconds that it may be seen.
    mutating func drawRevealedToken() {
        guard let revealed = model.revealed else { return }
        let seconds = max(1, Int(revealed.until.timeIntervalSince(model.now).rounded(.up)))
        let width = min(surface.size.width - 8, 72)
        let text = SafeText.line(revealed.secret.reveal(), glyphs: glyphs).wrapped(to: width)
        let lines = Array(text.prefix(max(1, surface.size.height - 8)))
        let title = "\(revealed.kind.title) \(revealed.secret.fingerprint), hidden again in \(seconds) s"
        let inside = Popup.draw(
            on: &surface, in: surface.bounds, inside: Size(width: width, height: lines.count),
            title: StyledText(title, .warning), style: .warning, glyphs: glyphs)
        write(lines, in: inside)
    }
}

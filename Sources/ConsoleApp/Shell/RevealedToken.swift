import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

/// A token that the user asked to see, until it is hidden again.
struct RevealedToken: Sendable {
    let kind: TokenKind
    let secret: Secret
    let until: Date

    /// How long it is seen, in seconds.
    static let duration: TimeInterval = 5

    func draw(on canvas: inout Canvas, in area: Rect, at now: Date) {
        let seconds = min(Int(Self.duration), max(1, Int(until.timeIntervalSince(now).rounded(.up))))
        let width = min(area.width - 8, 72)
        let text = SafeText.line(secret.reveal(), glyphs: canvas.glyphs).wrapped(to: width)
        let lines = Array(text.prefix(max(1, area.height - 8)))
        let title = "\(kind.title) \(secret.fingerprint), hidden again in \(seconds) s"
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: lines.count),
            title: StyledText(title, .warning), style: .warning, glyphs: canvas.glyphs)
        canvas.write(lines, in: inside)
    }
}

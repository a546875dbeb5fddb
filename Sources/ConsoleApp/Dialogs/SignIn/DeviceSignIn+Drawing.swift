import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension DeviceSignIn {
    private static let invitation = "On any device with a browser, open"

    /// Link, code and remaining time at the left, the QR code at the right if both fit.
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let glyphs = canvas.glyphs
        let room = Size(width: area.width - 4, height: area.height - 2)
        let code = qrCode.map { ($0, $0.size(glyphs)) }
        let shown = code.flatMap { $0.1.height <= room.height && $0.1.width + 34 <= room.width ? $0 : nil }
        let textWidth = min(48, room.width - (shown.map { $0.1.width + 2 } ?? 0))
        let text = lines(width: textWidth, hasCode: shown != nil, scene, glyphs).compacted(to: room.height)
        let size = Size(
            width: textWidth + (shown.map { $0.1.width + 2 } ?? 0), height: max(text.count, shown?.1.height ?? 0))
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: size, title: StyledText("Sign in with a device code", .title),
            glyphs: glyphs)
        let textArea = inside.inset(right: inside.width - textWidth)
        canvas.write(text, in: textArea)
        // The address is the second paragraph.
        let rows = SafeText.line(prompt.verificationURI, glyphs: glyphs).wrapped(to: textWidth).count
        let first = StyledText(Self.invitation).wrapped(to: textWidth).count
        canvas.surface.link(
            Rect(x: textArea.x, y: textArea.y + first, width: textArea.width, height: rows), to: link)
        guard let shown else { return }
        let codeArea = inside.inset(left: inside.width - shown.1.width)
        for (line, row) in zip(shown.0.lines(glyphs), codeArea.rows) {
            canvas.surface.write(line, at: row.origin, style: Style(.codeModules), limit: row.width)
        }
    }

    /// Beside another way to sign in: where to open what, and when the provider is asked next.
    func lines(width: Int, _ scene: Scene, _ glyphs: Glyphs) -> [StyledText] {
        let poll = Int(nextPollAt.timeIntervalSince(scene.now).rounded(.up))
        let line =
            StyledText("Or open ") + SafeText.line(prompt.verificationURI, style: .accent, glyphs: glyphs)
            + StyledText(" on any device and enter ")
            + SafeText.line(prompt.userCode, style: Style(.title, .bold), glyphs: glyphs)
            + StyledText(poll > 0 ? ", next check in \(poll) s" : ", checking now", .dim)
        return line.wrapped(to: width)
    }

    private func lines(width: Int, hasCode: Bool, _ scene: Scene, _ glyphs: Glyphs) -> [StyledText] {
        let left = Int(prompt.expiresAt.timeIntervalSince(scene.now).rounded(.up))
        let poll = Int(nextPollAt.timeIntervalSince(scene.now).rounded(.up))
        var lines = StyledText(Self.invitation).wrapped(to: width)
        lines += SafeText.line(prompt.verificationURI, style: .accent, glyphs: glyphs).wrapped(to: width)
        lines += [StyledText(), StyledText("and enter the code"), StyledText()]
        lines.append(StyledText("  ") + SafeText.line(prompt.userCode, style: Style(.title, .bold), glyphs: glyphs))
        lines.append(StyledText())
        if hasCode {
            lines += StyledText("or scan this QR code, which contains the code.").wrapped(to: width)
        } else if qrCode != nil {
            lines += StyledText("The QR code needs a larger window.", .dim).wrapped(to: width)
        }
        lines.append(StyledText())
        lines.append(
            left > 0
                ? StyledText("Valid for \(DurationText.countdown(seconds: left))", left < 60 ? .warning : .text)
                : StyledText("The code has expired", .danger))
        let waiting = poll > 0 ? "next check in \(poll) s" : "checking now"
        lines.append(StyledText("Waiting for your approval", .dim))
        lines.append(StyledText(waiting, .dim))
        if isSlowedDown {
            lines += StyledText("(the provider asked for longer pauses)", .dim).wrapped(to: width)
        }
        return lines
    }
}

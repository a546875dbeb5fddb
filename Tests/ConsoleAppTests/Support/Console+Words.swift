import SessionCore
import TerminalUI

@testable import ConsoleApp

/// What the parts of the screen say, each without the rest, to be recorded by ``expectWords``.
extension Console {
    private var layout: ShellLayout { ShellLayout(model.size, notice: model.shell.notice) }
    private var picture: Surface { picture(model.glyphs) }

    var headerWords: String { picture.words(in: layout.header) }
    /// The last row: the hints, or the prompt that is open.
    var hintWords: String { picture.words(in: layout.hints) }
    var noticeWords: String { picture.words(in: layout.notice) }

    /// The focused pane as it is in sight.
    var paneWords: String { paneWords(model.screens.current.focusedPane) }

    func paneWords(_ pane: SessionScreen.PaneID) -> String { paneWords(SessionScreen.slot(pane).title) }
    func paneWords(_ pane: TokensScreen.PaneID) -> String { paneWords(TokensScreen.slot(pane).title) }

    /// The pane of a title as it is in sight, the lines beside its title shortened; nothing if it is out of sight.
    func paneWords(_ title: String) -> String {
        guard let frame = frame(of: title) else { return "" }
        let (top, below) = frame.inset(left: 1, right: 1, bottom: 1).split(top: 1)
        let picture = picture
        let title = picture.words(in: top).split(separator: " ").map { word in
            word.unicodeScalars.allSatisfy { (0x2500...0x257F).contains($0.value) } ? "─" : word
        }
        return title.joined(separator: " ") + "\n" + picture.words(in: below)
    }

    /// All that the pane of claims says, whether it is in sight or not.
    var claimsWords: String { tokens.claims.plainText(in: model.scene).trimmed }
    /// The same of the pane of the token's life.
    var lifeWords: String { tokens.life.plainText(in: model.scene).trimmed }

    /// The row of the cursor, or of what has the focus, in its pane.
    var rowWords: String {
        let picture = picture
        guard let row = (picture.cursor ?? picture.focus)?.y, let frame = frame(of: model.screens.current.focusedPane)
        else { return "" }
        return picture.words(in: Rect(x: frame.x + 1, y: row, width: frame.width - 2, height: 1))
    }

    /// The dialog, without what lies behind it.
    var dialogWords: String {
        guard let dialog = model.shell.dialog else { return "" }
        return words(in: layout.dialogArea) { dialog.draw(on: &$0, in: $1, model.shownScene) }
    }

    /// The card of the lost session.
    var cardWords: String {
        guard let card = model.shell.card else { return "" }
        let place = model.cardPlace(in: layout) ?? layout.dialogArea
        return words(in: place) { card.draw(on: &$0, in: $1, model.shownScene) }
    }

    /// What is drawn alone, if the screen has it there.
    private func words(in area: Rect, _ draw: (inout Canvas, Rect) -> Void) -> String {
        var canvas = Canvas(size: model.size, glyphs: model.glyphs)
        draw(&canvas, area)
        let isInSight = zip(canvas.surface.lines, picture.lines).allSatisfy { $1.contains($0.trimmed) }
        return isInSight ? canvas.surface.words(in: area) : "out of sight"
    }

    private func frame(of title: String) -> Rect? {
        (model.screens.current as? any ConsoleApp.Screen).flatMap { frame(of: title, on: $0) }
    }

    private func frame<S: ConsoleApp.Screen>(of title: String, on screen: S) -> Rect? {
        screen.visibleFrames(layout.form, in: model.panesBody(in: layout), scene: model.shownScene)
            .first { S.slot($0.pane).title == title }?.frame
    }
}

extension Surface {
    /// The text of an area, without blank rows and the blanks around it.
    func words(in area: Rect) -> String {
        let lines = (area.y..<area.maxY).map { y in
            row(y).dropFirst(area.x).prefix(area.width).map(\.grapheme).joined()
        }
        .filter { !$0.trimmed.isEmpty }
        let margin = lines.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        return lines.map { String($0.dropFirst(margin)) }.joined(separator: "\n")
    }
}

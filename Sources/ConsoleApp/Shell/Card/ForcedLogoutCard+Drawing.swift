import ConsoleKit
import FoundationEssentials
import TerminalUI

extension ForcedLogoutCard {
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let width = min(area.width - 4, 96)
        let lines = CardLines(self, scene: scene, width: width, glyphs: canvas.glyphs).fitting(area.height - 2)
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: lines.count),
            title: StyledText("\(canvas.glyphs.square) FORCED LOGOUT", .card), style: .card, glyphs: canvas.glyphs)
        canvas.write(lines, in: inside)
    }
}

import ConsoleKit
import FoundationEssentials
import SessionCore
import TerminalUI

extension ForcedLogoutCard {
    /// Draws the card, which has the whole of an area or lies in the middle of it.
    func draw(on canvas: inout Canvas, in area: Rect, isWhole: Bool, _ scene: Scene) {
        let width = isWhole ? area.width - 4 : min(area.width - 4, 96)
        let lines = CardLines(self, scene: scene, width: width, glyphs: canvas.glyphs).fitting(area.height - 2)
        let inside = Popup.draw(
            on: &canvas.surface, in: area, inside: Size(width: width, height: isWhole ? area.height - 2 : lines.count),
            title: StyledText(end.word.uppercased(), .card), style: .card, glyphs: canvas.glyphs)
        canvas.write(lines, in: inside)
    }
}

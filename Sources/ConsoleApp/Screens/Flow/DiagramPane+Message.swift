import ConsoleKit
import SessionCore
import TerminalUI

extension DiagramPane {
    /// The width of the selected message beside the diagram; 0 where there is too little room for it.
    static func messageWidth(in width: Int) -> Int { width >= 150 ? min(80, width / 3) : 0 }

    static func diagramWidth(in width: Int) -> Int {
        let message = messageWidth(in: width)
        return width - message - (message > 0 ? 1 : 0)
    }

    /// The message behind the selected line, request above answer, as far as there is room.
    func drawMessage(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        guard area.width > 20 else { return }
        for row in area.rows {
            canvas.write(StyledText(String(canvas.glyphs.border.vertical), .border), in: row)
        }
        let inside = area.inset(left: 2)
        guard let details = selectedDetails(in: scene) else {
            return canvas.write(StyledText("no message was exchanged for this line", .dim), in: inside)
        }
        let facts = details.facts(width: inside.width)
        let isCut = facts.rows.count > inside.height
        let (body, last) = inside.split(bottom: isCut ? 1 : 0)
        for (index, row) in zip(facts.rows.indices, body.rows) { facts.draw(index, on: &canvas, in: row) }
        if isCut { canvas.write(canvas.key(Action.message, "shows the rest", .dim), in: last) }
    }

    private func selectedDetails(in scene: Scene) -> ExchangeDetails? {
        guard let line = lines.selected else { return nil }
        if let row = line.row, row.origin != nil { return ExchangeDetails(ofOther: row, in: scene) }
        return line.event(in: scene).flatMap { ExchangeDetails(behind: $0, in: scene) }
    }
}

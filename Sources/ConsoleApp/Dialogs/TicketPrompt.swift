import ConsoleKit
import TerminalUI

/// Asks for the name of the page for a ticket, which is made of the session as it is.
struct TicketPrompt: Dialog {
    private var saving: SaveField? = SaveField(name: Self.usualName, title: "Save the ticket as:")
    static let usualName = "ticket.md"

    var reaches: Outside { .file }
    var hasField: Bool { true }
    var prompt: Prompt? { saving?.prompt }

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if let path = saving.type(key) { return [.close, .effect(.tool(.saveTicket(Ticket(scene), path: path)))] }
        return saving == nil ? [.close] : []
    }

    func hints(in _: Scene, _: Glyphs) -> [Hint] { [] }
    func draw(on _: inout Canvas, in _: Rect, _: Scene) {}
}

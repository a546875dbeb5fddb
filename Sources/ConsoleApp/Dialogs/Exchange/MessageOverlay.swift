import ConsoleKit
import SessionCore
import TerminalUI

/// The message of a line, over the dialog that lists it: while it is open, it has the keys.
struct MessageOverlay: Sendable {
    private var details: ExchangeDetails?
    private var area = Size.zero

    var isOpen: Bool { details != nil }
    /// The message that is shown.
    var exchange: HTTPExchange? { details?.exchange }

    /// Opens on the last of the messages; `false` if there is none.
    mutating func open(_ exchanges: [HTTPExchange], in scene: Scene) -> Bool {
        details = ExchangeDetails(exchanges, in: scene)
        details?.layOut(area)
        return isOpen
    }

    /// Handles a key, which may close it; `nil` while it is not open.
    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput]? {
        guard let outputs = details?.press(key, in: scene) else { return nil }
        return outputs.filter { output in
            guard case .close = output else { return true }
            details = nil
            return false
        }
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput]? { details?.click(row: row, in: scene) }

    mutating func layOut(_ area: Size) {
        self.area = area
        details?.layOut(area)
    }

    /// `nil` while it is not open.
    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint]? { details?.hints(in: scene, glyphs) }

    /// Draws it; `false` while it is not open.
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) -> Bool {
        details?.draw(on: &canvas, in: area, scene)
        return isOpen
    }
}

import ConsoleKit
import TerminalUI

/// The menu that copies.
struct CopyMenu: Dialog {
    var reaches: Outside { [] }
    private let items: [CopyItem]

    init(_ items: [CopyItem]) { self.items = items }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        guard case .character(let letter) = key, let item = items.first(where: { $0.rawValue == letter })
        else { return [.close] }
        return [.close, .copy(item)]
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        [Hint("letter", "copy"), ListAction.close.hint(glyphs)]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let lines = items.map {
            StyledText(" \($0.rawValue) ", .key) + StyledText(" \($0.title)")
        }
        let inside = canvas.drawPopup("Copy", lines, in: area)
        for (item, row) in zip(items, inside.rows) { canvas.mark(row, as: .key(.character(item.rawValue))) }
    }
}

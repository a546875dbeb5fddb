import ConsoleFaults
import ConsoleKit
import TerminalUI

/// The menu of presets: stories of several faults.
struct PresetMenu: Dialog {
    private(set) var list: RowList<Preset>

    init(_ presets: [Preset]) { list = RowList(presets) }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if case .character(let letter) = key, let preset = list.rows.first(where: { $0.letter == letter }) {
            return [.close, .run(.preset(preset))]
        }
        switch ListAction.action(for: key) {
        case .choose: return [.close] + (list.selected.map { [.run(.preset($0))] } ?? [])
        case .close: return [.close]
        case nil: if let motion = Motion.action(for: key) { list.move(motion) }
        }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        list.select(row)
        return press(.enter, in: scene)
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        [
            Hint("letter", "arm"), Hint(Motion.arrows(glyphs), "choose"), ListAction.choose.hint(glyphs, "arm"),
            ListAction.close.hint(glyphs),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let width = min(area.width - 6, 72)
        let foot = 5
        let inside = canvas.drawListPopup("Presets", list, in: area, width: width, foot: foot)
        let (rows, below) = inside.split(bottom: foot)
        canvas.drawRows(of: list, in: rows) { canvas, preset, place in
            canvas.write(StyledText(" \(preset.letter)  ", .key) + StyledText(preset.rawValue), in: place)
        }
        guard let preset = list.selected else { return }
        let faults = preset.faults.map(\.fault.rawValue).joined(separator: ", ")
        let words = StyledText(preset.summary).wrapped(to: width) + StyledText(faults, .dim).wrapped(to: width)
        canvas.write([StyledText()] + words, in: below)
    }
}

extension Preset: ListRow {
    var id: Preset { self }
}

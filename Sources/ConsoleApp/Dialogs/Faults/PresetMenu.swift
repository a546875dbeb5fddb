import TerminalUI

/// The menu of presets: stories of several faults.
struct PresetMenu: Dialog {
    private let presets: [Preset]
    private(set) var list: ScrollList

    init(_ presets: [Preset]) {
        self.presets = presets
        list = ScrollList(count: presets.count)
        list.layOut(height: max(1, presets.count))
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if case .character(let letter) = key, let preset = presets.first(where: { $0.letter == letter }) {
            return [.close, .run(.preset(preset))]
        }
        switch ListAction.action(for: key) {
        case .choose: return [.close, .run(.preset(presets[list.selection]))]
        case .close: return [.close]
        case nil: if let motion = Motion.action(for: key) { list.move(motion) }
        }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        list.select(row)
        return press(.enter, in: scene)
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
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
        for (index, row) in zip(list.visible, rows.rows) {
            let preset = presets[index]
            canvas.write(StyledText(" \(preset.letter)  ", .key) + StyledText(preset.rawValue), in: row)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row) }
        }
        let preset = presets[list.selection]
        let faults = preset.faults.map(\.fault.rawValue).joined(separator: ", ")
        let words = StyledText(preset.summary).wrapped(to: width) + StyledText(faults, .dim).wrapped(to: width)
        canvas.write([StyledText()] + words, in: below)
    }
}

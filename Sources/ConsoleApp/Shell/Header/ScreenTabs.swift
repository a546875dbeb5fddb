import TerminalUI

/// The screens' keys and names, the shown one marked: `1 Session  2 Flow`.
struct ScreenTabs {
    let shown: ScreenID
    /// The screens that there are.
    let all: [ScreenID]

    /// With all names, or with the shown one's alone where there is too little room.
    private func labels(width: Int) -> [(id: ScreenID, text: String)] {
        let key = { (id: ScreenID) in id.key(.unicode) }
        let full = all.map { (id: $0, text: "\(key($0)) \(Screens.slot($0).title)") }
        if Self.columns(full.map(\.text)) <= width { return full }
        return full.map { $0.id == shown ? $0 : (id: $0.id, text: key($0.id)) }
    }

    /// With the shown screen's name alone.
    var leastColumns: Int { all.count > 1 ? Self.columns(labels(width: 0).map(\.text)) : 0 }

    private static func columns(_ labels: [String]) -> Int { labels.reduce(-2) { $0 + TextWidth.columns(of: $1) + 2 } }

    /// Writes the tabs from the left, each to be clicked; answers how many columns they take.
    ///
    /// Where `others` columns would not stay free, only the shown screen has its name.
    func draw(on canvas: inout Canvas, in row: Rect, leaving others: Int = 0) -> Int {
        guard all.count > 1 else { return 0 }
        var x = row.x
        for (id, text) in labels(width: row.width - others) {
            let place = Rect(x: x, y: row.y, width: TextWidth.columns(of: text), height: 1)
            guard place.maxX <= row.maxX else { break }
            let isShown = id == shown
            let name = StyledText(String(text.dropFirst()), isShown ? Style(.accent, .bold) : .dim)
            canvas.write(StyledText(String(text.prefix(1)), isShown ? Style(.accent, .bold) : .key) + name, in: place)
            if let key = id.binding.keys.first { canvas.mark(place, as: .key(key)) }
            x = place.maxX + 2
        }
        return x - row.x
    }
}

import ConsoleKit
import TerminalUI

/// The screens' keys and names, the shown one marked: `1 Session  2 Flow`.
struct ScreenTabs {
    let shown: ScreenID
    /// The screens that there are.
    let all: [ScreenID]

    private struct Form {
        let labels: [(id: ScreenID, text: String)]
        /// Blanks between two.
        let gap: Int

        var columns: Int { labels.reduce(-gap) { $0 + TextWidth.columns(of: $1.text) + gap } }
    }

    /// With all names, then with the shown one's alone, then closer together.
    private var forms: [Form] {
        let key = { (id: ScreenID) in id.key(.unicode) }
        let full = all.map { (id: $0, text: "\(key($0)) \($0.type.title)") }
        let short = full.map { $0.id == shown ? $0 : (id: $0.id, text: key($0.id)) }
        return [Form(labels: full, gap: 2), Form(labels: short, gap: 2), Form(labels: short, gap: 1)]
    }

    /// With all names, and with the shown screen's alone.
    var widths: [Int] { all.count > 1 ? forms.prefix(2).map(\.columns) : [0] }
    /// With the shown screen's name alone.
    var leastColumns: Int { all.count > 1 ? forms[1].columns : 0 }
    /// The columns of the tabs closer together.
    var closeColumns: Int { all.count > 1 ? forms[2].columns : 0 }

    /// Writes the tabs from the left, each to be clicked; answers how many columns they take.
    ///
    /// Where `others` columns would not stay free, only the shown screen has its name.
    func draw(on canvas: inout Canvas, in row: Rect, leaving others: Int = 0) -> Int {
        guard all.count > 1, let form = forms.first(where: { $0.columns <= row.width - others }) ?? forms.last else {
            return 0
        }
        var x = row.x
        for (id, text) in form.labels {
            let place = Rect(x: x, y: row.y, width: TextWidth.columns(of: text), height: 1)
            guard place.maxX <= row.maxX else { break }
            let isShown = id == shown
            let shownStyle = Style(.accent, [.bold, .underline])
            let name = StyledText(String(text.dropFirst()), isShown ? shownStyle : .dim)
            canvas.write(StyledText(String(text.prefix(1)), isShown ? shownStyle : .key) + name, in: place)
            if let key = id.binding.keys.first { canvas.mark(place, as: .key(key)) }
            x = place.maxX + form.gap
        }
        return x - row.x
    }
}

import TerminalUI

/// The help page: all keys by groups, made of the tables that the dispatcher reads; a row runs its action.
struct HelpPage: Dialog {
    var reaches: Outside { [] }
    private let all: [HelpLine]
    /// The title of the pane that has the focus.
    private let place: String
    /// The lines that hold what is filtered for, with their headings.
    private(set) var shown: [HelpLine]
    private(set) var list: ScrollList
    private var filter: TextField?
    /// Why the selected row can't be run now.
    private var obstacle: String?

    enum Action: String, KeyAction {
        case run, filter, close

        var binding: Binding {
            switch self {
            case .run: Binding([.enter], "run", "runs the selected row", .dialogs)
            case .filter: Binding(["/"], "filter", "filters the rows", .dialogs)
            case .close: Binding([.escape, "q"], "close", "closes the page", .dialogs)
            }
        }
    }

    init(_ content: HelpContent, place: String) {
        all = content.lines(in: place)
        self.place = place
        shown = all
        list = ScrollList(count: all.count)
        list.layOut(height: all.count)
        selectRow(step: 1)
    }

    var hasField: Bool { filter != nil }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        obstacle = nil
        if filter != nil { return type(key) }
        switch Action.action(for: key) {
        case .run: return run()
        case .filter: filter = TextField()
        case .close: return [.close]
        case nil:
            if ShellAction.action(for: key) == .help { return [.close] }
            if let motion = Motion.action(for: key) { move(motion) }
        }
        return []
    }

    private mutating func type(_ key: Key) -> [DialogOutput] {
        switch key {
        case .escape: setFilter(nil)
        case .enter: return run()
        case .up, .backTab: move(.up)
        case .down, .tab: move(.down)
        case .pageUp: move(.pageUp)
        case .pageDown: move(.pageDown)
        default:
            guard var field = filter, field.handle(key) == .edited else { break }
            setFilter(field)
        }
        return []
    }

    private mutating func setFilter(_ field: TextField?) {
        filter = field
        shown = HelpLine.filtered(all, by: field?.text ?? "")
        list.replace(count: shown.count, selecting: 0)
        selectRow(step: 1)
    }

    private mutating func move(_ motion: Motion) {
        let before = list.selection
        list.move(motion)
        selectRow(step: list.selection < before ? -1 : 1)
    }

    /// From a heading on to the next row in a direction, or else in the other one.
    private mutating func selectRow(step: Int) {
        for step in [step, -step] {
            var index = list.selection
            while shown.indices.contains(index), shown[index].row == nil { index += step }
            if shown.indices.contains(index) { return list.select(index) }
        }
    }

    private func run() -> [DialogOutput] {
        guard shown.indices.contains(list.selection), let row = shown[list.selection].row else { return [] }
        return [.help(row.target)]
    }

    /// Shows why a row can't be run now.
    mutating func note(_ obstacle: String) { self.obstacle = obstacle }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        guard shown.indices.contains(row), shown[row].row != nil else { return [] }
        list.select(row)
        return run()
    }

    /// How wide the page is, and how many rows below the list show the selected row's words where lines are cut.
    private func measures(in area: Size) -> (width: Int, foot: Int) {
        let room = area.width - 4
        // Keys have longer names in ASCII: the page is the same with both.
        let columns = HelpColumns(all, width: room, .ascii)
        let longest = all.compactMap(\.row).map { StyledText($0.text).wrapped(to: room).count }.max() ?? 0
        return columns.whole <= room ? (columns.whole, 0) : (room, longest)
    }

    mutating func layOut(_ area: Size) {
        list.layOut(height: Canvas.listHeight(in: area) - measures(in: area).foot)
    }

    var prompt: Prompt? {
        guard filter != nil || obstacle != nil else { return nil }
        return Prompt(
            title: "Filter keys:", verb: "run", field: filter ?? TextField(), placeholder: "a key, a name, a word",
            flaw: obstacle)
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        [
            Action.run.hint(glyphs), Action.filter.hint(glyphs), Action.close.hint(glyphs),
            Hint(Motion.arrows(glyphs), "choose"), Motion.pageDown.hint(glyphs, "page"),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let (width, foot) = measures(in: area.size)
        let title = "Help \(canvas.glyphs.dot) \(place.lowercased()) pane"
        let columns = HelpColumns(all, width: width, canvas.glyphs)
        let inside = canvas.drawListPopup(title, list, of: all.count, in: area, width: width, foot: foot)
        let (rows, words) = inside.split(bottom: foot)
        if shown.isEmpty { canvas.write(StyledText("no matching key, name or word", .dim), in: rows) }
        for (index, row) in zip(list.visible, rows.rows) {
            canvas.write(columns.text(of: shown[index], canvas.glyphs), in: row)
            guard let selected = shown[index].row else { continue }
            canvas.mark(row, as: .row(index))
            if index == list.selection {
                canvas.select(row)
                canvas.write(StyledText(selected.text).wrapped(to: words.width), in: words)
            }
        }
    }
}

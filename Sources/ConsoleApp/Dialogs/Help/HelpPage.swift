import ConsoleKit
import TerminalUI

/// The help page: all keys by groups, made of the tables that the dispatcher reads; a row runs its action.
struct HelpPage: Dialog {
    var reaches: Outside { [] }
    private let all: [HelpLine]
    /// The title of the pane that has the focus.
    private let place: String
    /// The lines that hold what is filtered for, with their headings.
    private(set) var list: RowList<Line>
    var shown: [HelpLine] { list.rows.map(\.line) }
    private var filter: TextField?
    /// Why the selected row can't be run now.
    private var obstacle: String?

    struct Line: ListRow {
        let id: Int
        let line: HelpLine
        var row: HelpLine.Row? { line.row }
        var stop: RowStop { row == nil ? .never : .always }

        static func all(_ lines: [HelpLine]) -> [Line] { lines.enumerated().map { Line(id: $0, line: $1) } }
    }

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
        list = RowList(Line.all(all))
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
            if let motion = Motion.action(for: key) { list.move(motion) }
        }
        return []
    }

    private mutating func type(_ key: Key) -> [DialogOutput] {
        switch key {
        case .escape: setFilter(nil)
        case .enter: return run()
        case .up, .backTab: list.move(.up)
        case .down, .tab: list.move(.down)
        case .pageUp: list.move(.pageUp)
        case .pageDown: list.move(.pageDown)
        default:
            guard var field = filter, field.handle(key) == .edited else { break }
            setFilter(field)
        }
        return []
    }

    private mutating func setFilter(_ field: TextField?) {
        filter = field
        let shown = HelpLine.filtered(all, by: field?.text ?? "")
        list.replace(Line.all(shown), selecting: 0)
    }

    private func run() -> [DialogOutput] {
        list.selected?.row.map { [.help($0.target)] } ?? []
    }

    /// Shows why a row can't be run now.
    mutating func report(_ obstacle: String) { self.obstacle = obstacle }

    mutating func click(row: Int, in _: Scene) -> [DialogOutput] {
        guard list[row]?.row != nil else { return [] }
        list.select(row)
        return run()
    }

    /// How wide the page is, and how many rows below the list show the selected row's words where lines are cut.
    private func measures(in area: Size) -> (width: Int, foot: Int) {
        let room = area.width - 4
        // Keys have longer names in ASCII: the page is the same with both.
        let columns = HelpColumns(all, width: room, hasNames: filter != nil, .ascii)
        let longest = all.compactMap(\.row).map { StyledText($0.text).wrapped(to: room).count }.max() ?? 0
        return columns.whole <= room ? (columns.whole, 0) : (room, longest)
    }

    mutating func layOut(_ area: Size, in _: Scene) {
        list.layOut(area.forList(foot: measures(in: area).foot))
    }

    var prompt: Prompt? {
        guard filter != nil || obstacle != nil else { return nil }
        return Prompt(
            title: "Filter keys:", verb: "run", field: filter ?? TextField(), placeholder: "a key, a name, a word",
            flaw: obstacle)
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        [
            Action.run.hint(glyphs), Action.filter.hint(glyphs), Action.close.hint(glyphs),
            Hint(Motion.arrows(glyphs), "choose"), Motion.pageDown.hint(glyphs, "page"),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let (width, foot) = measures(in: area.size)
        let title = "Help \(canvas.glyphs.dot) \(place.lowercased()) pane"
        let columns = HelpColumns(all, width: width, hasNames: filter != nil, canvas.glyphs)
        let inside = canvas.drawListPopup(title, list, of: all.count, in: area, width: width, foot: foot)
        let (rows, words) = inside.split(bottom: foot)
        if list.isEmpty { canvas.write(StyledText("no matching key, name or word", .dim), in: rows) }
        canvas.drawRows(of: list, in: rows) { canvas, line, place in
            canvas.write(columns.text(of: line.line, canvas.glyphs), in: place)
        }
        if let selected = list.selected?.row {
            canvas.write(StyledText(selected.text).wrapped(to: words.width), in: words)
        }
    }
}

import TerminalUI

/// The help page: all keys by groups, made of the tables that the dispatcher reads.
struct HelpPage: Dialog {
    /// What the page lists of a screen's panes.
    struct PaneTitle: Sendable {
        let title: String
        let summary: String
    }

    private let rows: [KeyRow]
    private let panes: [PaneTitle]
    /// The title of the pane that has the focus.
    private let place: String
    private(set) var list: ScrollList

    private static let keyWidth = 12
    private static let nameWidth = 17

    init(rows: [KeyRow], panes: [PaneTitle], place: String) {
        (self.rows, self.panes, self.place) = (rows, panes, place)
        list = ScrollList()
        list = ScrollList(count: lines(width: 80, .unicode).count)
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if ListAction.action(for: key) != nil || ShellAction.action(for: key) == .help { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    mutating func layOut(_ area: Size) { list.layOut(height: Canvas.listHeight(in: area)) }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        [
            ListAction.close.hint(glyphs), Hint(Motion.arrows(glyphs), "scroll"),
            Motion.pageDown.hint(glyphs, "page"),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let width = min(88, area.width - 4)
        let lines = lines(width: width, canvas.glyphs)
        let title = "Help \(canvas.glyphs.dot) \(place.lowercased()) pane"
        let inside = canvas.drawListPopup(title, list, in: area, width: width)
        for (index, row) in zip(list.visible, inside.rows) { canvas.write(lines[index], in: row) }
    }

    /// Keys that do nothing in the focused pane are dim; below 60 columns the actions' names are left out.
    func lines(width: Int, _ glyphs: Glyphs) -> [StyledText] {
        var lines: [StyledText] = []
        let add = { (title: String, rows: [StyledText]) in
            if !rows.isEmpty { lines += [StyledText(title, .title)] + rows + [StyledText()] }
        }
        for group in Binding.Group.allCases {
            add(group.rawValue, rows.filter { $0.binding.group == group }.map { line(of: $0, width: width, glyphs) })
        }
        let row = { (keys: String, name: String, text: String) in
            line(keys, name, text, width: width, isDim: false)
        }
        let after = { (action: ShellAction, letter: Character) in "\(action.key(glyphs)) \(letter)" }
        add(
            "Signing in, after \(ShellAction.signIn.key(glyphs))",
            SignInFlowKind.allCases.map { row(after(.signIn, $0.letter), $0.rawValue, $0.summary) })
        add(
            "Faults, after \(ShellAction.faults.key(glyphs))",
            Fault.allCases.map { row(after(.faults, $0.letter), $0.rawValue, $0.summary) })
        add(
            "Copying, after \(ShellAction.copy.key(glyphs))",
            CopyItem.allCases.map { row(after(.copy, $0.rawValue), "copy", $0.title) })
        add("The panes", panes.map { row(ShellAction.nextPane.key(glyphs), $0.title.lowercased(), $0.summary) })
        add("What the words mean", Self.glossary.map { row("", $0.word, $0.meaning) })
        return Array(lines.dropLast())
    }

    /// Words and signs of the screen that are not everybody's.
    private static let glossary: [(word: String, meaning: String)] = [
        ("A3F1", "a token: the first 4 hex digits of its SHA-256"),
        ("generation", "counts sign-ins: a new one with every session"),
        ("verified", "when a provider or API last accepted the token"),
        ("suspect", "a refresh was refused once; the next call decides"),
    ]

    private func line(of row: KeyRow, width: Int, _ glyphs: Glyphs) -> StyledText {
        let isElsewhere = row.place.map { $0 != place.lowercased() } ?? false
        let text = row.binding.summary + (row.place.map { " (\($0))" } ?? "")
        return line(row.keys(glyphs), row.name, text, width: width, isDim: isElsewhere)
    }

    private func line(_ keys: String, _ name: String, _ text: String, width: Int, isDim: Bool) -> StyledText {
        let shownName = width < 60 ? "" : TextWidth.pad(name, to: Self.nameWidth + 1)
        return StyledText(" ") + StyledText(TextWidth.pad(keys, to: Self.keyWidth), isDim ? .dim : .key)
            + StyledText(shownName, .dim) + StyledText(text, isDim ? .dim : .text)
    }
}

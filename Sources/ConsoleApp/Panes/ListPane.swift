import ConsoleKit
import TerminalUI

/// A pane that lists rows: it says what its rows are and draws one; all that lists have in common is here.
protocol ListPane: Pane {
    associatedtype Row: ListRow

    /// What a copied row is called in notices, as in `the message`.
    static var rowName: String { get }
    /// Whether the selected row is marked also while another pane has the focus, because other panes tell of it.
    static var marksSelection: Bool { get }

    var list: RowList<Row> { get set }

    /// A row as it is copied, searched, and listed in the pager.
    func text(of row: Row, in scene: Scene) -> String
    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene)
    /// What stands there while no row is listed.
    func absence(in scene: Scene, _ canvas: Canvas, width: Int) -> [StyledText]

    /// The rows of which what is cut can be moved sideways.
    var rowsInSight: [Row] { get }
    /// How many columns of what can be moved sideways in a row are cut.
    func cutColumns(of row: Row) -> Int
    /// Whether a row holds the words that were typed.
    func holds(_ words: String, _ row: Row, in scene: Scene) -> Bool
    /// Lists the rows that hold the words that were typed, or selects the next that does.
    mutating func findWords(in scene: Scene)
    /// Whether a row is marked, by default the selected one.
    func isMarked(_ row: Row, isSelected: Bool) -> Bool
    /// What of its place is marked then.
    func markedPlace(of row: Row, in place: Rect, _ scene: Scene, _ glyphs: Glyphs) -> Rect
}

extension ListPane {
    static var rowName: String { "the row" }
    static var marksSelection: Bool { false }

    var selected: Row? { list.selected }

    // MARK: - Moving

    mutating func move(_ motion: Motion) {
        if let motion = motion.inList { return list.move(motion) }
        let cut = rowsInSight.map(cutColumns).max() ?? 0
        list.moveSideways(by: motion.sideways * Motion.sidewaysStep, cut: cut)
    }

    mutating func scroll(rows: Int) { list.scroll(rows) }
    mutating func select(row: Int) { list.select(row) }
    mutating func layOut(_ size: Size, in _: Scene) { list.layOut(size) }

    var rowsInSight: [Row] { Array(list.rows[list.visible]) }
    func cutColumns(of _: Row) -> Int { 0 }
    func absence(in _: Scene, _: Canvas, width _: Int) -> [StyledText] { [] }

    // MARK: - Finding rows

    var prompt: Prompt? { list.find?.prompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] { typeWords(key, in: scene) }

    /// A key for the field of the words: all that a pane has to do that has no other field.
    mutating func typeWords(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if list.find?.kind == .filter, key == .up || key == .down {
            move(key == .up ? .up : .down)
            return []
        }
        if list.find?.type(key) == true { findWords(in: scene) }
        guard key == .enter, let find = list.find, !find.words.isEmpty else { return [] }
        let isVain = find.kind == .search ? find.matches.isEmpty : list.isEmpty
        return isVain ? [.foundNothing(find.words)] : []
    }

    mutating func stepBack(in scene: Scene) -> Bool {
        guard list.find?.close() == true else { return false }
        if list.find?.kind == .filter { findWords(in: scene) }
        return true
    }

    mutating func findWords(in scene: Scene) {
        guard let find = list.find else { return }
        let pane = self
        let words = find.words
        switch find.kind {
        case .filter where words.isEmpty: list.setFilter(nil)
        case .filter: list.setFilter { pane.holds(words, $0, in: scene) }
        case .search:
            list.found(words.isEmpty ? [] : list.rows.indices.filter { holds(words, list.rows[$0], in: scene) })
        }
    }

    func holds(_ words: String, _ row: Row, in scene: Scene) -> Bool {
        let text = text(of: row, in: scene).lowercased()
        if list.find?.kind == .search { return text.contains(words.lowercased()) }
        return words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
    }

    // MARK: - Copying

    func selection(in scene: Scene) -> CopyText? {
        selected.map { CopyText(text(of: $0, in: scene), name: Self.rowName) }
    }

    func plainText(in scene: Scene) -> String { list.rows.map { text(of: $0, in: scene) + "\n" }.joined() }

    // MARK: - Drawing

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText { filterWords(glyphs) }

    /// `· filter: 401`, where rows are left out.
    func filterWords(_ glyphs: Glyphs) -> StyledText {
        guard let find = list.find, find.kind == .filter, !find.words.isEmpty else { return StyledText() }
        return StyledText.words(" · ", .dim, glyphs: glyphs) + StyledText("filter: ", .warning)
            + SafeText.line(find.words, style: .warning, glyphs: glyphs)
    }

    func isMarked(_: Row, isSelected: Bool) -> Bool { isSelected }
    func markedPlace(of _: Row, in place: Rect, _: Scene, _: Glyphs) -> Rect { place }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        drawRows(on: &canvas, in: area, isFocused: isFocused, scene)
    }

    /// The rows in sight, or what stands in their place: all of a pane that has nothing above or below them.
    func drawRows(
        on canvas: inout Canvas, in area: Rect, barBeside edge: Rect? = nil, isFocused: Bool, _ scene: Scene
    ) {
        if list.isEmpty { return canvas.write(absence(in: scene, canvas, width: area.width), in: area) }
        canvas.draw(list, in: area, barBeside: edge) { canvas, row, place, isSelected in
            draw(row, on: &canvas, in: place, scene)
            canvas.highlight(list.find, in: place)
            guard isMarked(row, isSelected: isSelected) else { return }
            let marked = markedPlace(of: row, in: place, scene, canvas.glyphs)
            if isFocused {
                canvas.select(marked)
            } else if Self.marksSelection {
                canvas.surface.recolor(marked, .selectionUnfocused)
            }
        }
    }
}

extension OwnKey where Owner: ListPane {
    /// Opens the field for the words that find rows.
    static func find(_ binding: Binding, obstacle: Words? = nil) -> OwnKey {
        OwnKey(binding, obstacle: obstacle) { $0.list.find?.open() }
    }

    static var nextMatch: OwnKey { OwnKey(.nextMatch) { $0.list.stepMatch(by: 1) } }
    static var previousMatch: OwnKey { OwnKey(.previousMatch) { $0.list.stepMatch(by: -1) } }

    /// Follows the newest row, or stops that.
    static func follow(_ summary: String, _ group: Binding.Group) -> OwnKey {
        OwnKey(
            ["F"], "follow", summary, group, label: { pane, _ in pane.list.isFollowing ? "unfollow" : nil },
            change: { $0.list.follow(!$0.list.isFollowing) })
    }
}

extension FindField {
    /// The prompt while words are typed.
    var prompt: Prompt? {
        field.map {
            Prompt(title: title, verb: kind == .filter ? "done" : "search", field: $0, placeholder: placeholder)
        }
    }
}

import SessionCore
import TerminalUI

/// What is written in the selected token, and what is said of it.
struct ClaimsPane: Pane {
    static let title = "Claims"
    static let summary = "the selected token: its signature, what is unusual, claims and header"

    private(set) var subject: InspectedToken?
    private(set) var list = ScrollList()
    private(set) var search = SearchField()
    private(set) var rows: [ClaimRow] = []
    /// The columns of the names of what is said of the token, and of its members.
    private var (factWidth, memberWidth) = (0, 0)
    private var facts: [ClaimLine] = []
    private var members: [ClaimLine] = []
    /// The long members that are drawn whole, because what was searched for stands in them.
    private var unfolded: Set<Int> = []
    private var memberRows: [ClaimRow] = []
    private var width = 0

    enum Action: String, OwnAction {
        case search
        case nextMatch = "next-match"
        case previousMatch = "previous-match"

        var entry: OwnKey<ClaimsPane> {
            switch self {
            case .search: OwnKey(.search) { $0.search.open() }
            case .nextMatch: OwnKey(.nextMatch) { $0.moveMatch(by: 1) }
            case .previousMatch: OwnKey(.previousMatch) { $0.moveMatch(by: -1) }
            }
        }
    }

    /// Shows a token; another one is shown from its beginning.
    mutating func show(_ subject: InspectedToken?) {
        let isOther = subject?.id != self.subject?.id
        self.subject = subject
        members = subject?.members() ?? []
        width = 0
        guard isOther else { return }
        search = SearchField()
        list = ScrollList()
        unfolded = []
    }

    /// Whether that is what is shown; how many calls carried the token is not.
    func shows(_ other: InspectedToken?) -> Bool {
        var other = other
        if let answers = subject?.life?.answers { other?.life?.answers = answers }
        if let uses = subject?.uses { other?.uses = uses }
        return other == subject
    }

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func scroll(rows: Int) { list.scroll(rows) }
    mutating func select(row: Int) { list.select(row) }

    // MARK: - Searching

    var prompt: Prompt? { search.prompt("Search in claims:") }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if let text = search.type(key) { find(text, in: scene) }
        return search.vain(key)
    }

    private mutating func find(_ text: String, in scene: Scene) {
        unfold(members.indices.filter { members[$0].hides(text) })
        let matches = ClaimSearch(text, in: rows).matches { row in
            let (value, remark) = row.line.texts(of: subject, in: scene)
            return [row.line.name] + (row.part == nil ? [value, remark] : [])
        }
        search.found = SearchState(text: text, matches: matches, after: list.selection)
        if let match = search.found?.current { list.select(match) }
    }

    /// Draws members whole.
    private mutating func unfold(_ indices: [Int]) {
        guard !unfolded.isSuperset(of: indices) else { return }
        unfolded.formUnion(indices)
        memberRows = memberRows(width: width)
        rows = factRows(width: width) + memberRows
        list.replace(count: rows.count)
    }

    private mutating func moveMatch(by step: Int) {
        search.found?.move(by: step)
        if let match = search.found?.current { list.select(match) }
    }

    mutating func stepBack(in _: Scene) -> Bool { search.close() }

    // MARK: - Shown

    /// Some facts change with time: an expired token is unusual.
    mutating func layOut(_ size: Size, in scene: Scene) {
        let facts = subject?.facts(in: scene) ?? []
        if size.width != width || facts != self.facts {
            setNameWidths(facts, width: size.width)
            if size.width != width { memberRows = memberRows(width: size.width) }
            (self.facts, width) = (facts, size.width)
            rows = factRows(width: width) + memberRows
            list.replace(count: rows.count)
        }
        list.layOut(height: size.height)
    }

    /// Names that are longer than the limit have rows of their own; short ones of both sorts share a column.
    private mutating func setNameWidths(_ facts: [ClaimLine], width: Int) {
        let limit = width < 60 ? 14 : 24
        func longest(_ lines: [ClaimLine]) -> Int {
            lines.filter { $0.kind != .heading }.map(\.nameColumns).filter { $0 <= limit }.max() ?? 0
        }
        (factWidth, memberWidth) = (longest(facts), longest(members))
        let shared = max(factWidth, memberWidth)
        if shared <= 16 { (factWidth, memberWidth) = (shared, shared) }
    }

    func nameWidth(of line: ClaimLine) -> Int {
        if case .member = line.kind { memberWidth } else { factWidth }
    }

    private func factRows(width: Int) -> [ClaimRow] {
        ClaimRow.rows(of: facts, nameWidth: factWidth, width: width) { _ in true }
    }

    private func memberRows(width: Int) -> [ClaimRow] {
        ClaimRow.rows(of: members, nameWidth: memberWidth, width: width, isUnfolded: unfolded.contains)
    }

    func hints(in _: Scene) -> [Action] { rows.isEmpty ? [] : [.search] }

    func selection(in _: Scene) -> CopyText? {
        guard rows.indices.contains(list.selection) else { return nil }
        let line = rows[list.selection].line
        guard line.kind != .heading else { return nil }
        return CopyText(line.plainValue, name: line.name.isEmpty ? "the value" : "the value of \(line.name)")
    }

    func plainText(in scene: Scene) -> String {
        guard let subject else { return "" }
        let lines = subject.facts(in: scene) + subject.members(limit: .max)
        return ([subject.name] + lines.map { $0.plainLine(of: subject, in: scene) }).joined(separator: "\n") + "\n"
    }
}

extension ClaimLine {
    var indent: Int {
        if case .member(let depth) = kind { 2 + depth * 2 } else { 0 }
    }

    fileprivate func plainLine(of token: InspectedToken, in scene: Scene) -> String {
        let (value, remark) = texts(of: token, in: scene)
        let start = String(repeating: " ", count: indent) + name
        return start + (value.isEmpty ? "" : "  \(value)") + (remark.isEmpty ? "" : "  (\(remark))")
    }
}

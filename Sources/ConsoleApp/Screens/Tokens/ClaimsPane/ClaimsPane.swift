import SessionCore
import TerminalUI

/// What is written in the selected token, and what is said of it.
struct ClaimsPane: ListPane {
    static let title = "Claims"
    static let summary = "the selected token: its signature, what is unusual, claims and header"

    private(set) var subject: InspectedToken?
    var list = RowList<ClaimRow>(find: Self.search)
    private static let search = FindField.search("Search in claims:")
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
            case .search: .find(.search)
            case .nextMatch: .nextMatch
            case .previousMatch: .previousMatch
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
        list = RowList(find: Self.search)
        unfolded = []
    }

    /// Whether that is what is shown; how many calls carried the token is not.
    func shows(_ other: InspectedToken?) -> Bool {
        var other = other
        if let answers = subject?.life?.answers { other?.life?.answers = answers }
        if let uses = subject?.uses { other?.uses = uses }
        return other == subject
    }

    // MARK: - Searching

    mutating func findWords(in scene: Scene) {
        guard let text = list.find?.words, !text.isEmpty else { return }
        unfold(members.indices.filter { members[$0].hides(text) })
        let matches = ClaimSearch(text, in: list.rows).matches { row in
            let (value, remark) = row.line.texts(of: subject, in: scene)
            return [row.line.name] + (row.part == nil ? [value, remark] : [])
        }
        list.found(matches)
    }

    /// Draws members whole.
    private mutating func unfold(_ indices: [Int]) {
        guard !unfolded.isSuperset(of: indices) else { return }
        unfolded.formUnion(indices)
        memberRows = memberRows(width: width)
        list.replace(factRows(width: width) + memberRows)
    }

    // MARK: - Shown

    /// Some facts change with time: an expired token is unusual.
    mutating func layOut(_ size: Size, in scene: Scene) {
        let facts = subject?.facts(in: scene) ?? []
        if size.width != width || facts != self.facts {
            setNameWidths(facts, width: size.width)
            if size.width != width { memberRows = memberRows(width: size.width) }
            (self.facts, width) = (facts, size.width)
            list.replace(factRows(width: width) + memberRows)
        }
        list.layOut(size)
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
        ClaimRow.rows(of: facts, areMembers: false, nameWidth: factWidth, width: width) { _ in true }
    }

    private func memberRows(width: Int) -> [ClaimRow] {
        ClaimRow.rows(
            of: members, areMembers: true, nameWidth: memberWidth, width: width, isUnfolded: unfolded.contains)
    }

    func hints(in _: Scene) -> [Action] { list.isEmpty ? [] : [.search] }

    func text(of row: ClaimRow, in _: Scene) -> String { row.line.plainValue }

    func selection(in _: Scene) -> CopyText? {
        guard let line = selected?.line, line.kind != .heading else { return nil }
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

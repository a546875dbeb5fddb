import ConsoleKit
import TerminalUI

/// What the program that is watched prints, newest last; keys can be typed into it.
struct OutputPane: ListPane {
    static let title = "Output"
    static let summary = "what the program that is watched prints, and where it is typed into"
    static let endsAboveNotice = true
    static let rowName = "the line"

    var list = RowList<Teletype.Line>(isFollowing: true, find: .search("Search in output:"))
    /// Whether all keys go to the program.
    private(set) var isTyping = false
    private(set) var cursor = Teletype.Cursor(line: 0, column: 0)
    private(set) var use = Teletype.Use.lines
    /// The pane's inside, which is the program's screen; `nil` until it was in sight.
    private(set) var size: Size?

    enum Action: String, OwnAction {
        case type = "type-into-program"
        case stop = "stop-typing"
        case search
        case nextMatch = "next-match"
        case previousMatch = "previous-match"
        case follow = "follow-output"

        var entry: OwnKey<OutputPane> {
            switch self {
            case .type:
                OwnKey(
                    [.enter], "type", "type into the program: all keys go to it until ctrl-]", .text,
                    obstacle: { $1.commandEnd.map { "the program has \($0.words)" } },
                    change: { $0.beginTyping() })
            case .stop:
                OwnKey([.control("]")], "stop typing", "stop typing into the program", .text) { $0.isTyping = false }
            case .search: OwnKey(.search) { $0.list.find?.open() }
            case .nextMatch: OwnKey(.nextMatch) { $0.step(toMatch: 1, in: $1) }
            case .previousMatch: OwnKey(.previousMatch) { $0.step(toMatch: -1, in: $1) }
            case .follow: .follow("keep the newest line selected", .text)
            }
        }
    }

    // MARK: - What happens

    mutating func observe(_ change: Teletype.Change) {
        (cursor, use) = (change.cursor, change.use)
        let first = change.lines.first?.id ?? .max
        guard change.firstKept < first || !list.isEmpty else { return list.replace(change.lines) }
        let last = change.lines.last?.id ?? .max
        list.removeAll { $0.id < change.firstKept || $0.id > last }
        guard let kept = list.rows.first?.id, first >= kept else { return list.replace(change.lines) }
        for line in change.lines {
            if line.id - kept < list.count { list.change(line.id - kept) { $0 = line } } else { list.append(line) }
        }
    }

    mutating func stopTyping() { isTyping = false }

    /// The last line that says something, for a notice.
    var lastWords: String? { list.rows.last { !$0.text.trimmed.isEmpty }?.text.trimmed }

    // MARK: - Typing

    private mutating func beginTyping() {
        isTyping = true
        list.follow(true)
    }

    var prompt: Prompt? {
        guard isTyping else { return list.find?.prompt }
        return Prompt(
            title: "All keys go to the program", verb: "", wayOut: Action.stop.binding, reaches: [.program, .network])
    }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        guard isTyping else { return typeWords(key, in: scene) }
        if Action.stop.binding.keys.contains(key) { return perform(.stop, in: scene) }
        list.follow(true)
        return [.effect(.command(.type(key)))]
    }

    // MARK: - Finding lines

    /// Goes to the next match in a direction; lines may have come and gone since the last one.
    private mutating func step(toMatch step: Int, in scene: Scene) -> [PaneOutput] {
        guard let find = list.find, find.hasSearched else { return [] }
        let places = list.rows.indices.filter { holds(find.words, list.rows[$0], in: scene) }
        let here = list.selection
        let next = step > 0 ? places.first { $0 > here } ?? places.first : places.last { $0 < here } ?? places.last
        guard let next else { return [.foundNothing(find.words)] }
        list.find?.found(places, after: next)
        list.select(next)
        return []
    }

    mutating func layOut(_ size: Size, in _: Scene) {
        list.layOut(size)
        self.size = size
    }

    func hints(in scene: Scene) -> [Action] {
        (scene.commandEnd == nil ? [.type] : []) + [.search] + (list.isFollowing ? [] : [.follow])
    }

    func text(of line: Teletype.Line, in _: Scene) -> String { line.text }
}

extension Teletype.Line: ListRow {}

import ConsoleKit
import SessionCore
import TerminalUI

/// An answer as text, and where the reader is in it.
struct ResponseText: Sendable {
    private(set) var record: ResponseRecord?
    private(set) var tab = ResponseTab.pretty
    private(set) var list = ScrollList()
    /// Columns scrolled to the right.
    private(set) var left = 0
    /// The lines of the pretty tab that open a folded object or array.
    private(set) var folded: Set<Int> = []
    /// The lines that are listed: all but those inside a fold.
    private(set) var listed: [Int] = []

    /// Names and values, on the tabs that show no body.
    private(set) var facts = FactRows()
    private var width = 80

    mutating func show(_ record: ResponseRecord) {
        self.record = record
        folded = record.shownBody?.folded ?? []
        start()
    }

    mutating func show(_ body: PreparedBody, of call: CallID) {
        guard record?.call == call else { return }
        record?.body = body
        folded = record?.shownBody?.folded ?? []
        start()
    }

    /// Shows what a command makes of the body, or the body itself.
    mutating func show(_ piped: PipedBody?) {
        record?.piped = piped
        folded = record?.shownBody?.folded ?? []
        start()
    }

    mutating func select(_ tab: ResponseTab) {
        self.tab = tab
        start()
    }

    private mutating func start() {
        left = 0
        list = ScrollList()
        listAnew()
    }

    /// What the body tabs show, or nothing on the others.
    var lines: LineBuffer? {
        guard let body = record?.shownBody else { return nil }
        return switch tab {
        case .pretty: body.pretty ?? body.raw
        case .raw: body.raw
        case .headers, .authorization, .timing: nil
        }
    }

    /// How much of the body the tab shows, where that is not all.
    var part: BodyPart? {
        switch tab {
        case .pretty: record?.shownBody?.prettyPart
        case .raw: record?.shownBody?.rawPart
        case .headers, .authorization, .timing: nil
        }
    }

    private var closingLines: [Int: Int] { tab == .pretty ? record?.shownBody?.closingLines ?? [:] : [:] }

    private mutating func listAnew(selecting line: Int? = nil) {
        guard let lines else {
            let whole = record?.answer.map { tab.facts(of: $0) }
            facts = FactRows(whole ?? record?.partialAnswer?.lines ?? [], width: width)
            list.replace(count: facts.rows.count, selecting: 0)
            return
        }
        facts = FactRows()
        listed = []
        if record?.shownBody?.form == .binary {
            list.replace(count: hexDump.rowCount(of: lines.bytes), selecting: 0)
            return
        }
        let isAsPrepared = tab == .pretty && folded == record?.shownBody?.folded
        listed =
            isAsPrepared
            ? record?.shownBody?.listed ?? []
            : PreparedBody.lines(of: lines, closing: closingLines, folded: tab == .pretty ? folded : [])
        let row = line.flatMap { line in listed.lastIndex { $0 <= line } } ?? 0
        list.replace(count: listed.count, selecting: row)
    }

    private var selectedLine: Int? { listed.indices.contains(list.selection) ? listed[list.selection] : nil }

    /// How a body is shown that is no text.
    var hexDump: HexDump { HexDump(width: width) }

    /// The line that the cursor is on.
    var selectedText: String? {
        if let lines, record?.shownBody?.form != .binary { return selectedLine.map(lines.text) }
        return facts.rows.indices.contains(list.selection) ? facts.lines[facts.rows[list.selection].line].value : nil
    }

    /// Folds or unfolds what the selected line opens, or what encloses it.
    mutating func toggleFold() {
        guard let line = selectedLine else { return }
        let closing = closingLines
        let opener =
            closing[line] != nil
            ? line : closing.filter { $0.key < line && line <= $0.value }.map(\.key).max()
        guard let opener else { return }
        if folded.contains(opener) { folded.remove(opener) } else { folded.insert(opener) }
        listAnew(selecting: opener)
    }

    /// The lines of the tab that hold a text.
    func lines(containing text: String) -> [Int] {
        if let lines, record?.shownBody?.form != .binary { return lines.lines(containing: text) }
        return facts.rows.indices.filter { facts.rows[$0].part.contains(text) }
    }

    /// The line that a search starts from.
    var currentLine: Int { selectedLine ?? list.selection }

    /// Selects a line, unfolding what encloses it.
    mutating func reveal(_ line: Int) {
        guard lines != nil else { return list.select(line) }
        let openers = closingLines.filter { folded.contains($0.key) && $0.key < line && line <= $0.value }.map(\.key)
        if !openers.isEmpty {
            folded.subtract(openers)
            listAnew(selecting: line)
        }
        if let row = listed.firstIndex(of: line) { list.select(row) }
    }

    mutating func scroll(columns: Int) { left = max(0, left + columns) }
    mutating func layOut(_ size: Size) {
        if size.width != width {
            let byte = list.selection * hexDump.columns
            width = size.width
            if let lines, record?.shownBody?.form == .binary {
                list.replace(count: hexDump.rowCount(of: lines.bytes), selecting: byte / hexDump.columns)
            } else if lines == nil {
                facts = FactRows(facts.lines, width: width)
                list.replace(count: facts.rows.count)
            }
        }
        list.layOut(height: size.height)
    }

    mutating func scroll(rows: Int) { list.scroll(rows) }
    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func select(row: Int) { list.select(row) }
}

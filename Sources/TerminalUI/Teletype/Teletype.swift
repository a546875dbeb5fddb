/// A terminal of lines: takes what a program prints, and holds its latest lines as cells.
///
/// The program can write over the lines of a screen's height, as progress bars and line editors do; lines above it stay
/// as they are. What a program draws on the alternate screen is left out. Whatever it prints, no cell holds more than a
/// character that is safe to show, and nothing is kept but the lines.
package struct Teletype: Sendable {
    package struct Line: Sendable, Hashable, Identifiable {
        /// Each has one more than the line above it.
        package let id: Int
        package internal(set) var cells: [Cell] = []
        /// Whether the text goes on in the next line, because this one was full.
        var goesOn = false

        package var text: String { cells.map(\.grapheme).joined() }
    }

    /// How a program uses the screen.
    package enum Use: Sendable, Hashable {
        /// The program prints lines, and may change the last ones.
        case lines
        /// The program writes at places of the screen.
        case places
        /// The program has a screen of its own, which is not shown.
        case ownScreen
    }

    /// What a program has asked the keyboard for.
    package struct KeyModes: Sendable, Hashable {
        package var sendsApplicationArrows = false
        package var marksPastes = false

        package init() {}
    }

    /// What has changed since the last one was taken.
    package struct Change: Sendable {
        /// Lines before this one are no longer kept.
        package let firstKept: Int
        /// All lines from the first that has changed or come.
        package let lines: [Line]
        package let cursor: Cursor
        package let use: Use
    }

    package struct Cursor: Sendable, Hashable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
    }

    private enum Aim { case home, place }

    package internal(set) var lines = [Line(id: 0)]
    package private(set) var keyModes = KeyModes()
    private(set) var size: Size
    private var use = Use.lines
    private var hasOwnScreen = false
    /// Where the cursor was sent to, until something is done there.
    private var aim: Aim?
    private var grammar = OutputGrammar()
    private var pen = Pen()
    /// The place of the cursor's line among those that are kept.
    var row = 0
    /// The columns before the cursor; all of them at the end of a full line.
    var column = 0
    private var saved: (row: Int, column: Int)?
    /// The line that the screen begins with, at the earliest.
    private var screenStart = 0
    /// The first line that has changed; `nil` where none has.
    var changed: Int? = 0
    private var replies: [UInt8] = []

    private static let lineLimit = 5_000
    private static let cellLimit = 1_000_000
    private static let replyLimit = 256
    private static let largest = Size(width: 1_000, height: 500)

    package init(size: Size = Size(width: 80, height: 24)) { self.size = size }

    package mutating func feed(_ bytes: some Sequence<UInt8>) {
        for step in grammar.steps(in: bytes) {
            switch step {
            case .text(let text): if !hasOwnScreen { print(text) }
            case .control(let byte): if !hasOwnScreen { obey(control: byte) }
            case .escape(let byte): if !hasOwnScreen { obey(escape: byte) }
            case .function(let function): obey(function)
            }
        }
    }

    /// Another size of the screen; lines that went on are put together and divided anew.
    package mutating func resize(_ size: Size) {
        let size = Size(
            width: min(max(1, size.width), Self.largest.width), height: min(max(1, size.height), Self.largest.height))
        let isOfOtherWidth = size.width != self.size.width
        self.size = size
        if isOfOtherWidth { divideLines(width: size.width) }
        row = max(row, top)
        saved = nil
    }

    /// What has changed since the last time; `nil` where nothing has.
    package mutating func takeChange() -> Change? {
        guard let changed else { return nil }
        self.changed = nil
        return Change(
            firstKept: lines[0].id, lines: Array(lines[max(0, min(lines.count, changed - lines[0].id))...]),
            cursor: Cursor(line: lines[row].id, column: min(column, size.width - 1)), use: use)
    }

    /// Answers to the program's questions since the last time, to be typed for the user.
    package mutating func takeReplies() -> [UInt8] {
        defer { replies = [] }
        return replies
    }

    // MARK: - Text

    private mutating func print(_ text: String) {
        markUse()
        var text = text
        // A mark belongs to the character before it, which may have come earlier.
        if let first = text.unicodeScalars.first, ScalarKind(first) == .mark, let base = takeCellBefore() {
            text = base + text
        }
        DisplayUnit.forEach(in: text) { unit in
            put(Cell(unit, style: pen.style))
            return true
        }
    }

    private mutating func takeCellBefore() -> String? {
        let cells = lines[row].cells
        guard column > 0, column <= cells.count else { return nil }
        let start = cells[column - 1].isContinuation ? column - 2 : column - 1
        guard start >= 0 else { return nil }
        column = start
        return cells[start].grapheme
    }

    private mutating func put(_ cell: Cell) {
        let width = Int(cell.width)
        guard width <= size.width else { return }
        if column + width > size.width {
            lines[row].goesOn = true
            feedLine()
            column = 0
        }
        change { cells, column in cells.put(cell, at: column) }
        column += width
    }

    /// Changes the cursor's line.
    private mutating func change(_ body: (inout [Cell], Int) -> Void) {
        body(&lines[row].cells, column)
        markChange(row)
    }

    private mutating func change(_ body: (inout [Cell]) -> Void) { change { cells, _ in body(&cells) } }

    private mutating func markChange(_ row: Int) { changed = min(changed ?? .max, lines[row].id) }

    // MARK: - The screen

    /// The place of the screen's first line.
    private var top: Int { max(0, screenStart - lines[0].id, lines.count - size.height) }

    private mutating func feedLine() {
        if row + 1 == lines.count { appendLine() }
        row += 1
        markChange(row)
    }

    private mutating func appendLine() {
        lines.append(Line(id: lines[lines.count - 1].id + 1))
        let limit = min(Self.lineLimit, max(size.height, Self.cellLimit / size.width))
        guard lines.count > limit + limit / 10 else { return }
        let gone = lines.count - limit
        lines.removeFirst(gone)
        row = max(0, row - gone)
        saved?.row -= gone
    }

    /// Moves the cursor to a line of the screen, which may have none there yet.
    private mutating func move(to wanted: Int) {
        let last = top + size.height - 1
        let wanted = min(max(top, wanted), last)
        while lines.count <= wanted { appendLine() }
        row = wanted
        changed = min(changed ?? .max, lines[row].id)
    }

    private mutating func move(toColumn wanted: Int) {
        column = min(max(0, wanted), size.width - 1)
        changed = min(changed ?? .max, lines[row].id)
    }

    /// Begins a new screen; what stood on the one before stays above it.
    private mutating func clearScreen() {
        aim = nil
        if !lines[lines.count - 1].cells.isEmpty { appendLine() }
        row = lines.count - 1
        screenStart = lines[row].id
        markChange(row)
    }

    private mutating func eraseBelow() {
        change { cells, column in cells.cut(at: column) }
        lines[row].goesOn = false
        lines.removeSubrange((row + 1)...)
    }

    private mutating func eraseAbove() {
        for place in top..<max(top, row) { lines[place].cells = [] }
        markChange(top)
        change { cells, column in cells.blank(0..<column + 1) }
    }

    /// Records that a program writes at places of the screen: its text goes where the cursor was sent to.
    private mutating func markUse() {
        guard let aim else { return }
        self.aim = nil
        if aim == .place || !lines[row].cells.isEmpty || row + 1 < lines.count { use = .places }
    }

    // MARK: - Controls

    private mutating func obey(control byte: UInt8) {
        switch byte {
        case 0x08: move(toColumn: min(column, size.width - 1) - 1)
        case 0x09: move(toColumn: (column / 8 + 1) * 8)
        case 0x0A...0x0C:
            markUse()
            feedLine()
        case 0x0D: move(toColumn: 0)
        default: break
        }
    }

    private mutating func obey(escape byte: UInt8) {
        switch byte {
        case UInt8(ascii: "7"): saved = (row, column)
        case UInt8(ascii: "8"): restoreCursor()
        case UInt8(ascii: "D"): feedLine()
        case UInt8(ascii: "E"):
            feedLine()
            move(toColumn: 0)
        case UInt8(ascii: "M"): move(to: row - 1)
        case UInt8(ascii: "c"): pen = Pen()
        default: break
        }
    }

    private mutating func restoreCursor() {
        guard let saved else { return }
        aim = nil
        move(to: saved.row)
        move(toColumn: saved.column)
    }

    private mutating func obey(_ function: ControlFunction) {
        if function.mark == "?" { return setMode(function) }
        guard function.mark == nil else { return }
        switch function.name {
        case "n", "c": return answer(function)
        default: break
        }
        guard !hasOwnScreen else { return }
        let (count, width) = (function.count, size.width)
        switch function.name {
        case "m": pen.select(function.parameters)
        case "A": move(to: row - count)
        case "B", "e": move(to: row + count)
        case "C", "a": move(toColumn: column + count)
        case "D": move(toColumn: min(column, size.width - 1) - count)
        case "E", "F":
            move(to: row + (function.name == "E" ? count : -count))
            move(toColumn: 0)
        case "G", "`": move(toColumn: count - 1)
        case "H", "f": aim(atRow: count, column: max(1, function.number(1)))
        case "d": aim(atRow: count, column: column + 1)
        case "J": erase(function.number())
        case "K": eraseInLine(function.number())
        case "@": change { cells, column in cells.insert(count, at: column, limit: width) }
        case "P": change { cells, column in cells.remove(count, at: column) }
        case "X": change { cells, column in cells.blank(column..<column + min(count, width)) }
        case "r": if !function.parameters.isEmpty { use = .places }
        case "s": saved = (row, column)
        case "u": restoreCursor()
        default: break
        }
    }

    private mutating func aim(atRow number: Int, column: Int) {
        move(to: top + number - 1)
        move(toColumn: column - 1)
        aim = number == 1 && column == 1 ? .home : .place
    }

    private mutating func erase(_ part: Int) {
        switch part {
        case 0: if aim == .home { clearScreen() } else { eraseBelow() }
        case 1: eraseAbove()
        case 2: clearScreen()
        default: break
        }
    }

    private mutating func eraseInLine(_ part: Int) {
        switch part {
        case 0:
            change { cells, column in cells.cut(at: column) }
            lines[row].goesOn = false
        case 1: change { cells, column in cells.blank(0..<column + 1) }
        case 2:
            change { $0 = [] }
            lines[row].goesOn = false
        default: break
        }
    }

    private mutating func setMode(_ function: ControlFunction) {
        let isOn = function.name == "h"
        guard isOn || function.name == "l" else { return }
        for mode in function.parameters.compactMap(\.first) {
            switch mode {
            case 1:
                keyModes.sendsApplicationArrows = isOn
                // Programs that draw screens have the keys so, and give them back at their end.
                if !isOn, use == .places { setUse(.lines) }
            case 2004: keyModes.marksPastes = isOn
            case 47, 1047, 1049:
                hasOwnScreen = isOn
                setUse(isOn ? .ownScreen : .lines)
            default: break
            }
        }
    }

    private mutating func setUse(_ use: Use) {
        self.use = use
        aim = nil
        markChange(row)
    }

    /// Device status reports, and the attributes of a VT102: a program may wait for them.
    private mutating func answer(_ function: ControlFunction) {
        guard replies.count < Self.replyLimit else { return }
        switch (function.name, function.number()) {
        case ("n", 5): replies += Array("\u{1B}[0n".utf8)
        case ("n", 6): replies += Array("\u{1B}[\(row - top + 1);\(min(column, size.width - 1) + 1)R".utf8)
        case ("c", 0): replies += Array("\u{1B}[?6c".utf8)
        default: break
        }
    }
}

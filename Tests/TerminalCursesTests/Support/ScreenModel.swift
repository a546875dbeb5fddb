import TerminalUI

/// A terminal's screen as the sequences of xterm leave it: text and places alone, no colours.
///
/// It knows nothing of clusters: every scalar advances by its own width, as on the plainest terminals.
struct ScreenModel {
    private(set) var rows: [[String]]
    private(set) var unknown: [String] = []
    private let size: Size
    /// Behind the last column once that is written: where the cursor stands there, the next character would wrap.
    private var place = Point.zero
    private var saved = Point.zero

    init(_ size: Size) {
        self.size = size
        rows = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    }

    var cursor: Point { Point(x: min(place.x, size.width - 1), y: place.y) }

    var lines: [String] {
        rows.map { row in
            var line = row.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    mutating func write(_ output: String) {
        var rest = output.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\u{1B}": escape(&rest)
            case "\r": place.x = 0
            case "\n": place = Point(x: cursor.x, y: min(place.y + 1, size.height - 1))
            case "\u{8}": place.x = max(0, cursor.x - 1)
            case "\u{F}", "\u{E}": break
            default: put(scalar)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let category = scalar.properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark || (0x1160...0x11FF).contains(scalar.value) {
            let base = place.x > 1 && rows[place.y][place.x - 1].isEmpty ? place.x - 2 : max(0, place.x - 1)
            rows[place.y][base].unicodeScalars.append(scalar)
            return
        }
        let width = TextWidth.columns(of: Character(scalar))
        guard place.x + width <= size.width else {
            unknown.append("beyond the edge: \(scalar)")
            return
        }
        clear(place.x..<(place.x + width), in: place.y)
        rows[place.y][place.x] = String(scalar)
        // The text of the second column is empty, as on a surface.
        if width == 2 { rows[place.y][place.x + 1] = "" }
        place.x += width
    }

    /// Blanks columns, and the other half of whatever reaches into them.
    private mutating func clear(_ columns: Range<Int>, in row: Int) {
        guard let first = columns.first else { return }
        let start = rows[row][first].isEmpty ? first - 1 : first
        let isCut = columns.upperBound < size.width && rows[row][columns.upperBound].isEmpty
        for column in start..<(columns.upperBound + (isCut ? 1 : 0)) { rows[row][column] = " " }
    }

    private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
        guard let kind = rest.popFirst() else { return }
        switch kind {
        case "(", ")": _ = rest.popFirst()
        case "=", ">": break
        case "7": saved = place
        case "8": place = saved
        case "[": control(&rest)
        case "]": skipString(&rest)
        default: unknown.append("ESC \(kind)")
        }
    }

    /// Titles and links: no text, and ended by BEL or ESC backslash.
    private func skipString(_ rest: inout Substring.UnicodeScalarView) {
        while let next = rest.popFirst(), next != "\u{7}" {
            if next == "\u{1B}", rest.first == "\\" {
                rest.removeFirst()
                return
            }
        }
    }

    private mutating func control(_ rest: inout Substring.UnicodeScalarView) {
        var parameters = ""
        while let next = rest.popFirst() {
            guard next.value >= 0x40 else {
                parameters.unicodeScalars.append(next)
                continue
            }
            act(Character(next), parameters)
            return
        }
    }

    private mutating func act(_ command: Character, _ parameters: String) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = max(1, numbers.first ?? 1)
        switch command {
        case "H": place = Point(x: (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1, y: first - 1)
        case "A": place = Point(x: cursor.x, y: max(0, cursor.y - first))
        case "B": place = Point(x: cursor.x, y: min(size.height - 1, cursor.y + first))
        case "C": place.x = min(size.width - 1, cursor.x + first)
        case "D": place.x = max(0, cursor.x - first)
        case "G": place.x = first - 1
        case "d": place = Point(x: cursor.x, y: first - 1)
        case "J": erase(from: cursor, to: Point(x: size.width, y: size.height - 1))
        case "K":
            let start = numbers.first == 1 ? Point(x: 0, y: cursor.y) : cursor
            erase(from: start, to: Point(x: numbers.first == 1 ? cursor.x + 1 : size.width, y: cursor.y))
        case "X": erase(from: cursor, to: Point(x: min(size.width, cursor.x + first), y: cursor.y))
        case "b": for _ in 0..<first { repeatLast() }
        case "m", "h", "l", "r", "t": break
        default: unknown.append("CSI \(parameters)\(command)")
        }
    }

    private mutating func repeatLast() {
        guard place.x > 0, let scalar = rows[place.y][place.x - 1].unicodeScalars.first else { return }
        put(scalar)
    }

    private mutating func erase(from start: Point, to end: Point) {
        for y in start.y...end.y {
            clear((y == start.y ? start.x : 0)..<(y == end.y ? end.x : size.width), in: y)
        }
    }
}

import TerminalUI

/// A terminal's screen as the sequences of xterm leave it: text and places alone, no colours.
///
/// It knows nothing of clusters: every scalar advances by its own width, as on the plainest terminals.
struct ScreenModel {
    private(set) var rows: [[String]]
    private(set) var cursor = Point.zero
    private(set) var unknown: [String] = []
    private let size: Size

    init(_ size: Size) {
        self.size = size
        rows = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    }

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
            case "\r": cursor.x = 0
            case "\n": cursor.y = min(cursor.y + 1, size.height - 1)
            case "\u{8}": cursor.x = max(0, cursor.x - 1)
            case "\u{F}", "\u{E}": break
            default: put(scalar)
            }
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let category = scalar.properties.generalCategory
        if category == .nonspacingMark || category == .enclosingMark || (0x1160...0x11FF).contains(scalar.value) {
            rows[cursor.y][max(0, cursor.x - 1)].unicodeScalars.append(scalar)
            return
        }
        let width = TextWidth.columns(of: Character(scalar))
        guard cursor.x + width <= size.width else {
            unknown.append("beyond the edge: \(scalar)")
            return
        }
        rows[cursor.y][cursor.x] = String(scalar)
        // The text of the second column is empty, as on a surface.
        if width == 2 { rows[cursor.y][cursor.x + 1] = "" }
        cursor.x += width
    }

    private mutating func escape(_ rest: inout Substring.UnicodeScalarView) {
        guard let kind = rest.popFirst() else { return }
        switch kind {
        case "(", ")": _ = rest.popFirst()
        case "=", ">", "7", "8": break
        case "[": control(&rest)
        default: unknown.append("ESC \(kind)")
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
        case "H": cursor = Point(x: (numbers.count > 1 ? max(1, numbers[1]) : 1) - 1, y: first - 1)
        case "A": cursor.y = max(0, cursor.y - first)
        case "B": cursor.y = min(size.height - 1, cursor.y + first)
        case "C": cursor.x = min(size.width - 1, cursor.x + first)
        case "D": cursor.x = max(0, cursor.x - first)
        case "G": cursor.x = first - 1
        case "d": cursor.y = first - 1
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
        guard let scalar = rows[cursor.y][cursor.x - 1].unicodeScalars.first else { return }
        put(scalar)
    }

    private mutating func erase(from start: Point, to end: Point) {
        for y in start.y...end.y {
            for x in (y == start.y ? start.x : 0)..<(y == end.y ? end.x : size.width) { rows[y][x] = " " }
        }
    }
}

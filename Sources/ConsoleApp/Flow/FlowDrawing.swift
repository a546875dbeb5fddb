import ConsoleKit
import Scenarios
import TerminalUI

/// Draws the rows of a flow as SVG: lanes from left to right, arrows with labels between them, and the rest of the
/// words beside them.
struct FlowDrawing {
    /// Rows under the names of the lanes.
    struct Sheet {
        fileprivate(set) var rows: [String] = []
        fileprivate(set) var height = 44
    }

    private struct Row {
        var svg: String
        var height: Int
    }

    // In pixels.
    private static let firstLane = 160
    private static let lineHeight = 17
    private static let mostHeight = 900
    /// What a character of the text's font needs.
    private static let characterWidth = 7.25
    /// The columns of the words beside the lanes, and their lines at most.
    private static let columns = 64
    private static let mostLines = 4

    private let laneSet: LaneSet
    private var lanes: [Lane] { laneSet.lanes }

    init(_ laneSet: LaneSet) { self.laneSet = laneSet }

    private var gap: Int { lanes.count <= 3 ? 190 : 152 }
    private var lastLane: Int { Self.firstLane + gap * (lanes.count - 1) }
    private var wordsStart: Int { lastLane + 76 }
    private var width: Int { wordsStart + Self.width(of: Self.columns) + 8 }

    private func place(_ lane: Lane) -> Int { Self.firstLane + gap * (lanes.firstIndex(of: lane) ?? 0) }

    private static func width(of columns: Int) -> Int { Int((Double(columns) * characterWidth).rounded(.up)) }

    // MARK: - Sheets

    /// The items on sheets of limited height; a message and its answer are on one.
    func sheets(of items: [FlowItem]) -> [Sheet] {
        var sheets = [Sheet()]
        var lastTime = ""
        for item in items {
            let rows = item.diagramRows(at: laneSet).map(row)
            let height = rows.reduce(0) { $0 + $1.height }
            if let last = sheets.last, !last.rows.isEmpty, last.height + height > Self.mostHeight {
                sheets.append(Sheet())
                lastTime = ""
            }
            let time = item.began.date.utcClock
            for (index, row) in rows.enumerated() {
                let clock = index == 0 && time != lastTime ? "<text class=\"time\" x=\"8\" y=\"14\">\(time)</text>" : ""
                let place = sheets[sheets.count - 1].height
                sheets[sheets.count - 1].rows.append("<g transform=\"translate(0 \(place))\">\(clock)\(row.svg)</g>")
                sheets[sheets.count - 1].height += row.height
            }
            lastTime = time
        }
        return sheets
    }

    func document(_ sheet: Sheet, name: String, title: String, description: String) -> String {
        let heads = lanes.map { lane in
            let (x, half) = (place(lane), Self.width(of: lane.title.count) / 2 + 12)
            return """
                <line class="life" x1="\(x)" y1="32" x2="\(x)" y2="\(sheet.height)"/>
                <g class="lane"><rect x="\(x - half)" y="6" width="\(2 * half)" height="26" rx="5"/>\
                <text x="\(x)" y="23" \
                text-anchor="middle">\(Quoting.xml(SafeText.plain(lane.title, glyphs: .unicode)))</text></g>
                """
        }
        return """
            <svg class="flow" role="img" aria-labelledby="\(name)-title \(name)-description" \
            viewBox="0 0 \(width) \(sheet.height + 8)">
            <title id="\(name)-title">\(title)</title>
            <desc id="\(name)-description">\(description)</desc>
            \((heads + sheet.rows).joined(separator: "\n"))
            </svg>
            """
    }

    // MARK: - Rows

    private func row(_ row: DiagramRow) -> Row {
        switch row.shape {
        case .note(let lane): rowOfNote(row, from: place(lane), isAcross: false)
        case .line: rowOfNote(row, from: Self.firstLane, isAcross: true)
        case .sent(let from, let to): arrow(row, from, to, "arrow")
        case .answered(let from, let to): arrow(row, from, to, "arrow answer")
        case .lost(let from, let to): arrow(row, from, to, "arrow answer", isLost: true)
        }
    }

    /// Words in a box that begins, or to the right of the middle ends, at a lane.
    private func rowOfNote(_ row: DiagramRow, from x: Int, isAcross: Bool) -> Row {
        let isLeft = x - Self.firstLane <= lastLane - x
        let room = isLeft ? wordsStart - x : x
        let (label, words) = texts(row, columns: Int(Double(room - 24) / Self.characterWidth))
        let boxWidth = Self.width(of: TextWidth.columns(of: label)) + 16
        let start = isLeft ? x - 12 : x + 12 - boxWidth
        let across =
            isAcross
            ? "<path class=\"across\" d=\"M \(Self.firstLane - 40) 11 H \(lastLane + 40)\" stroke-width=\"2\"/>" : ""
        return Row(
            svg: """
                <g class="\(row.tone.rawValue)">\(across)\
                <g class="note"><rect x="\(start)" y="0" width="\(boxWidth)" height="22" rx="11"/>\
                <text class="label" x="\(start + 8)" y="15">\(Quoting.xml(label))</text></g>\(words.svg)</g>
                """, height: max(28, words.height + 10))
    }

    private func arrow(_ row: DiagramRow, _ from: Lane, _ to: Lane, _ style: String, isLost: Bool = false) -> Row {
        let (start, end) = (place(from), place(to))
        let (label, words) = texts(row, columns: Int(Double(abs(end - start) - 16) / Self.characterWidth))
        let side = end < start ? -1 : 1
        let tip = end - side * 2
        let head =
            isLost
            ? "<path class=\"arrow\" d=\"M \(tip - 5) 17 l 10 10 m 0 -10 l -10 10\"/>"
            : "<path class=\"head\" d=\"M \(tip) 22 l \(-8 * side) -4 v 8 z\"/>"
        return Row(
            svg: """
                <g class="\(row.tone.rawValue)">\
                <text class="label" x="\((start + end) / 2)" y="15" text-anchor="middle">\(Quoting.xml(label))</text>\
                <path class="\(style)" d="M \(start) 22 H \(tip - side * 6)"/>\(head)\(words.svg)</g>
                """, height: max(34, words.height + 12))
    }

    /// The label with its mark, as far as it has room, and the other words beside the lanes.
    private func texts(_ row: DiagramRow, columns: Int) -> (label: String, words: Row) {
        let mark = row.mark.text(.unicode)
        let whole = SafeText.plain(mark.isEmpty ? row.head : "\(mark) \(row.head)", glyphs: .unicode)
        let isCut = TextWidth.columns(of: whole) > columns
        let label = isCut ? TextWidth.prefix(whole, columns: max(1, columns - 1)) + "…" : whole
        let rest = SafeText.line(
            ((isCut ? [row.head] : []) + row.parts).joined(separator: " · "), style: .text, glyphs: .unicode)
        guard rest.columns > 0 else { return (label, Row(svg: "", height: 0)) }
        let all = rest.wrapped(to: Self.columns)
        var lines = all.prefix(Self.mostLines).map(\.text)
        if all.count > lines.count { lines[lines.count - 1] += " …" }
        let svg = lines.enumerated().map { index, line in
            "<text class=\"more\" x=\"\(wordsStart)\" y=\"\(15 + index * Self.lineHeight)\">\(Quoting.xml(line))</text>"
        }
        return (label, Row(svg: svg.joined(), height: lines.count * Self.lineHeight))
    }
}

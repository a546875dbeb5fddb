import ConsoleKit
import TerminalUI

/// The words of a message, as they fit on its arrow and beyond it.
///
/// The request comes first: the method, the end of the path and the names of parameters; then the reason. The code of
/// an error stands behind a sign that it came back, and beyond the arrow where there is room for it.
struct ArrowText {
    private(set) var onArrow = StyledText()
    private(set) var beyond = StyledText()
    /// Whether some of the words are missing.
    private var isCut = false
    /// Whether it does not even say that there are parameters.
    private(set) var lacksDetail = false
    /// Whether phrases of the reason were left out.
    private let isAbridged: Bool
    /// Whether what is left of the label and the reason is there, each whole and in one place.
    private(set) var isReadable = true
    /// Whether the names of the faults that struck the message are there, whole and in one place.
    private(set) var hasFaults = true

    /// The room on an arrow and beyond it.
    struct Rooms {
        let onArrow: Int
        let beyond: Int
        /// Whether the room beyond is before the arrow, so that no words go on there.
        var isBefore = false

        /// Whether all words stand beyond the arrow, unless it has room for them.
        fileprivate var isArrowShort: Bool { beyond > 2 * onArrow }
        /// Whether there is enough room beyond for words that go on there.
        fileprivate var goesOn: Bool { !isArrowShort && beyond >= 16 }

        fileprivate func fits(_ label: Int, _ reason: Int) -> Bool {
            label + reason <= max(onArrow, beyond) || goesOn && label <= onArrow && reason <= beyond
        }
    }

    /// Places the words of a step.
    init(_ step: FlowStep, in rooms: Rooms, _ canvas: Canvas) {
        let ellipsis = canvas.glyphs.ellipsis
        let gap = canvas.words(Phrase.Joint.gap.rawValue).columns
        let sign = canvas.words(step.answerSign(canvas.glyphs)).columns
        func columns(_ words: String) -> Int { words.isEmpty ? 0 : gap + sign + canvas.words(words).columns }
        let (short, isAbridged) = step.fitted(ellipsis) { rooms.fits(canvas.words($0).columns, columns($1)) }
        self.isAbridged = isAbridged
        let style = step.tone.style
        let label = Words([short.label], step.tone == .plain ? .text : style, canvas)
        let reason = Words(short.why.parts, style, after: gap, sign: step.answerSign(canvas.glyphs), canvas)
        let faults = short.faultWords.map(columns)
        var count = 0
        for detail in step.details {
            count += 1
            place(label, reason, Words(detail.parts, .dim, after: gap, canvas), faults, in: rooms, ellipsis)
            if !isCut { break }
        }
        if isCut {
            place(label, reason, Words([], .dim, canvas), faults, in: rooms, ellipsis)
            lacksDetail = count > 1 && step.why.isEmpty
        }
    }

    /// Words that may go on elsewhere after each of their parts.
    private struct Words {
        var text = StyledText()
        /// The columns where a part may end.
        var ends: [Int] = []
        var columns: Int { text.columns }

        init(_ parts: [String], _ style: Style, after gap: Int = 0, sign: String = "", _ canvas: Canvas) {
            guard parts.contains(where: { !$0.isEmpty }) else { return }
            text = StyledText(String(repeating: " ", count: gap), style) + canvas.words(sign, style)
            for part in parts {
                text += canvas.words(part, style)
                ends.append(text.columns - part.reversed().prefix { $0 == " " }.count)
            }
        }
    }

    /// Whether the label and the reason are there, and without a reason at least the number of parameters.
    var isWhole: Bool { !isAbridged && !lacksDetail && isReadable }

    /// Whether the end of the path and the reason have room in so many columns.
    static func fits(_ step: FlowStep, in room: Int, _ canvas: Canvas) -> Bool {
        func columns(_ label: String, _ reason: String) -> Int {
            let sign = canvas.words(step.answerSign(canvas.glyphs)).columns
            return canvas.words(label).columns + (reason.isEmpty ? 0 : 2 + sign + canvas.words(reason).columns)
        }
        let short = step.fitted(canvas.glyphs.ellipsis, abridging: false) { columns($0, $1) <= room }.step
        return columns(short.label, short.reason) <= room
    }

    private mutating func place(
        _ label: Words, _ reason: Words, _ detail: Words, _ faults: Int?, in rooms: Rooms, _ ellipsis: String
    ) {
        let all = label.text + detail.text + reason.text
        let gap = reason.text.text.prefix { $0 == " " }.count
        (onArrow, beyond, isCut, isReadable, hasFaults) = (StyledText(), StyledText(), false, true, true)
        if all.columns <= rooms.onArrow {
            onArrow = all
        } else if rooms.goesOn, label.columns + detail.columns <= rooms.onArrow, reason.columns - gap <= rooms.beyond {
            onArrow = label.text + detail.text
            beyond = reason.text.dropping(columns: gap, ellipsis: "")
        } else if !rooms.goesOn, all.columns <= rooms.beyond {
            beyond = all
        } else if detail.columns > 0 {
            isCut = true
        } else {
            cut(label, reason, faults, in: rooms, ellipsis)
        }
    }

    /// Places as much of the label and the reason as has room.
    private mutating func cut(_ label: Words, _ reason: Words, _ faults: Int?, in rooms: Rooms, _ ellipsis: String) {
        let all = label.text + reason.text
        /// Says which words are there where so many columns are in one place, and the others in the next.
        func mark(_ first: Int, _ second: Int = 0) {
            let start = first >= all.columns ? 0 : first
            func isThere(_ end: Int) -> Bool { end <= first || start <= label.columns && end - start <= second }
            isReadable = label.columns <= max(first, second) && isThere(all.columns)
            hasFaults = faults.map { isThere(label.columns + $0) } ?? true
        }
        isCut = true
        if rooms.goesOn, label.columns <= rooms.onArrow {
            let needsBoth = reason.columns > rooms.beyond && faults.map { $0 > rooms.beyond } ?? true
            let isReasonInOne = !rooms.isBefore && (all.columns <= rooms.onArrow || needsBoth)
            let ends = reason.ends.map { label.columns + $0 }
            let end = isReasonInOne ? ends.last { $0 <= rooms.onArrow } ?? label.columns : label.columns
            onArrow = all.truncated(to: end, ellipsis: "")
            let gap = all.dropping(columns: end, ellipsis: "").text.prefix { $0 == " " }.count
            let rest = all.dropping(columns: end + gap, ellipsis: "")
            isCut = rest.columns > rooms.beyond
            beyond = rest.truncated(to: rooms.beyond, ellipsis: ellipsis)
            mark(end, gap + rooms.beyond - (isCut ? 1 : 0))
        } else if rooms.beyond > rooms.onArrow {
            beyond = all.truncated(to: rooms.beyond, ellipsis: ellipsis)
            mark(rooms.beyond - (all.columns > rooms.beyond ? 1 : 0))
        } else {
            onArrow = all.truncated(to: max(0, rooms.onArrow), ellipsis: ellipsis)
            mark(rooms.onArrow - (all.columns > rooms.onArrow ? 1 : 0))
        }
    }
}

extension FlowStep {
    /// What stands before the code of an error that came with the answer, unless a fault struck the message.
    fileprivate func answerSign(_ glyphs: Glyphs) -> String {
        error.isEmpty || !faults.isEmpty ? "" : "\(glyphs.arrowHeadLeft) "
    }
}

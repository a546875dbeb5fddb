import TerminalUI

/// The words of a message, as they fit on its arrow and beyond it.
///
/// The method and the end of the path come first, then the reason, then the names of parameters.
struct ArrowText {
    private(set) var onArrow = StyledText()
    private(set) var beyond = StyledText()
    /// Whether some of the words are missing.
    private var isCut = false
    /// Whether it does not even say that there are parameters.
    private(set) var lacksDetail = false
    /// Whether phrases of the reason were left out.
    private var isAbridged = false
    /// The method and the end of the path, and the reason.
    private let label, reason: String

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

    /// Fewer columns of parameters than this are left out.
    private static let leastDetail = 8

    /// Places the words of a step.
    init(_ step: FlowStep, in rooms: Rooms, _ canvas: Canvas) {
        let ellipsis = canvas.glyphs.ellipsis
        func words(_ text: String, _ style: Style) -> StyledText {
            text.isEmpty ? StyledText() : canvas.words("  \(text)", style)
        }
        let fits = { rooms.fits(canvas.words($0).columns, words($1, .text).columns) }
        var short = step.shortened(ellipsis, toFit: fits)
        if !fits(short.label, short.reason), let abridged = short.abridged(toFit: fits) {
            (short, isAbridged) = (abridged, true)
        }
        let label = canvas.words(short.label, step.tone == .plain ? .text : step.tone.style)
        let reason = words(short.reason, step.tone.style)
        (self.label, self.reason) = (label.text, canvas.words(short.reason).text)
        let faults = step.faultWords.map { canvas.words($0).columns }
        let details = step.details
        for detail in details + (details.count > 1 || !step.process.isEmpty ? [""] : []) {
            place(label, reason, words(detail, .dim), faults, in: rooms, ellipsis)
            lacksDetail = detail.isEmpty && details.count > 1 && step.reason.isEmpty
            if !isCut { break }
        }
    }

    /// Whether the label and the reason are there, each whole and in one place, and without a reason at least the number
    /// of parameters.
    var isWhole: Bool {
        !isAbridged && !lacksDetail && isReadable
    }

    /// Whether what is left of the label and the reason is there, each in one place.
    var isReadable: Bool {
        // To look for words takes longer than to place them.
        if !isCut, onArrow.isEmpty || beyond.isEmpty { return true }
        return names(label) && names(reason)
    }

    /// Whether some words, such as the names of faults, are there, whole and in one place.
    func names(_ words: String) -> Bool { words.isEmpty || onArrow.text.contains(words) || beyond.text.contains(words) }

    /// Whether the end of the path and the reason have room in so many columns.
    static func fits(_ step: FlowStep, in room: Int, _ canvas: Canvas) -> Bool {
        func columns(_ label: String, _ reason: String) -> Int {
            canvas.words(label).columns + (reason.isEmpty ? 0 : 2 + canvas.words(reason).columns)
        }
        let short = step.shortened(canvas.glyphs.ellipsis) { columns($0, $1) <= room }
        return columns(short.label, short.reason) <= room
    }

    private mutating func place(
        _ label: StyledText, _ reason: StyledText, _ detail: StyledText, _ faults: Int?, in rooms: Rooms,
        _ ellipsis: String
    ) {
        let all = label + reason + detail
        let left = rooms.onArrow - label.columns - reason.columns
        (onArrow, beyond, isCut) = (StyledText(), StyledText(), false)
        if all.columns <= rooms.onArrow {
            onArrow = all
        } else if rooms.goesOn, label.columns <= rooms.onArrow {
            let needsBoth = reason.columns > rooms.beyond && faults.map { $0 > rooms.beyond } ?? true
            let isReasonInOne = !rooms.isBefore && (left >= 0 || needsBoth)
            let end = isReasonInOne ? max(label.columns, all.lastGap(within: rooms.onArrow)) : label.columns
            onArrow = all.truncated(to: end, ellipsis: "")
            let rest = all.dropping(columns: end + all.gap(at: end), ellipsis: "")
            isCut = rest.columns > rooms.beyond
            beyond = rest.truncated(to: rooms.beyond, ellipsis: ellipsis)
        } else if rooms.beyond > rooms.onArrow {
            isCut = all.columns > rooms.beyond
            beyond = all.truncated(to: rooms.beyond, ellipsis: ellipsis)
        } else {
            isCut = true
            let words = 0..<Self.leastDetail ~= left ? label + reason : all
            onArrow = words.truncated(to: max(0, rooms.onArrow), ellipsis: ellipsis)
        }
    }
}

extension StyledText {
    /// The column where the last gap between phrases begins, up to that column; 0 if there is none.
    ///
    /// A phrase ends at a comma, a dot in the middle, or two spaces: `grant_type password`, `sent again`.
    fileprivate func lastGap(within columns: Int) -> Int {
        var (last, column, spaces): (found: Int, column: Int, spaces: Int) = (0, 0, 0)
        var before: Character = " "
        for character in text where column - spaces <= columns {
            if character == " " {
                spaces += 1
            } else {
                if spaces > 1 || spaces == 1 && [",", "·"].contains(before) { last = column - spaces }
                (spaces, before) = (0, character)
            }
            column += TextWidth.columns(of: String(character))
        }
        return last
    }

    /// How many spaces there are after that many columns.
    fileprivate func gap(at column: Int) -> Int {
        text.dropFirst(TextWidth.prefix(text, columns: column).count).prefix { $0 == " " }.count
    }
}

/// Text that is being edited, and the position of the cursor in it.
///
/// Grapheme clusters are never split: typing and deleting work on whole characters as the user sees them.
package struct TextField: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case line
        /// One line, of which only the length is shown.
        case secret
        case multiline
    }

    package enum Outcome: Hashable, Sendable {
        case edited, moved
        /// The field doesn't use the key.
        case ignored
    }

    package let kind: Kind
    package private(set) var beforeCursor: String
    package private(set) var afterCursor = ""
    /// The column that moving up and down keeps to.
    private var goal: Int?
    /// Whether the whole text is selected: what is typed first takes its place.
    package private(set) var isSelected = false

    package init(_ text: String = "", kind: Kind = .line) {
        self.kind = kind
        beforeCursor = text
    }

    /// A field whose text is selected, so that it is replaced by what is typed.
    package init(selecting text: String) {
        self.init(text)
        isSelected = !text.isEmpty
    }

    package var text: String { beforeCursor + afterCursor }
    package var isEmpty: Bool { beforeCursor.isEmpty && afterCursor.isEmpty }

    /// Inserts text at the cursor; a field of one line leaves out line breaks, as browsers' fields do.
    package mutating func insert(_ text: String) {
        goal = nil
        if kind == .multiline {
            beforeCursor += text
        } else {
            beforeCursor.unicodeScalars += text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }
        }
    }

    package mutating func handle(_ key: Key) -> Outcome {
        if isSelected, replaces(with: key) { (beforeCursor, afterCursor) = ("", "") }
        isSelected = false
        switch key {
        case .character(let character):
            insert(String(character))
            return .edited
        case .paste(let text):
            insert(text)
            return .edited
        case .enter where kind == .multiline:
            insert("\n")
            return .edited
        default:
            break
        }
        let column = goal
        if key != .up, key != .down { goal = nil }
        if delete(key) { return .edited }
        return move(key, goal: column) ? .moved : .ignored
    }

    /// Whether a key writes over what is selected, or deletes it.
    private func replaces(with key: Key) -> Bool {
        switch key {
        case .character, .paste, .backspace, .delete, .control("d"), .control("w"): true
        default: false
        }
    }

    private mutating func delete(_ key: Key) -> Bool {
        switch key {
        case .backspace: _ = beforeCursor.popLast()
        case .delete, .control("d"): afterCursor = String(afterCursor.dropFirst())
        case .control("w"), .modified(.backspace, .alt): beforeCursor.removeLast(distanceToWordStart)
        case .modified(.character("d"), .alt): afterCursor.removeFirst(distanceToWordEnd)
        case .control("u"): beforeCursor.removeLast(lineBeforeCursor.count)
        case .control("k"): afterCursor.removeFirst(lineAfterCursor.count)
        default: return false
        }
        return true
    }

    private mutating func move(_ key: Key, goal column: Int?) -> Bool {
        switch key {
        case .left, .control("b"): step(by: -1)
        case .right, .control("f"): step(by: 1)
        case .home, .control("a"): step(by: -lineBeforeCursor.count)
        case .end, .control("e"): step(by: lineAfterCursor.count)
        case .modified(.left, _), .modified(.character("b"), .alt): step(by: -distanceToWordStart)
        case .modified(.right, _), .modified(.character("f"), .alt): step(by: distanceToWordEnd)
        case .up where kind == .multiline: moveLine(up: true, goal: column)
        case .down where kind == .multiline: moveLine(up: false, goal: column)
        default: return false
        }
        return true
    }

    private mutating func step(by distance: Int) {
        if distance < 0 {
            let moved = String(beforeCursor.suffix(-distance))
            beforeCursor.removeLast(min(-distance, beforeCursor.count))
            afterCursor = moved + afterCursor
        } else if distance > 0 {
            let moved = String(afterCursor.prefix(distance))
            afterCursor.removeFirst(min(distance, afterCursor.count))
            beforeCursor += moved
        }
    }

    private mutating func moveLine(up: Bool, goal column: Int?) {
        let target = column ?? TextWidth.columns(of: lineBeforeCursor)
        if up {
            guard let lineBreak = beforeCursor.lastIndex(where: \.isLineBreak) else { return }
            afterCursor = beforeCursor[lineBreak...] + afterCursor
            beforeCursor = String(beforeCursor[..<lineBreak])
            let surplus = lineBeforeCursor.count - TextWidth.prefix(String(lineBeforeCursor), columns: target).count
            step(by: -surplus)
        } else {
            guard let lineBreak = afterCursor.firstIndex(where: \.isLineBreak) else { return }
            let next = afterCursor.index(after: lineBreak)
            beforeCursor += afterCursor[..<next]
            afterCursor = String(afterCursor[next...])
            step(by: TextWidth.prefix(String(lineAfterCursor), columns: target).count)
        }
        goal = target
    }

    private var lineBeforeCursor: Substring {
        beforeCursor.lastIndex(where: \.isLineBreak).map { beforeCursor[beforeCursor.index(after: $0)...] }
            ?? beforeCursor[...]
    }

    private var lineAfterCursor: Substring {
        afterCursor.prefix { !$0.isLineBreak }
    }

    /// The distance to the beginning of the word, skipping blanks and punctuation before the cursor.
    private var distanceToWordStart: Int {
        let reversed = beforeCursor.reversed()
        let gap = reversed.prefix { !$0.isWordPart }.count
        return gap + reversed.dropFirst(gap).prefix(while: \.isWordPart).count
    }

    private var distanceToWordEnd: Int {
        let gap = afterCursor.prefix { !$0.isWordPart }.count
        return gap + afterCursor.dropFirst(gap).prefix(while: \.isWordPart).count
    }
}

extension Character {
    fileprivate var isWordPart: Bool { isLetter || isNumber }
}

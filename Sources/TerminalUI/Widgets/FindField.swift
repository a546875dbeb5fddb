/// Words that find rows of a list: the field while they are typed, then the words, and what holds them.
package struct FindField: Sendable {
    package enum Kind: Sendable {
        /// Each key leaves out the rows that don't hold the words.
        case filter
        /// Enter selects the next row that holds them.
        case search
    }

    package let kind: Kind
    package let title: String
    package let placeholder: String
    /// `nil` while nothing is typed.
    package private(set) var field: TextField?
    package private(set) var words = ""
    /// What a search found, as the lines that hold the words.
    package private(set) var matches: [Int] = []
    private var index = 0

    package static func filter(_ title: String, placeholder: String = "") -> FindField {
        FindField(kind: .filter, title: title, placeholder: placeholder)
    }

    package static func search(_ title: String) -> FindField {
        FindField(kind: .search, title: title, placeholder: "")
    }

    private init(kind: Kind, title: String, placeholder: String) {
        (self.kind, self.title, self.placeholder) = (kind, title, placeholder)
    }

    // MARK: - Typing

    /// Opens the field; that of a filter begins with its words.
    package mutating func open() { field = kind == .filter ? TextField(selecting: words) : TextField() }

    /// Drops the words and all that they found; answers whether there was anything.
    package mutating func close() -> Bool {
        defer { self = FindField(kind: kind, title: title, placeholder: placeholder) }
        return field != nil || !words.isEmpty
    }

    /// Handles a key for the field; answers whether other words, or those of a search once more, are to be found.
    package mutating func type(_ key: Key) -> Bool {
        let before = words
        switch key {
        case .escape:
            _ = close()
        case .enter:
            if kind == .search, let field { words = field.text }
            field = nil
            return kind == .search
        default:
            _ = field?.handle(key)
            if kind == .filter { words = (field?.text ?? "").withoutOuterBlanks }
        }
        return words != before
    }

    // MARK: - What a search found

    /// Takes over the lines that hold the words; the first at or after a line is the current one, or else the first.
    package mutating func found(_ matches: [Int], after line: Int) {
        self.matches = matches
        index = matches.firstIndex { $0 >= line } ?? 0
    }

    package var current: Int? { matches.indices.contains(index) ? matches[index] : nil }

    /// Whether a search is over, and its words stand for what it found.
    package var hasSearched: Bool { kind == .search && !words.isEmpty }

    /// Goes round at the ends.
    package mutating func step(by step: Int) {
        guard !matches.isEmpty else { return }
        index = (index + step + matches.count) % matches.count
    }

    /// `"orders" 2 of 7`; may hold what a person typed.
    package var summary: String {
        matches.isEmpty ? "\"\(words)\" not found" : "\"\(words)\" \(index + 1) of \(matches.count)"
    }
}

extension String {
    fileprivate var withoutOuterBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}

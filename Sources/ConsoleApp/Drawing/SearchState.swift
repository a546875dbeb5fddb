/// What is searched for in a pane, and the lines that hold it.
struct SearchState: Sendable, Equatable {
    let text: String
    let matches: [Int]
    private(set) var index: Int

    /// The first match at or after a line is the current one, or else the first of all.
    init(text: String, matches: [Int], after line: Int) {
        self.text = text
        self.matches = matches
        index = matches.firstIndex { $0 >= line } ?? 0
    }

    var current: Int? { matches.indices.contains(index) ? matches[index] : nil }

    /// Goes round at the ends.
    mutating func move(by step: Int) {
        guard !matches.isEmpty else { return }
        index = (index + step + matches.count) % matches.count
    }

    /// `"orders" 2 of 7`; may hold what a person typed.
    var summary: String {
        matches.isEmpty ? "\"\(text)\" not found" : "\"\(text)\" \(index + 1) of \(matches.count)"
    }
}

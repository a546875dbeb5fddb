/// Suggests known words in place of an unknown one.
package enum Suggestion {
    /// A longer word is not compared: it is not a typing error, and may be a secret.
    private static let longestWord = 48

    /// The known words that begin with this one, or else the most similar ones, if any are similar.
    package static func words(for word: some StringProtocol, among known: [String]) -> [String] {
        let word = Array(word.lowercased())
        guard word.count > 1, word.count <= longestWord else { return [] }
        let longer = known.filter { Array($0.lowercased()).starts(with: word) }
        if !longer.isEmpty { return Array(longer.prefix(3)) }
        let distances = known.map { (word: $0, distance: distance(word, Array($0.lowercased()))) }
        guard let least = distances.map(\.distance).min(), least <= max(1, word.count / 3) else { return [] }
        return Array(distances.filter { $0.distance == least }.map(\.word).prefix(3))
    }

    /// `Did you mean 'token'?`; `nil` if there are no words.
    package static func question(_ words: [String]) -> String? {
        guard let last = words.last else { return nil }
        let others = words.dropLast().map { "'\($0)'" }.joined(separator: ", ")
        return "Did you mean \(others.isEmpty ? "" : others + " or ")'\(last)'?"
    }

    /// The question, if there is one, followed by the advice.
    package static func advice(_ words: [String], _ advice: String) -> String {
        (question(words).map { $0 + " " } ?? "") + advice
    }

    /// The number of characters to add, remove, replace or swap with their neighbour to turn one word into the other.
    package static func distance(_ one: [Character], _ other: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...other.count)
        for (row, character) in one.enumerated() {
            var present = [row + 1]
            for (column, counterpart) in other.enumerated() {
                var least = min(
                    last[column + 1] + 1, present[column] + 1, last[column] + (character == counterpart ? 0 : 1))
                if row > 0, column > 0, character == other[column - 1], one[row - 1] == counterpart {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                present.append(least)
            }
            (beforeLast, last) = (last, present)
        }
        return last[other.count]
    }
}

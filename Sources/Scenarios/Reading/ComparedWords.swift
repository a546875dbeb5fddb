/// Words as they are compared: in lower case, without articles, a hyphen between letters or digits as a space.
enum ComparedWords {
    static let articles: Set<String> = ["the", "a", "an"]

    static func pieces(of text: some StringProtocol) -> [String] {
        text.split(separator: " ").flatMap { pieces(ofWord: $0) }
    }

    static func pieces(ofWord word: some StringProtocol) -> [String] {
        let lower = word.lowercased()
        if articles.contains(lower) { return [] }
        // The sign of "-5" is not a hyphen.
        guard lower.contains("-"), !lower.hasPrefix("-"), !lower.hasSuffix("-") else { return [lower] }
        return lower.split(separator: "-").map(String.init)
    }
}

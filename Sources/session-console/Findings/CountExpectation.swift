import ClientObservation

/// How often a client is expected to have done something: `at most 2 refreshes`.
struct CountExpectation: Sendable, Equatable {
    enum Comparison: String, Sendable {
        case exactly
        case atLeast = "at least"
        case atMost = "at most"
    }

    var comparison: Comparison
    var number: Int
    var count: ClientCount

    /// As it is written: `1 refresh`, `at most 2 refreshes`.
    var text: String {
        let prefix = comparison == .exactly ? "" : comparison.rawValue + " "
        return prefix + count.words(number)
    }

    /// What must be written, for an error.
    static let syntax =
        "[at most|at least] NUMBER NOUN[, …] with one of the nouns "
        + ClientCount.allCases.map(\.rawValue).joined(separator: ", ")

    /// Expectations separated by commas; `nil` where one of them can't be read.
    static func all(in text: String) -> [CountExpectation]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let expectations = parts.compactMap { CountExpectation(words: $0.split(whereSeparator: \.isWhitespace)) }
        return expectations.count == parts.count ? expectations : nil
    }

    private init?(words: [Substring]) {
        let opening = words.prefix(2).joined(separator: " ")
        let inequality = [Comparison.atLeast, .atMost].first { $0.rawValue == opening }
        let rest = inequality == nil ? words[...] : words.dropFirst(2)
        let noun = rest.dropFirst().joined(separator: " ")
        guard let number = rest.first.flatMap({ $0 == "no" ? 0 : Int($0) }), number >= 0,
            let count = ClientCount.allCases.first(where: { $0.rawValue == noun || $0.singular == noun })
        else { return nil }
        (self.comparison, self.number, self.count) = (inequality ?? .exactly, number, count)
    }

    func isMet(by seen: Int) -> Bool {
        switch comparison {
        case .exactly: seen == number
        case .atLeast: seen >= number
        case .atMost: seen <= number
        }
    }
}

extension Observer {
    /// An expectation with what was seen; none is met by a client of which nothing was.
    func result(of expectation: CountExpectation) -> (seen: Int, isMet: Bool) {
        let seen = number(of: expectation.count)
        return (seen, hasSeenMessages && expectation.isMet(by: seen))
    }

    /// Why an expectation is not met; `nil` for one that is.
    func failure(of expectation: CountExpectation) -> String? {
        let (seen, isMet) = result(of: expectation)
        guard !isMet else { return nil }
        return "expect \(expectation.text), but \(hasSeenMessages ? "\(seen) seen" : "no message was seen")"
    }

    /// Whether anything is known of the client.
    var hasSeenMessages: Bool { messageCount > 0 }
}

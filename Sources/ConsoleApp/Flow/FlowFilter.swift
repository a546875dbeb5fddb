/// What a row must have to be listed: words, each of which may name a part, as `lane:api status:401 token:A3F1`.
struct FlowFilter: Sendable, Equatable {
    private enum Term: Equatable {
        case lane(String), kind(String), status(String), token(String), text(String)
    }

    let words: String
    private let terms: [Term]

    init(_ words: String) {
        self.words = words
        terms = Self.parts(of: words.lowercased()).map { word in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { return .text(word) }
            switch parts[0] {
            case "lane": return .lane(parts[1])
            case "kind": return .kind(parts[1])
            case "status": return .status(parts[1])
            case "token": return .token(parts[1])
            default: return .text(word)
            }
        }
    }

    /// The words; one that stands in quotes may contain spaces, and so does a lane's name: `lane:other process`.
    private static func parts(of words: String) -> [String] {
        var parts: [String] = []
        for (index, piece) in words.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            var pieces = index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
            // What stands at a quote belongs to what is in it: `lane:"other process"`.
            if !index.isMultiple(of: 2), let last = parts.last, last.hasSuffix(":") {
                pieces[0] = parts.removeLast() + pieces[0]
            }
            parts += pieces
        }
        return parts.reduce(into: []) { joined, word in
            let longer = "\(joined.last ?? "") \(word)"
            let isName = Lane.usual.contains {
                "lane:\($0.title)".hasPrefix(longer) && $0.title.hasPrefix("\((joined.last ?? "").dropFirst(5)) ")
            }
            if isName { joined[joined.count - 1] = longer } else { joined.append(word) }
        }
    }

    var isEmpty: Bool { terms.isEmpty }

    /// What can be typed in the place of a lane or kind that there is not among these; `nil` where nothing is
    /// misspelled.
    func correction(kinds: Set<String>, lanes shown: [Lane] = []) -> String? {
        let lanes = Lane.usual + shown.filter(\.isClient)
        for term in terms {
            switch term {
            case .lane(let name) where !lanes.contains { $0.title.lowercased().hasPrefix(name) }:
                return "lanes are \(lanes.map(\.title).joined(separator: ", "))"
            case .kind(let name) where !kinds.contains { $0.lowercased().hasPrefix(name) }:
                return "kinds here are \(kinds.sorted().joined(separator: ", "))"
            case .lane, .kind, .status, .token, .text: continue
            }
        }
        return nil
    }

    /// Whether a row passes; `searched` is its text in lower case.
    func passes(_ step: FlowStep, _ searched: [UInt8]) -> Bool {
        terms.allSatisfy { term in
            switch term {
            case .lane(let name): step.lanes.contains { $0.title.lowercased().hasPrefix(name) }
            case .kind(let name): step.kind.name.lowercased().hasPrefix(name)
            case .status(let text): step.isStatus(text)
            case .token(let digits): step.searchedToken.contains(digits)
            case .text(let word): searched.holds(word)
            }
        }
    }
}

extension FlowStep {
    /// `401`, `4xx`, or `none` where no answer came.
    fileprivate func isStatus(_ text: String) -> Bool {
        guard let status else { return text == "none" && duration != nil }
        let digits = text.prefix { $0 != "x" }
        return String(status).hasPrefix(digits) && !text.isEmpty
    }

    fileprivate var searchedToken: String { "\(tokens) \(more.filter { $0.role == .token }.text)".lowercased() }

    private var tokens: String { ([token] + otherTokens).joined(separator: " ") }

    /// What a filter's words are looked for in.
    var searchedText: [UInt8] {
        Array("\(kind.name) \(words) \(status.map(String.init) ?? "") \(tokens)".lowercased().utf8)
    }
}

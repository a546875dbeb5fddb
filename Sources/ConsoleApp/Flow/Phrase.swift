/// A part of what a row says.
package struct Phrase: Sendable, Hashable {
    package enum Role: Sendable, Hashable {
        /// What happened, in words of our own.
        case verb
        /// Fingerprints.
        case token
        /// Why it happened.
        case reason
        /// The names of parameters; those that have no room are counted.
        case parameters([String])
        /// Where a request was sent: a path, after its origin where that is another than expected.
        case target(hasOrigin: Bool)
        /// What may hold words of a server, of another program or of the user: only its end is ever cut.
        case outside
    }

    /// What parts two phrases.
    package enum Joint: String, Sendable, Hashable {
        case none = ""
        case space = " "
        case gap = "  "
        case comma = ", "
        case dot = " · "
        case colon = ": "
        case semicolon = "; "

        /// Whether the words may go on elsewhere after it.
        var isBreak: Bool { self == .comma || self == .dot || self == .gap }
    }

    package let text: String
    package let role: Role
    /// Of phrases that have no room together those with the least weight go.
    package let weight: UInt8
    /// What parts it from the phrase before it, unless that one says what comes after it.
    package var joint: Joint
    /// What parts it from the phrase after it.
    package var after: Joint?
    /// What it says without any other phrase; `nil` where that is the same.
    package let alone: String?

    package init(
        _ text: String, _ role: Role = .verb, _ weight: UInt8 = .most, _ joint: Joint = .space, after: Joint? = nil,
        alone: String? = nil
    ) {
        (self.text, self.role, self.weight) = (text, role, weight)
        (self.joint, self.after, self.alone) = (joint, after, alone)
    }

    /// The names of parameters; `nil` where there are none.
    init?(parameters names: [String]) {
        guard !names.isEmpty else { return nil }
        self.init(names.joined(separator: Joint.comma.rawValue), .parameters(names), 5, .dot)
    }

    /// The phrase with less and less of it.
    fileprivate var shorter: [Phrase] {
        switch role {
        case .parameters(let names) where names.count > 1:
            (1..<names.count).reversed().map { count in
                let left = names[..<(count - 1)] + ["\(names[count - 1]) +\(names.count - count)"]
                return with(left.joined(separator: Joint.comma.rawValue), .parameters(Array(left)))
            } + [with("+\(names.count) parameters")]
        case .outside: text.clauses.map { with($0) }
        case .verb, .token, .reason, .parameters, .target: []
        }
    }

    /// The names of parameters, each with the comma after it; none where some are only counted.
    fileprivate var names: [String] {
        guard case .parameters(let names) = role, let last = names.last,
            text == names.joined(separator: Joint.comma.rawValue)
        else { return [] }
        return names.dropLast().map { $0 + Joint.comma.rawValue } + [last]
    }

    private func with(_ text: String, _ role: Role? = nil) -> Phrase {
        Phrase(text, role ?? self.role, weight, joint, after: after, alone: alone)
    }
}

extension UInt8 {
    /// The weight of a phrase without which a row says nothing.
    package static let most: UInt8 = 9
}

extension [Phrase] {
    /// The method of a request, and where it was sent.
    static func request(_ method: String, _ target: String, hasOrigin: Bool = false) -> [Phrase] {
        [Phrase(method), Phrase(target, .target(hasOrigin: hasOrigin))]
    }

    package var text: String { parts.joined() }

    /// The text in parts, after each of which it may go on elsewhere.
    var parts: [String] {
        if count == 1, let alone = first?.alone { return [alone] }
        var parts: [String] = []
        for (index, phrase) in enumerated() {
            let joint = index == 0 ? Phrase.Joint.none : self[index - 1].after ?? phrase.joint
            let names = phrase.names
            if parts.isEmpty || joint.isBreak { parts.append("") }
            if index > 0 { parts[Swift.max(0, parts.count - (joint.isBreak ? 2 : 1))] += joint.rawValue }
            parts[parts.count - 1] += names.first ?? phrase.text
            parts += names.dropFirst()
        }
        return parts
    }

    /// The phrases, then fewer and fewer of them.
    ///
    /// What weighs least goes first, and loses its end before, as long as all have so many characters. What weighs most
    /// stays.
    func forms(least: Int = 0) -> PhraseForms { PhraseForms(self, least: least) }

    /// Those without which it says as much.
    var needed: [Phrase] {
        let needed = filter { $0.weight > 0 }
        return needed.isEmpty ? self : needed
    }

    /// Those that weigh most.
    var heaviest: [Phrase] {
        let most = map(\.weight).max()
        return filter { $0.weight == most }
    }
}

/// A list of phrases in its forms, from all to the fewest.
struct PhraseForms: Sequence, IteratorProtocol {
    private var rest: [Phrase]
    private let least: Int
    /// Forms of `rest` whose lightest phrase is shorter, the next one last.
    private var cuts: [[Phrase]] = []
    private var hasBegun = false

    init(_ phrases: [Phrase], least: Int) { (rest, self.least) = (phrases, least) }

    mutating func next() -> [Phrase]? {
        if let cut = cuts.popLast() { return cut }
        if hasBegun {
            guard let lightest = rest.map(\.weight).min() else { return nil }
            let fewer = rest.filter { $0.weight > lightest }
            guard !fewer.isEmpty else { return nil }
            rest = fewer
        }
        hasBegun = true
        cuts = cutForms
        return rest
    }

    private var cutForms: [[Phrase]] {
        guard let lightest = rest.map(\.weight).min(),
            let place = rest.lastIndex(where: { $0.weight == lightest })
        else { return [] }
        return rest[place].shorter.reversed().map { phrase in
            var form = rest
            form[place] = phrase
            return form
        }
        .filter { least == 0 || $0.text.count >= least }
    }
}

extension String {
    /// The text up to the end of each of its clauses but the last, the longest first; nothing in it is changed.
    fileprivate var clauses: [String] {
        var found: [String] = []
        for (place, next) in zip(utf8.indices, utf8.indices.dropFirst()) where place > startIndex {
            let isEnd =
                switch utf8[place] {
                case UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: ":"): utf8[next] == UInt8(ascii: " ")
                case UInt8(ascii: " "): self[next] == "·" || self[next] == "("
                default: false
                }
            if isEnd { found.append(String(self[..<place])) }
        }
        return found.reversed()
    }
}

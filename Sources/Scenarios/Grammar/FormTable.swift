/// All forms of one kind, such as all steps.
struct FormTable<Value: Sendable>: Sendable {
    /// What one of them is called: "a step".
    let noun: String
    let forms: [Notation<Value>]
    /// Words that can open the same line in another table.
    private let others: [String]
    /// The opening of each form in pieces.
    private let openings: [[String]]

    init(_ noun: String, _ forms: [Notation<Value>], others: [String] = []) {
        (self.noun, self.forms, self.others) = (noun, forms, others)
        openings = forms.map { form in
            if case .words(let words) = form.opening { ComparedWords.pieces(of: words) } else { [] }
        }
    }

    /// Reads the form whose opening is the longest of those that stand here.
    func read(_ words: inout LineReader) throws(ScenarioFlaw) -> Value {
        guard let form = form(at: &words) else { throw unknown(words) }
        do {
            return try form.read(&words)
        } catch {
            var flaw = error
            if flaw.advice == nil { flaw.advice = "Write: \(form.syntax)" }
            throw flaw
        }
    }

    /// The form at this place, after its opening.
    private func form(at words: inout LineReader) -> Notation<Value>? {
        let pieces = words.pieces(atMost: Self.longestOpening)
        var best: (index: Int, pieces: Int)?
        for (index, opening) in openings.enumerated() {
            guard Self.fits(opening, forms[index].opening, pieces, words) else { continue }
            if opening.count >= best?.pieces ?? 0 { best = (index, opening.count) }
        }
        guard let best else { return nil }
        if best.pieces > 0 { words.skip(words: pieces[best.pieces - 1].word + 1) }
        return forms[best.index]
    }

    private static func fits(
        _ opening: [String], _ kind: Notation<Value>.Opening, _ pieces: [LineReader.Piece], _ words: LineReader
    ) -> Bool {
        switch kind {
        case .method: words.beginsWithMethod
        case .number: words.beginsWithNumber
        case .words:
            pieces.count >= opening.count && zip(opening, pieces).allSatisfy { $0 == $1.text }
                && (pieces.count == opening.count || pieces[opening.count].word > pieces[opening.count - 1].word)
        }
    }

    private static var longestOpening: Int { 6 }

    // MARK: - What stands here instead

    private func unknown(_ words: LineReader) -> ScenarioFlaw {
        let pieces = words.pieces(atMost: Self.longestOpening)
        let shared = openings.map { opening in zip(opening, pieces).prefix { $0 == $1.text }.count }
        let most = shared.max() ?? 0
        guard let first = words.peek() else {
            return words.flaw("\(noun) is missing", advice: list(of: forms))
        }
        guard most > 0 else {
            let known = openings.filter { !$0.isEmpty } + others.map { ComparedWords.pieces(of: $0) }
            var similar = Self.similar(to: pieces.map(\.text), among: known)
            if hasMethods, words.beginsLikeMethod { similar = [first.text.uppercased()] }
            return words.flaw(
                at: first, "\(LineReader.quoted(first.text)) does not begin \(noun)",
                advice: Suggestion.question(similar) ?? list(of: forms))
        }
        // Its beginning is known: what can follow it?
        let known = zip(forms, shared).filter { $0.1 == most }.map(\.0)
        let openings = known.map { ComparedWords.pieces(of: $0.openingWords) }
        let similar = Self.similar(to: pieces.map(\.text), among: openings)
        let advice = Suggestion.question(similar) ?? list(of: known)
        guard pieces.count > most, let wrong = words.word(at: pieces[most].word) else {
            return words.flaw(
                at: LineReader.Word(text: "", column: words.endColumn), "\(noun) ends too soon", advice: advice)
        }
        let before = (0..<pieces[most].word).compactMap { words.word(at: $0)?.text }.joined(separator: " ")
        return words.flaw(
            at: wrong, "\(LineReader.quoted(wrong.text)) can't follow \(LineReader.quoted(before))", advice: advice)
    }

    private var hasMethods: Bool { forms.contains { $0.opening == .method } }

    /// The openings most similar to the beginning of these pieces, if any are similar.
    private static func similar(to pieces: [String], among openings: [[String]]) -> [String] {
        var best: (distance: Int, openings: [String]) = (Int.max, [])
        for opening in openings where pieces.count >= opening.count {
            let text = pieces.prefix(opening.count).joined(separator: " ")
            let spelt = opening.joined(separator: " ")
            guard text.count > 1, text.count <= 48 else { continue }
            let distance = Suggestion.distance(Array(text), Array(spelt))
            guard distance <= max(1, spelt.count / 3) else { continue }
            if distance < best.distance { best = (distance, []) }
            if distance == best.distance { best.openings.append(spelt) }
        }
        return Array(best.openings.prefix(3))
    }

    /// What can stand here, where that is not too much to say.
    private func list(of forms: [Notation<Value>]) -> String {
        var seen: Set<String> = []
        let openings = forms.map(\.openingWords).filter { seen.insert($0).inserted }
        return openings.count > 24
            ? "session-console help scenarios explains all of them."
            : "It can be: \(openings.joined(separator: ", "))."
    }
}

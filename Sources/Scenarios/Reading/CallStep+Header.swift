extension CallStep.Header {
    /// Reads a line `Name: value` under a request; `nil` for a line that does not look like a header field.
    init?(_ line: SourceLine) throws(ScenarioFlaw) {
        let content = line.characters.dropFirst(line.indentation ?? 0)
        guard let colon = content.firstIndex(of: ":"), colon > content.startIndex else { return nil }
        let name = content[..<colon]
        guard name.allSatisfy({ !$0.isWhitespace && $0 != "/" && $0 != "\"" }) else { return nil }
        if let wrong = name.firstIndex(where: { !Self.isNameCharacter($0) }) {
            throw ScenarioFlaw(
                line: line.number, column: wrong + 1, reason: "'\(name[wrong])' can't be in the name of a header field")
        }
        let value = content[colon...].dropFirst().drop { $0.isWhitespace }
        self.init(name: String(name), value: String(value))
    }

    /// RFC 9110 §5.6.2.
    private static func isNameCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
    }
}

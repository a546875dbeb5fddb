/// The words of the program that a scenario may use besides those of the grammar.
package struct Vocabulary: Sendable {
    /// The faults by their names in the lab; a hyphen counts as a space.
    package var faults: [String]
    /// Sentences that inject a fault.
    package var aliases: [Alias]
    package var presets: [String]
    package var screens: [String]
    /// The events' names, as `events --json` has them.
    package var events: [String]
    /// The keys whose names are longer than a character.
    package var keys: [String]
    /// The lines of the checklist of a sign-in from a URL.
    package var lines: [String]

    /// A fault in the words of a sentence.
    package struct Alias: Sendable {
        package var words: String
        package var fault: String
        package var meaning: String

        package init(_ words: String, of fault: String, _ meaning: String) {
            (self.words, self.fault, self.meaning) = (words, fault, meaning)
        }
    }

    package init(
        faults: [String], aliases: [Alias], presets: [String], screens: [String], events: [String], keys: [String],
        lines: [String]
    ) {
        (self.faults, self.aliases, self.presets, self.screens) = (faults, aliases, presets, screens)
        (self.events, self.keys, self.lines) = (events, keys, lines)
    }
}

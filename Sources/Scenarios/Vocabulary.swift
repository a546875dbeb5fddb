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
    /// The flaws of each part of the provider.
    package var flaws: [SpoiledPart: [String]]
    /// The endpoints of the provider.
    package var endpoints: [String]
    /// The rules of the observer of another program.
    package var rules: [String]

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
        lines: [String], flaws: [SpoiledPart: [String]] = [:], endpoints: [String] = [],
        rules: [String] = []
    ) {
        (self.faults, self.aliases, self.presets, self.screens) = (faults, aliases, presets, screens)
        (self.events, self.keys, self.lines, self.flaws) = (events, keys, lines, flaws)
        (self.endpoints, self.rules) = (endpoints, rules)
    }
}

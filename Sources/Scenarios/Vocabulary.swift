/// The words of the program that a scenario may use besides those of the grammar.
package struct Vocabulary: Sendable {
    /// The faults by their names in the lab; a hyphen counts as a space.
    package var faults: [String]
    package var presets: [String]
    package var screens: [String]
    /// The events' names, as `events --json` has them.
    package var events: [String]
    /// The keys whose names are longer than a character.
    package var keys: [String]

    package init(faults: [String], presets: [String], screens: [String], events: [String], keys: [String]) {
        (self.faults, self.presets, self.screens) = (faults, presets, screens)
        (self.events, self.keys) = (events, keys)
    }
}

/// Why a scenario can't be read: its flaws in the order of the lines, at least one.
package struct ScenarioFlaws: Error, Sendable, Hashable {
    package var flaws: [ScenarioFlaw]
    /// Whether reading ended before the end of the file.
    package var isCutShort: Bool
}

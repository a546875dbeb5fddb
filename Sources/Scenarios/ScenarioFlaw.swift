/// Why a scenario can't be read: where, what, and what to do.
package struct ScenarioFlaw: Error, Sendable, Hashable {
    /// Counted from 1.
    package var line: Int
    /// The first character that is wrong, counted from 1.
    package var column: Int
    package var reason: String
    /// What could stand there.
    package var advice: String?

    package init(line: Int, column: Int, reason: String, advice: String? = nil) {
        (self.line, self.column, self.reason, self.advice) = (line, column, reason, advice)
    }
}

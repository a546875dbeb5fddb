/// Why something outside of the console did not do its work, in words.
package struct ToolFailure: Error, Sendable, Hashable {
    package var reason: String
    /// What to do next.
    package var advice: String?

    package init(_ reason: String, advice: String? = nil) {
        (self.reason, self.advice) = (reason, advice)
    }
}

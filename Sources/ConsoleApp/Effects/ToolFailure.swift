/// Why an editor or a pager did not do its work, in words.
package struct ToolFailure: Error, Sendable, Hashable {
    package var reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

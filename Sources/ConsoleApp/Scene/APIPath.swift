/// A path of the API that `:get` and its like complete.
package struct APIPath: Sendable, Hashable {
    package var path: String
    /// What it shows, in a few words.
    package var summary: String

    package init(_ path: String, _ summary: String) {
        self.path = path
        self.summary = summary
    }
}

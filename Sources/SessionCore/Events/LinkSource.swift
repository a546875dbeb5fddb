/// How a watch knows of a request that a browser sends past it: by its URL.
package enum LinkSource: String, Sendable, Hashable, CaseIterable {
    /// The program has opened the URL in a browser.
    case opened
    /// The program has printed the URL, and nothing has opened it since.
    case printed

    /// In the place of an answer, which is never seen.
    package var words: String {
        switch self {
        case .opened: "opened in a browser"
        case .printed: "printed, to be opened in a browser"
        }
    }
}

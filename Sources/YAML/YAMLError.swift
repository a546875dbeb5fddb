package import JOSE

/// Says where a text stops being YAML that can be read as JSON, and why.
package struct YAMLError: Error, Sendable, Hashable {
    /// Counts from 1.
    package let line: Int
    /// Counts characters from 1.
    package let column: Int
    package let reason: Reason

    package enum Reason: Sendable, Hashable {
        /// Thrown for what would be wrong in JSON too.
        case json(JSONError.Reason)
        /// Thrown when the text is not YAML, with libyaml's words.
        case syntax(String)
        /// Thrown when a tab stands where YAML takes spaces only.
        case tab
        /// Thrown when an alias names no value before it, or one that contains it.
        case unknownAlias(String)
        /// Thrown when the values that aliases stand for have more text than the limit, in bytes.
        case tooMuchText(limit: Int)
        /// Thrown for a merge key, which YAML 1.2 doesn't have.
        case mergeKey
    }
}

extension YAMLError: CustomStringConvertible {
    package var description: String { "\(reason) (at line \(line), column \(column))" }
}

extension YAMLError.Reason: CustomStringConvertible {
    /// What is wrong, without the place.
    package var description: String {
        switch self {
        case .json(let reason): "\(reason)"
        case .syntax(let words): words
        case .tab: "a tab where only spaces are allowed"
        case .unknownAlias(let name): "the alias *\(name) refers to nothing that is complete before it"
        case .tooMuchText(let limit): "aliases expand to more than \(limit >> 20) MiB of text"
        case .mergeKey: "merge keys (<<) are not supported"
        }
    }
}

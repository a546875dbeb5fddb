/// An error or an oddity in a token.
package struct TokenProblem: Sendable, Hashable {
    package enum Weight: String, Sendable, CaseIterable {
        /// No recipient may accept the token.
        case error
        /// The token can be accepted, but should be looked into.
        case warning
    }

    package let weight: Weight
    package let text: String
    /// The section that says so, such as `RFC 7519 §4.1.4`.
    package let reference: String

    package init(weight: Weight, text: String, reference: String) {
        (self.weight, self.text, self.reference) = (weight, text, reference)
    }

    static func error(_ text: String, _ reference: String) -> TokenProblem {
        TokenProblem(weight: .error, text: text, reference: reference)
    }

    static func warning(_ text: String, _ reference: String) -> TokenProblem {
        TokenProblem(weight: .warning, text: text, reference: reference)
    }
}

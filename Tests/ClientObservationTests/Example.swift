import Testing

@testable import ClientObservation

/// A kind of finding with a client that breaks its rule, one that keeps it, and one of which it can't be said.
struct Example: Sendable, CustomTestStringConvertible {
    typealias Play = @Sendable (inout Script) -> Void

    let rule: String
    let breaking: Play
    let right: Play
    var undecided: Play?

    var testDescription: String { rule }

    /// The rule in the table.
    var entry: FindingRule { get throws { try #require(FindingRule.all.first { $0.name == rule }) } }

    init(_ rule: String, breaking: @escaping Play, right: @escaping Play, undecided: Play? = nil) {
        self.rule = rule
        self.breaking = breaking
        self.right = right
        self.undecided = undecided
    }

    static let all: [Example] =
        ofRefresh + ofRefreshedTokens + ofRefusals + ofSignIn + ofSignInSecrets + ofRequests + ofIdentity + ofLeaks
        + ofChannels + ofProofs + ofBindings + ofHabits + ofEnd + ofServer + ofResource + ofRefusedRequests
        + ofShapes

    static func script(_ play: Play) -> Script {
        var script = Script()
        play(&script)
        return script
    }
}

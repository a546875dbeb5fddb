import FoundationEssentials
import JOSE
package import SessionCore

/// One token that a resource should refuse, or one way to send a token.
///
/// All of them are ``all``: to add one, add a literal to one of its parts. A forged token is nobody's secret, but a
/// key where the resource takes it: none is shown.
package struct TokenCheck: Sendable {
    /// What scripts know it by; it does not change.
    package let name: String
    /// What is looked at: a noun phrase.
    package let fact: String
    package let rule: Citation
    /// What it means for a client: a sentence, true whatever is seen.
    package let meaning: String
    /// What the server's author does about it: a sentence.
    package let remedy: String
    /// Looks; `nil` where there is nothing to look at.
    let look: @Sendable (inout TokenVisit) async -> Sight?

    init(
        _ name: String, _ fact: String, _ rule: Citation, _ meaning: String, mend remedy: String,
        look: @escaping @Sendable (inout TokenVisit) async -> Sight?
    ) {
        self.name = name
        self.fact = fact
        self.rule = rule
        self.meaning = meaning
        self.remedy = remedy
        self.look = look
    }

    /// Those that find a token which is taken come first: others use it.
    package static let all = forgeries + manners

    func finding(_ sight: Sight, _ attempts: [DiscoveryStep.Attempt] = []) -> Finding {
        Finding(
            check: name, fact: fact, verdict: sight.verdict, seen: sight.seen, rule: sight.rule ?? rule,
            meaning: meaning, remedy: remedy, attempts: attempts, setting: nil, party: .resourceServer)
    }
}

package import SessionCore

/// One try at how a provider behaves, with a session of the doctor's own.
///
/// All of them are ``all``: to add one, add a literal to one of its parts. They build on each other in their order.
package struct Experiment: Sendable {
    /// What scripts know it by; it does not change.
    package let name: String
    /// What is looked at: a noun phrase.
    package let fact: String
    package let rule: Citation
    /// What it means for a client: a sentence, true whatever is seen.
    package let meaning: String
    /// What the server's author does about it: a sentence.
    package let remedy: String
    /// What is done now: a clause for people.
    package let announcement: String
    /// Whether the session may end by it; a person is asked before.
    package let endsSession: Bool
    let party: Party
    /// Tries it; `nil` where there is nothing to try.
    let look: @Sendable (inout Ward) async throws(Halt) -> Sight?

    init(
        _ name: String, _ fact: String, _ rule: Citation, _ meaning: String, mend remedy: String,
        announcing announcement: String,
        endsSession: Bool = false, of party: Party = .authorizationServer,
        look: @escaping @Sendable (inout Ward) async throws(Halt) -> Sight?
    ) {
        self.name = name
        self.fact = fact
        self.rule = rule
        self.meaning = meaning
        self.remedy = remedy
        self.announcement = announcement
        self.endsSession = endsSession
        self.party = party
        self.look = look
    }

    package static let all = signIn + refresh + reuse + revocation + expiry + code

    func finding(_ sight: Sight) -> Finding {
        Finding(
            check: name, fact: fact, verdict: sight.verdict, seen: sight.seen, rule: sight.rule ?? rule,
            meaning: meaning, remedy: remedy, attempts: [], setting: sight.setting, party: party)
    }
}

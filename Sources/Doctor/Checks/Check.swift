package import SessionCore

/// One look at a provider.
///
/// All of them are ``all``: to add one, add a literal to one of its parts.
package struct Check: Sendable {
    /// What scripts know it by; it does not change.
    package let name: String
    /// What is looked at: a noun phrase.
    package let fact: String
    package let rule: Citation
    /// What it means for a client: a sentence, true whatever is seen.
    package let meaning: String
    /// What the server's author does about it: a sentence.
    package let remedy: String
    /// Whose it is; `nil` where that can't be seen.
    let party: Party?
    /// Looks; `nil` where there is nothing to look at.
    let look: @Sendable (inout Visit) async -> Sight?

    init(
        _ name: String, _ fact: String, _ rule: Citation, _ meaning: String, mend remedy: String,
        of party: Party? = .authorizationServer,
        look: @escaping @Sendable (inout Visit) async -> Sight?
    ) {
        self.name = name
        self.fact = fact
        self.rule = rule
        self.meaning = meaning
        self.remedy = remedy
        self.party = party
        self.look = look
    }

    /// In the order in which a client meets what they look at.
    package static let all = resource + places + metadata + keys + endpoints + authorization + connection
}

extension Citation {
    static func discovery(_ section: String) -> Citation {
        Citation(
            "OpenID Connect Discovery 1.0", section, url: "https://openid.net/specs/openid-connect-discovery-1_0.html")
    }

    static func logout(_ section: String) -> Citation {
        Citation(
            "OpenID Connect RP-Initiated Logout 1.0", section,
            url: "https://openid.net/specs/openid-connect-rpinitiated-1_0.html")
    }
}

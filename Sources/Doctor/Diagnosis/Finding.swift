package import SessionCore

/// A line of the diagnosis: a fact, what was seen, its rule, and what it means for a client.
package struct Finding: Sendable, Hashable {
    /// The name of its check, which scripts may rely on: `issuer-identical`.
    package let check: String
    /// What was looked at.
    package let fact: String
    package let verdict: CheckVerdict
    /// For people: a clause without a full stop.
    package let seen: String
    /// The section that it goes by.
    package let rule: Citation
    /// What it means for a client: a sentence, true whatever was seen.
    package let meaning: String
    /// What the server's author does about it: a sentence, of use where something was seen.
    package let remedy: String
    /// The messages that show it.
    package let attempts: [DiscoveryStep.Attempt]
    /// What it suggests for the profile of a client; `nil` where nothing helps.
    package let setting: ProfileSetting?
    /// Whose it is, where it is a fault or a note; `nil` where that can't be seen.
    package var party: Party?
}

package import FoundationEssentials

/// A rule that a client or a server has broken, once or often, in one session or by a client's requests to one origin.
package struct ClientFinding: Sendable, Hashable, Identifiable {
    /// One time that it was broken.
    package struct Evidence: Sendable, Hashable {
        package var moment: Date
        /// The messages that show it, in the order in which they began.
        package var messages: [Int]

        package init(moment: Date, messages: [Int]) { (self.moment, self.messages) = (moment, messages) }
    }

    /// Counts the findings in the order in which they were found first, from 1.
    package let id: Int
    /// The rule's name, by which its words are found.
    package var rule: String
    package var weight: FindingRule.Weight
    /// The session that it is about; `nil` where it is about none.
    package var session: Int?
    package var client: String?
    /// The program that broke it first.
    package var sender: String?
    package var first: Evidence
    package var last: Evidence
    package var count: Int
    /// What its first occurrence shows in a value.
    package var contrast: Contrast?

    package init(
        id: Int, rule: String, weight: FindingRule.Weight, session: Int? = nil, client: String? = nil,
        sender: String? = nil, first: Evidence, last: Evidence, count: Int, contrast: Contrast? = nil
    ) {
        self.id = id
        self.rule = rule
        self.weight = weight
        self.session = session
        self.client = client
        self.sender = sender
        self.first = first
        self.last = last
        self.count = count
        self.contrast = contrast
    }

    /// The rule with its words; `nil` for one that only a newer version has.
    package var details: FindingRule? { FindingRule.all.first { $0.name == rule } }

    /// What was seen, or the rule's name where its words are not known.
    package var summary: String { details?.summary ?? rule }

    /// The summary with the values that show it.
    package var statement: String { ([summary] + (contrast.map { [$0.words] } ?? [])).joined(separator: ": ") }

    /// The messages that show its first occurrence, and those of its last.
    package var messages: [Int] { first.messages + last.messages.filter { !first.messages.contains($0) } }
}

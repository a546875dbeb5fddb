package import FoundationEssentials
package import SessionHTTP

/// A rule that was broken, once or often, in one session, or by one client's requests to one origin.
package struct ClientFinding: Sendable {
    /// One time that it was broken.
    package struct Occurrence: Sendable {
        package let moment: Date
        /// The messages that show it, in the order in which they began.
        package let messages: [Int]
    }

    package let rule: FindingRule
    package let session: Int?
    package let client: String?
    /// Who broke it first.
    package let caller: Caller?
    package let first: Occurrence
    package internal(set) var last: Occurrence
    package internal(set) var count: Int
}

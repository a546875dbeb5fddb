/// Why a line of a recording can't be read.
package struct RecordFlaw: Error, Sendable, Hashable {
    /// The member that is missing or wrong: `outcome.answered.status`.
    package var member: String
    package var reason: String

    package init(member: String, reason: String) { (self.member, self.reason) = (member, reason) }
}

/// Why a line of a recording can't be read.
package struct RecordFlaw: Error, Sendable, Hashable {
    /// The member that is missing or wrong, `answer.timings.connect`; empty where it is the whole line.
    package var member: String
    package var reason: String

    package init(member: String = "", reason: String) { (self.member, self.reason) = (member, reason) }

    /// The flaw as seen from the object that has the value at fault as this member.
    package func inside(_ name: String) -> RecordFlaw {
        RecordFlaw(member: member.isEmpty ? name : "\(name).\(member)", reason: reason)
    }
}

extension RecordFlaw: CustomStringConvertible {
    package var description: String { member.isEmpty ? reason : "\(member) \(reason)" }
}

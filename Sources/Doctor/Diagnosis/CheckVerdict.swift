/// How a check judges what it saw.
package enum CheckVerdict: String, Sendable, Hashable, CaseIterable {
    /// As the rule has it.
    case sound
    /// Within the rule, but a client should know.
    case note
    /// Against the rule, so that clients fail.
    case fault
    /// What can't be seen from here, or not now.
    case unknown
    /// What is not offered, and need not be.
    case absent
}

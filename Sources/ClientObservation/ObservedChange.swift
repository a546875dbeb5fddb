/// What a step has changed in what is seen, for those who look on.
package struct ObservedChange: Sendable {
    /// The numbers of the sessions that it may have changed.
    package let sessions: [Int]
    /// The findings that it has added, or counted again, as they are now.
    package let findings: [ClientFinding]
    /// The numbers of the server's clients that it has changed.
    package let clients: [Int]
}

extension ObservedChange {
    /// The findings that are new by it.
    package var newFindings: [ClientFinding] { findings.filter { $0.count == 1 } }
}

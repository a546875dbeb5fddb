/// How a caller tells its requests apart; ``RequestFacts/label`` has it in every event of the call.
package struct RequestLabel: Sendable, Hashable {
    /// The part of the caller's program that counts the requests: `session`.
    package let sender: String
    package let number: Int

    package init(_ number: Int, from sender: String) {
        self.number = number
        self.sender = sender
    }
}

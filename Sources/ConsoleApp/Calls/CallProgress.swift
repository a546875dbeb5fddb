/// How much of a call's answer has arrived.
package struct CallProgress: Sendable, Hashable {
    package var received: Int
    /// How much there will be, where the server says so.
    package var expected: Int?

    package init(received: Int, expected: Int? = nil) {
        self.received = received
        self.expected = expected
    }
}

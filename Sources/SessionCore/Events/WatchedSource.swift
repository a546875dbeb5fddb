/// Whose an event is where other programs are watched.
package struct WatchedSource: Sendable, Hashable {
    /// The program with the number of its process: `node[4242]`; may contain text from outside.
    package var sender: String
    /// The number of its session among those that were seen; `nil` where that is not known.
    package var session: Int?
    /// The number of the process of another program that started it, such as a shell's.
    package var starter: Int?

    /// The number of the server's client that sent it; `nil` where programs are watched, and of other messages.
    package var client: Int?

    package init(sender: String, session: Int? = nil, starter: Int? = nil, client: Int? = nil) {
        (self.sender, self.session, self.starter, self.client) = (sender, session, starter, client)
    }
}

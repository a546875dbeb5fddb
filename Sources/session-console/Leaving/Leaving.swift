/// How a program that holds a session ends.
enum Leaving {
    /// How long it waits for work of the session that must not end half done.
    static let limit = Duration.seconds(10)
}

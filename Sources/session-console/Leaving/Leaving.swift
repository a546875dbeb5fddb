/// How a program with a session ends.
enum Leaving {
    /// How long the program waits for work of the session that must not be interrupted.
    static let limit = Duration.seconds(10)
}

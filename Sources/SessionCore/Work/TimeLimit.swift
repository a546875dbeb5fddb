/// The time that a piece of work has, for the messages that are cancelled at its end.
struct TimeLimit: Sendable {
    /// `nil` where it is not the same for all messages of the work.
    let duration: Duration?
    private let check: @Sendable () -> Bool

    init(_ duration: Duration?, isOver: @escaping @Sendable () -> Bool) { (self.duration, check) = (duration, isOver) }

    var isOver: Bool { check() }
}

import RequestFiles

/// Requests on their way: one that was asked for, after those whose answers it refers to.
struct RequestSending: Sendable {
    /// Those that are still to be sent, the one that was asked for last.
    var queue: [RequestID]
    /// How many times the last one is sent.
    let count: Int
    /// The variables whose values were asked for.
    var asked: Set<String> = []
    /// The files that bodies name, as far as they were read.
    var files: [String: Result<[UInt8], FileRefusal>] = [:]
    /// Whether an answer is awaited before the next one is sent.
    var isWaiting = false
}

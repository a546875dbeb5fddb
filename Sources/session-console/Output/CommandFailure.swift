/// Why a command failed: the exit status, what happened, and what to do next.
struct CommandFailure: Error, Sendable, Equatable {
    var status: ExitStatus
    var message: String
    /// What belongs to the message, a line each.
    var details: [String] = []
    var advice: String?

    init(_ status: ExitStatus, _ message: String, advice: String? = nil) {
        self.status = status
        self.message = message
        self.advice = advice
    }
}

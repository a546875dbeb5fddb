/// A fault that was injected on purpose, and what happened to it.
public struct InjectedFault: Sendable, Hashable {
    /// What happened to a fault.
    public enum Step: String, Sendable, Hashable {
        /// The fault waits for its occasion.
        case armed
        /// The fault struck: later events may be its effects.
        case struck
        /// The fault no longer waits.
        case disarmed
    }

    /// A stable name for scripts, such as `token-endpoint-500`.
    public let name: String
    /// What happened to it.
    public let step: Step
    /// The ``HTTPExchange/id`` of the message that it struck; `nil` where it struck none.
    public let exchange: Int?
    /// What was done, in words and without secrets.
    public let text: String

    package init(name: String, step: Step, exchange: Int? = nil, text: String) {
        self.name = name
        self.step = step
        self.exchange = exchange
        self.text = text
    }
}

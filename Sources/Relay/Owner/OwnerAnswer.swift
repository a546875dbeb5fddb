/// What an owner says of a request or an answer: at once, or after it has waited for something.
package enum OwnerAnswer<Decision: Sendable>: Sendable {
    case now(Decision)
    case awaited(@Sendable () async -> Decision)
}

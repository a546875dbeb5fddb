/// What to do about a fault.
package enum FaultCommand: Sendable, Hashable {
    /// Injects it: at once, or arms it.
    case inject(Fault)
    /// Disarms it.
    case clear(Fault)

    package var fault: Fault {
        switch self {
        case .inject(let fault), .clear(let fault): fault
        }
    }
}

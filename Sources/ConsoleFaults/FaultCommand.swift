/// What to do about faults.
package enum FaultCommand: Sendable, Hashable {
    /// Injects a fault at once, or arms it in place of what is left of it.
    case inject(LabFault, LabFault.Arming)
    /// Disarms it.
    case clear(LabFault)

    package var fault: LabFault {
        switch self {
        case .inject(let fault, _), .clear(let fault): fault
        }
    }
}

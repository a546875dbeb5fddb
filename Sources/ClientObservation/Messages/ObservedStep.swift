package import FoundationEssentials

/// That a message begins or ends, by its number.
///
/// Each number stands for one message, and that of a message that begins later is greater.
package enum ObservedStep: Sendable {
    case began(Int, ObservedRequest)
    case ended(Int, ObservedOutcome, at: Date)
}

extension ObservedStep {
    /// The number of the message.
    package var id: Int {
        switch self {
        case .began(let id, _), .ended(let id, _, _): id
        }
    }
}

package import ClientObservation
package import FoundationEssentials

/// What a watch tells while it runs, in the order of time.
package enum WatchNews: Sendable {
    /// A request has come, with its body as far as that is kept; the watch numbers them from 1.
    case began(id: Int, ObservedRequest)
    /// How a request ended that has begun.
    case ended(id: Int, ObservedOutcome, at: Date)
    /// Something that the watch can't show, or that a program would not have met without it.
    case notice(WatchNotice, at: Date)
}

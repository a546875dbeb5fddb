package import ClientObservation
package import FoundationEssentials

/// What a watch tells while it runs, in the order of time.
package enum WatchNews: Sendable {
    /// A request has come, with its body as far as that is kept, or has ended; the watch numbers them from 1.
    case message(ObservedStep)
    /// Something that the watch can't show, or that a program would not have met without it.
    case notice(WatchNotice, at: Date)
}

package import ClientObservation
package import FoundationEssentials
package import SessionCore

/// What a watch tells while it runs, in the order of time.
package enum WatchNews: Sendable {
    /// A request has come, with its body as far as that is kept, or has ended; the watch numbers them from 1.
    case message(ObservedStep)
    /// Something happened to a fault; where it struck a message, that has begun, and its number is that of the watch.
    case injected(InjectedFault, at: Date)
    /// Something that the watch can't show, or that a program would not have met without it.
    case notice(WatchNotice, at: Date)
}

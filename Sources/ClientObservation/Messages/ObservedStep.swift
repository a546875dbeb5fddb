package import FoundationEssentials

/// That a message begins or ends, by its number: its place in an archive, or what a watch numbers it with.
package enum ObservedStep: Sendable {
    case began(Int, ObservedRequest)
    case ended(Int, ObservedOutcome, at: Date)
}

import SessionCore

/// The way from a resource's URL to the profile of a session, whose events begin with those of the way.
struct ResourceWay: Sendable {
    let resource: ResourceProfile
    let journal = EventJournal(clock: SystemClock())
}

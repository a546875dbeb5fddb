package import SessionCore

/// The members that events have in common, then the facts of the kind.
extension SessionEvent: RecordedByMembers {
    package static let members = Members(
        { SessionEvent(sequence: $1, time: $0, uptime: $4, generation: $2, cause: $3, kind: $5) },
        .needed("time", \.time), .needed("sequence", \.sequence), .needed("generation", \.generation),
        .optional("cause", \.cause), .optional("uptime", \.uptime), .inline(\.kind),
        then: [.optional("watched", \.watched)])
}

extension WatchedSource: RecordedByMembers {
    package static let members = Members(
        Self.init(sender:session:starter:client:), .needed("sender", \.sender), .optional("session", \.session),
        .optional("starter", \.starter), .optional("client", \.client))
}

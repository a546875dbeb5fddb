import ConsoleApp

/// Opens the console's sessions by their names: a profile's, or in the demo a user's.
///
/// `NAME:2` is a second session on the store of `NAME`, as another process would have it.
protocol SessionOpener: Sendable {
    /// What is known of a session before it is open.
    ///
    /// Throws ``CommandFailure`` if there is no such profile, or it can't be read.
    func opening(of name: String) throws(CommandFailure) -> SessionOpening

    /// Reads the sessions that can be opened, and those of other profiles, from their stores; again, without a helper
    /// that may ask its user for a password.
    func glances(again: Bool) async -> [ProfileGlance]

    /// Cuts off a process that uses the session of a profile.
    func cutOff(_ process: Int, named name: String?, from profile: String) async throws(CommandFailure) -> CutOffReport

    /// Ends what was begun for the sessions, after the console has ended.
    func finish() async
}

/// A session that is about to be opened.
struct SessionOpening: Sendable {
    let context: ConsoleContext
    /// Where its request files are.
    let requestFolder: String
    /// The way to its client, which comes first; `nil` where that is known.
    var way: ResourceWay?
    /// Reads its store.
    let open: @Sendable () async throws -> ConsoleHost
}

extension SessionOpener {
    /// The profile of a session: its name without the number after the colon.
    static func profile(of name: String) -> String { String(name.prefix { $0 != ":" }) }
}

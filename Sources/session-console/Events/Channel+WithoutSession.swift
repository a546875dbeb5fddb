import CurlTransport
import SessionCore

extension Channel {
    /// A channel for exchanges outside a session.
    init(withoutSession transport: any HTTPTransport, journal: EventJournal = EventJournal(clock: SystemClock())) {
        self.init(
            transport: transport, clock: SystemClock(), randomness: SystemRandomness(),
            scope: EventScope(journal: journal, generation: 0))
    }
}

extension CommandContext {
    /// Does the work on a channel without a session, and shows its exchanges with `--verbose`.
    ///
    /// What servers echo of `secrets` is masked, too.
    func withChannel<Value, Failure: Error>(
        _ configuration: CurlTransport.Configuration, masking secrets: [Secret] = [],
        _ work: (Channel) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let journal = EventJournal(clock: SystemClock(), secrets: KnownSecrets(permanent: secrets))
        defer { if isVerbose { ExchangePrinter(output: output).take(journal.kept) } }
        return try await work(Channel(withoutSession: CurlTransport(configuration), journal: journal))
    }
}

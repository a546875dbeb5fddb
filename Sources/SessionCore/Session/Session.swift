import FoundationEssentials

/// One signed-in user at one provider, shared by everything in a program that calls APIs on their behalf.
///
/// It answers two questions, and everything else follows from them: ``accessToken(minimumValidity:)`` gives a token
/// that can be used now, and ``send(_:authorization:)`` sends a request with it. Whatever else is needed for that, a
/// refresh, a retry, the end of the session, happens in here, once for all callers, and is told by ``events()``.
///
/// Every sign-in begins a new generation. What comes back late for an earlier one changes nothing, and a request that
/// began under one user is never sent under another.
public actor Session {
    /// Who the client is and how the session behaves.
    public nonisolated let client: ClientConfiguration

    nonisolated let transport: any HTTPTransport
    nonisolated let clock: any SessionClock
    nonisolated let randomness: any SessionRandomness
    nonisolated let journal: EventJournal
    nonisolated let board = BearerBoard()
    private nonisolated let broadcast = StateBroadcast()
    nonisolated let bearerOrigins: BearerOrigins
    nonisolated let directory: ProviderDirectory
    nonisolated let ledger = WorkLedger()
    let store: any SessionStore

    var machine: SessionMachine {
        didSet { post() }
    }
    /// The latest tokens of this session's generations, newest last: an answer to a foreign client's request is judged
    /// by the token that it carried.
    var issued: [Bearer] = []
    var refreshWork: [Int: (work: Task<Void, Never>, deadline: Task<Void, Never>)] = [:]
    /// Counts the attempts to sign in; those up to `voidSignIns` install nothing, however they end.
    var signInCount = 0
    var voidSignIns = 0
    /// Userinfo requests under way about tokens that an API rejected.
    var opinions: [Secret: SharedOutcome<(opinion: UserInfoOpinion, event: Int)>] = [:]
    var signOut: SharedOutcome<[TokenRevocation]>? {
        didSet { ledger.note(.signOut, runs: signOut != nil) }
    }
    /// A sign-out that has ended the session here and goes on to tell the provider.
    var forcedSignOut: SharedOutcome<[TokenRevocation]>?
    var revocations: [Secret: Revocation] = [:]
    /// The latest tokens that the provider has answered for, so that none is sent twice.
    var answeredRevocations: [(token: Secret, outcome: TokenRevocation.Outcome)] = []
    var owed = OwedRevocations()
    /// Tells the provider of tokens of sessions that are over, and keeps those for later of which it can't.
    var revocationWork: [ObjectIdentifier: Task<Void, Never>] = [:] {
        didSet { noteRevocations() }
    }
    /// Sends the pending ones, one after the other.
    var pendingWork: Task<Void, Never>? {
        didSet { noteRevocations() }
    }
    /// Sessions that have ended here: a record of one that could not be removed does not bring it back.
    var endedSessions: Set<String> = []
    var storeRepair: Task<Void, Never>?
    /// Why a session that has ended could not be taken out of the store.
    var uncleared: StoreError?
    /// How many pieces of work are between a write to the store and what it means for the session.
    var storeWork = 0 {
        didSet { ledger.note(.storing, runs: storeWork > 0) }
    }
    /// How many of them have ever begun.
    var storeWorkCount = 0
    var lastStoreError: StoreError?
    /// What has been reported of the store's safety.
    var storeWarnings: Set<String> = []
    private var isConfiguring = false
    private var notedSecrets: [Secret] = []

    /// Creates a session that knows nothing until ``configure()``.
    /// - Parameters:
    ///   - client: Checked by ``configure()``.
    ///   - transport: Sends everything, to the provider and to APIs.
    ///   - store: Where the session is kept; other sessions and processes may share it.
    ///   - clock: For tests; the machine's own by default.
    ///   - randomness: For tests; the machine's own by default.
    public init(
        client: ClientConfiguration, transport: any HTTPTransport, store: any SessionStore,
        clock: any SessionClock = SystemClock(), randomness: any SessionRandomness = SystemRandomness()
    ) {
        self.client = client
        self.transport = transport
        self.store = store
        self.clock = clock
        self.randomness = randomness
        journal = EventJournal(clock: clock, secrets: KnownSecrets(permanent: client.authentication.secrets))
        directory = ProviderDirectory(configuration: client)
        bearerOrigins = BearerOrigins(client.apis, allowingPlainHTTP: client.allowsPlainHTTP)
        machine = SessionMachine(
            margin: client.refreshMargin, policy: client.unauthorizedPolicy, scheme: client.tokenScheme)
    }

    /// Whose records are this session's own.
    nonisolated var owner: RecordOwner { RecordOwner(client) }

    /// Reads the store and makes the state known, without the network.
    ///
    /// What it finds is local knowledge: a session that was revoked elsewhere still reads authenticated. Throws
    /// ``SessionError/invalidConfiguration(setting:reason:)``; ``SessionError/alreadyConfigured`` once it has succeeded;
    /// and ``SessionError/store(_:)`` where the record can't be read: the state stays unknown, nothing is deleted, and
    /// it may be tried again. A damaged record is set aside and reported, and nobody is signed in. A record of another client, or of a newer
    /// program, is left as it is: see ``SessionEnd/foreignRecord(_:)``.
    public func configure() async throws(SessionError) {
        guard case .unknown = machine.phase, !isConfiguring else { throw .alreadyConfigured }
        try client.validate()
        isConfiguring = true
        defer { isConfiguring = false }
        for weakness in await store.weaknesses() { report(storeWarning: weakness) }
        do throws(StoreError) {
            takeFirst(try await readRecord())
        } catch {
            report(storeFailure: error)
            throw .store(error)
        }
        if let ending = machine.ending, ending.end.isForced {
            journal.record(.endedElsewhere(ending), generation: machine.generation)
        }
        journal.record(.configured(machine.state), generation: machine.generation)
    }

    /// Whether somebody is signed in, and how that came about.
    public var state: SessionState { machine.state }

    /// All that can be shown of the session now.
    public var status: SessionStatus {
        var status = machine.status(now: clock.now, uptime: clock.uptime, verifiedAt: board.verifiedAt)
        status.metadataReadAt = directory.kept?.readAt
        return status
    }

    /// What happens to the session, as an independent stream for every call, from the oldest event still kept.
    ///
    /// The latest 2,000 events are kept. A subscriber that falls further behind misses the oldest ones, which the gap in
    /// ``SessionEvent/sequence`` tells. The stream ends when its consumer stops, or when the session itself is gone: a
    /// loop over it does not keep the session alive.
    public nonisolated func events() -> AsyncStream<SessionEvent> { journal.events() }

    /// The present state, then each that follows, as an independent stream for every call.
    ///
    /// For whoever wants to know *that* it changed, and not how: a subscriber that is slow finds only the latest. The
    /// stream ends as ``events()`` does.
    public nonisolated func states() -> AsyncStream<SessionState> { broadcast.states() }

    deinit {
        journal.finish()
        broadcast.finish()
    }

    /// The events that are still kept.
    package nonisolated var recentEvents: [SessionEvent] { journal.kept }

    private func noteRevocations() {
        ledger.note(.revocation, runs: !revocationWork.isEmpty || pendingWork != nil)
    }

    /// The error as it may be thrown: without secrets in what a server said, and cut.
    nonisolated func presentable(_ error: SessionError) -> SessionError { error.scrubbed(by: journal.secrets.scrubber) }

    /// Text from a server as it may be shown: without this session's secrets and what is shaped like one, and cut.
    public nonisolated func presentable(_ text: String) -> String { journal.secrets.scrubber.text(text) }

    /// The challenge that speaks about the session's token, as it may be shown.
    nonisolated func challenge(in response: HTTPResponse) -> AuthenticationChallenge? {
        AuthenticationChallenge.answer(in: response.headers)?.scrubbed(by: journal.secrets.scrubber)
    }

    private func post() {
        noteSecrets()
        let bearer = machine.bearer
        board.post(bearer, generation: machine.generation)
        broadcast.post(machine.state)
        guard let bearer, bearer.token != issued.last?.token || bearer.generation != issued.last?.generation else {
            return
        }
        issued.append(bearer)
        if issued.count > 16 { issued.removeFirst() }
    }

    /// Keeps the tokens from being told; only those that are new since last time are looked at.
    private func noteSecrets() {
        guard let credentials = machine.active?.credentials else { return }
        let tokens = [credentials.access, credentials.refresh, credentials.idToken?.token].compactMap(\.self)
        guard tokens != notedSecrets else { return }
        notedSecrets = tokens
        journal.secrets.note(tokens)
    }

    /// The provider as a piece of work speaks to it, with what it does told under that work's scope.
    nonisolated func provider(_ scope: EventScope, signInWork: SignInWork? = nil) -> Provider {
        Provider(
            configuration: client, directory: directory,
            channel: Channel(transport: transport, clock: clock, randomness: randomness, scope: scope),
            signInWork: signInWork)
    }

    nonisolated func scope(generation: Int, cause: Int?, request: Int? = nil) -> EventScope {
        EventScope(journal: journal, generation: generation, cause: cause, request: request)
    }
}

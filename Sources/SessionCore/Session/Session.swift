import FoundationEssentials

/// One signed-in user at one provider, shared by everything in a program that calls APIs on the user's behalf.
///
/// It answers two questions: ``accessToken(minimumValidity:)`` returns a token that can be used now, and
/// ``send(_:authorization:)`` sends a request with it. Refreshes, retries and the end of the session happen inside,
/// once for all callers, and are reported by ``events()``.
///
/// Every sign-in begins a new generation. An answer that comes late for an earlier one changes nothing, and a request
/// that began under one user is never sent under another.
///
/// The state changes on this actor alone. ``send(_:authorization:)`` runs on the caller's executor and waits for the
/// actor only where no usable token is at hand or a 401 has come; ``authorization(for:method:authorization:)`` does so
/// off the actor too. No method blocks a thread or holds the actor while it waits for the network or the store, so that
/// ``state`` may have changed between two calls: ask for the token, not whether there is one.
public actor Session {
    /// Who the client is and how the session behaves.
    public nonisolated let client: ClientConfiguration

    nonisolated let transport: any HTTPTransport
    nonisolated let clock: any SessionClock
    /// Numbers what happens, masks the secrets in it, keeps it and hands it to subscribers.
    nonisolated let journal: EventJournal
    /// What the machine says of the present token, where requests can read it without this actor.
    nonisolated let currentToken = CurrentToken()
    /// Where the token may go.
    nonisolated let bearerOrigins: BearerOrigins
    /// The provider's metadata and keys, each asked for when first needed.
    nonisolated let directory: ProviderDirectory
    /// Counts the work that must not end half done, for a program that wants to end.
    nonisolated let ledger = WorkLedger()
    nonisolated let access: Provider
    /// Reads the stored record, and changes it under the store's lock.
    nonisolated let keeper: RecordKeeper
    /// Revokes what is left of sessions that have ended.
    nonisolated let revoker: Revoker
    /// Userinfo requests under way about tokens that an API rejected.
    nonisolated let opinions = SharedWork<Secret, (opinion: UserInfoOpinion, event: Int)>()
    /// What APIs have published about themselves.
    nonisolated let resources = ResourceDirectory()
    /// The reading of the store under way that calls have begun.
    nonisolated let storeChecks = SharedWork<RecordOwner, Void>()
    nonisolated let signOuts = SharedWork<SignOutRun, [TokenRevocation]>()
    private nonisolated let broadcast = StateBroadcast()

    /// All that is known of the session, and the rules; changed by ``update(_:)`` alone.
    private(set) var machine: SessionMachine
    /// The logout tokens that the provider has sent, so that each counts once.
    var spentLogoutTokens = SpentLogoutTokens()
    /// The flows that sessions of theirs are renewed by, by their names.
    var repeatableFlows: [String: any RepeatableSignInFlow]
    private var isConfiguring = false

    /// Creates a session that shares its provider and transport with no other, and knows nothing until ``configure()``;
    /// ``open(client:transport:store:clock:randomness:renewing:)`` does both.
    /// - Parameters:
    ///   - client: Checked by ``configure()``.
    ///   - transport: Sends everything, to the provider and to APIs.
    ///   - store: Where the session is kept; other sessions and processes may share it.
    ///   - clock: For tests; the machine's own by default.
    ///   - randomness: For tests; the machine's own by default.
    ///   - flows: The flows that renew their own sessions; of a client that can authenticate ``ClientCredentialsFlow``
    ///     is one of them anyway.
    public init(
        client: ClientConfiguration, transport: any HTTPTransport, store: any SessionStore,
        clock: any SessionClock = SystemClock(), randomness: any SessionRandomness = SystemRandomness(),
        renewing flows: [any RepeatableSignInFlow] = []
    ) {
        self.init(
            provider: Provider(client: client, transport: transport, clock: clock, randomness: randomness),
            store: store, renewing: flows)
    }

    /// Creates one of many sessions with a provider, which knows nothing until ``configure()``;
    /// ``open(provider:store:renewing:)`` does both.
    /// - Parameters:
    ///   - provider: The client, and what its sessions share.
    ///   - store: Where the session is kept; sessions of different users have different ones.
    ///   - flows: The flows that renew their own sessions; of a client that can authenticate ``ClientCredentialsFlow``
    ///     is one of them anyway.
    public init(provider: Provider, store: any SessionStore, renewing flows: [any RepeatableSignInFlow] = []) {
        self.init(provider: provider, store: store, renewing: flows, continuing: nil)
    }

    /// Creates a session whose events continue those of a discovery of its client.
    package init(
        provider: Provider, store: any SessionStore, renewing flows: [any RepeatableSignInFlow] = [],
        continuing discovery: EventJournal?
    ) {
        let client = provider.client
        self.client = client
        access = provider
        transport = provider.transport
        clock = provider.clock
        journal = EventJournal(
            clock: clock, secrets: KnownSecrets(permanent: provider.secrets), capacity: client.keptEvents,
            backlog: 4_000, continuing: discovery)
        directory = provider.directory
        bearerOrigins = BearerOrigins(of: client)
        keeper = RecordKeeper(
            store: store, access: access, currentToken: currentToken, journal: journal, ledger: ledger)
        revoker = Revoker(access: access, keeper: keeper, journal: journal, ledger: ledger)
        let own: [any RepeatableSignInFlow] = client.authentication == .none ? [] : [ClientCredentialsFlow()]
        repeatableFlows = Dictionary((own + flows).map { ($0.name, $0) }) { $1 }
        machine = SessionMachine(
            margin: client.refreshMargin, policy: client.unauthorizedPolicy, scheme: client.tokenScheme)
    }

    /// Reads the store and makes the state known, without the network.
    ///
    /// What it finds is local knowledge: a session that was revoked elsewhere still reads authenticated. Throws
    /// ``SessionError/invalidConfiguration(setting:reason:)``; ``SessionError/alreadyConfigured`` once it has
    /// succeeded; and ``SessionError/store(_:)`` where the record can't be read: the state stays unknown, nothing is
    /// deleted, and it may be tried again. A damaged record is set aside and reported, and the state is
    /// ``SessionState/noSession(_:)``. A record of another client, or of a newer program, is left as it is: see
    /// ``SessionEnd/foreignRecord(_:)``.
    public func configure() async throws(SessionError) {
        guard case .unknown = machine.phase, !isConfiguring else { throw .alreadyConfigured }
        try client.validate()
        isConfiguring = true
        defer { isConfiguring = false }
        for weakness in await keeper.store.weaknesses() { keeper.report(warning: weakness) }
        try await readFirst()
        if let ended = machine.endedSession, ended.end.isForced {
            journal.record(.endedElsewhere(ended), generation: machine.generation)
        }
        journal.record(.configured(machine.state), generation: machine.generation)
    }

    /// Whether a user is signed in, and how that came about; ``isAuthenticated`` is the first half alone.
    public var state: SessionState { machine.state }

    /// Whether a user, or the client itself, is signed in, as far as this process knows.
    ///
    /// `false` before ``configure()``. A session that was revoked elsewhere still counts: ``fetchUserInfo()`` asks the
    /// provider.
    public var isAuthenticated: Bool { machine.state.isAuthenticated }

    /// All that can be shown of the session now.
    public var status: SessionStatus {
        var status = machine.status(at: ClockReading(clock), verified: currentToken.verified)
        status.metadataReadAt = directory.kept?.readAt
        status.hasIntrospection = directory.hasIntrospection
        if !status.isRenewedByFlow, let asked = status.requestedScope {
            // The sign-in may have had another configuration: only the provider's list tells what was left out.
            let listed = directory.listedScope
            let optional = listed.isEmpty ? Set<String>() : client.optionalScope
            let unlisted = optional.subtracting(listed).subtracting(asked)
            status.unlistedScope = client.scope.filter { unlisted.contains($0) }
        }
        return status
    }

    /// The session's events, as an independent stream for every call, from the oldest event still kept.
    ///
    /// As many are kept as ``ClientConfiguration/keptEvents`` says. A subscriber that is later than 4,000 events, and
    /// than twice as many as are kept, misses the oldest ones, which shows as a gap in ``SessionEvent/sequence``. The
    /// stream ends when its consumer stops, or when the session is deallocated: a loop over it does not keep the
    /// session alive.
    public nonisolated func events() -> AsyncStream<SessionEvent> { journal.events() }

    /// The session's events for one who takes many at a time, and is not woken for each.
    package nonisolated func eventFeed() -> EventFeed { journal.feed() }

    /// The present state, then each that follows, as an independent stream for every call.
    ///
    /// A slow subscriber gets only the latest state, and no reason for the change: ``events()`` has them all. The
    /// stream ends as that of ``events()`` does.
    public nonisolated func states() -> AsyncStream<SessionState> { broadcast.states() }

    deinit {
        journal.finish()
        broadcast.finish()
    }

    /// The events that are still kept.
    package nonisolated var recentEvents: [SessionEvent] { journal.kept }

    /// The error as it may be thrown: without secrets in what a server said, and cut.
    nonisolated func masked(_ error: SessionError) -> SessionError { error.mapTexts(journal.secrets) }

    /// Makes text from a server safe to show: without this session's secrets and anything shaped like one, truncated.
    public nonisolated func masked(_ text: String) -> String { journal.secrets.scrubber.text(text) }

    /// Masks secrets of the caller's in all that is shown and kept from now on.
    package nonisolated func protect(_ secrets: [Secret]) { journal.secrets.protect(secrets) }

    /// Whether a text that is to be kept contains a secret that this session has sent or received.
    package nonisolated func containsSecret(_ text: [UInt8]) -> Bool {
        journal.secrets.scrubber.findsKnownSecret(in: text)
    }

    /// The bytes with this session's secrets masked, or `nil` where none is in them.
    package nonisolated func maskingSecrets(in bytes: [UInt8]) -> [UInt8]? {
        journal.secrets.scrubber.maskingKnownSecrets(in: bytes)
    }

    /// The challenge about the session's token, as it may be shown.
    nonisolated func challenge(in response: HTTPResponse) -> AuthenticationChallenge? {
        AuthenticationChallenge.answer(in: response.headers)?.mapTexts(journal.secrets)
    }

    /// Changes what the session knows, the only way to do so: requests and subscribers see the result at once.
    ///
    /// `change` may not read ``machine``.
    @discardableResult
    func update<Value>(_ change: (inout SessionMachine) -> Value) -> Value {
        defer { publish() }
        return change(&machine)
    }

    private func publish() {
        if let credentials = machine.active?.credentials {
            journal.secrets.add(
                [credentials.access, credentials.refresh, credentials.idToken?.token].compactMap(\.self))
        }
        currentToken.publish(machine.bearer, generation: machine.generation)
        broadcast.post(machine.state)
    }

    /// The provider for one piece of work, whose scope the exchanges are reported under.
    nonisolated func provider(_ scope: EventScope, signInWork: SignInWork? = nil) -> ProviderChannel {
        access.channel(scope, signInWork: signInWork)
    }

    nonisolated func scope(generation: Int, cause: Int?, request: Int? = nil) -> EventScope {
        EventScope(journal: journal, generation: generation, cause: cause, request: request)
    }
}

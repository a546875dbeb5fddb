import FoundationEssentials

/// What is stored of a session, and of tokens that are still to be revoked.
struct SessionRecord: Sendable, Equatable {
    /// The process that wrote it last.
    struct Writer: Sendable, Equatable {
        var process: Int
        var time: Date
    }

    /// The process that got a session's tokens.
    struct Renewer: Sendable, Equatable {
        var process: Int
        /// What that process was doing.
        var program: String?
    }

    /// One session as any process can adopt it.
    struct Entry: Sendable, Equatable {
        var id: String
        var generation: Int
        var flow: String
        var subject: String?
        var access: Secret
        var accessObtainedAt: Date
        var accessLifetime: Duration?
        var isAccessRejected = false
        var isAccessDeclaredExpired = false
        var isAccessRefreshed = false
        /// Who got the access token; not known of one that an older program stored.
        var renewer: Renewer?
        var refresh: Secret?
        var refreshObtainedAt: Date
        var refreshLifetime: RefreshTokenLifetime?
        var grantEndsAt: Date?
        var idToken: ValidatedIDToken?
        var scope: [String]?
        var requestedScope: [String]?
        var suspicion: SessionSuspicion?
        var clockSkew: Duration?
        var isRepeatable = false
    }

    /// What is left of a session that has ended, until the next sign-in.
    struct End: Sendable, Equatable {
        /// The session's ``Entry/id``.
        var id: String
        var endedSession: EndedSession
    }

    let owner: RecordOwner
    /// Counts the writes of one session.
    var revision: Int
    var writer: Writer
    var entry: Entry?
    /// Present only without an entry.
    var end: End?
    /// The tokens that are still to be revoked; those of other owners wait for a session of theirs.
    var pending: [PendingRevocation] = []
    /// The provider's own, as it was read last.
    var metadata: KeptMetadata?

    /// Whether there is anything to keep.
    var isEmpty: Bool { entry == nil && end == nil && pending.isEmpty }
}

extension SessionRecord.Entry {
    init(_ active: SessionMachine.Active, generation: Int) {
        let credentials = active.credentials
        self.init(
            id: active.id, generation: generation, flow: active.flow, subject: active.subject,
            access: credentials.access, accessObtainedAt: credentials.accessObtainedAt,
            accessLifetime: credentials.accessLifetime, isAccessRejected: credentials.isAccessRejected,
            isAccessDeclaredExpired: credentials.isAccessDeclaredExpired,
            isAccessRefreshed: credentials.isAccessRefreshed, refresh: credentials.refresh,
            refreshObtainedAt: credentials.refreshObtainedAt, refreshLifetime: credentials.refreshLifetime,
            grantEndsAt: credentials.grantEnd?.time,
            idToken: credentials.idToken, scope: credentials.scope, requestedScope: credentials.requestedScope,
            suspicion: credentials.suspicion, clockSkew: credentials.clockSkew, isRepeatable: credentials.isRepeatable)
    }

    /// The tokens as this process sees them: what is left of the access token is reckoned by the wall clock, once.
    ///
    /// A wall clock that was set back can't lengthen a life beyond what the provider granted; one that was set forward
    /// costs one refresh.
    func credentials(now: Date, uptime: Duration) -> Credentials {
        func timePassed(since date: Date) -> Duration { .seconds(max(now.timeIntervalSince(date), 0)) }
        let age = timePassed(since: accessObtainedAt)
        return Credentials(
            access: access, accessObtainedAt: accessObtainedAt, accessLifetime: accessLifetime,
            accessEnd: accessLifetime.map { uptime - age + $0 }, accessArrivedAt: uptime - age,
            accessRejectedAt: isAccessRejected ? uptime : nil,
            isAccessDeclaredExpired: isAccessDeclaredExpired, isAccessRefreshed: isAccessRefreshed, refresh: refresh,
            refreshObtainedAt: refreshObtainedAt, refreshLifetime: refreshLifetime,
            refreshEnd: refreshLifetime.map { uptime - timePassed(since: refreshObtainedAt) + $0.duration },
            grantEnd: grantEndsAt.map { ClockReading($0, uptime + .seconds($0.timeIntervalSince(now))) },
            idToken: idToken, scope: scope, requestedScope: requestedScope,
            suspicion: suspicion.map {
                var suspicion = $0
                suspicion.first = ClockReading($0.firstAt, uptime - timePassed(since: $0.firstAt))
                suspicion.last = ClockReading($0.lastAt, uptime - timePassed(since: $0.lastAt))
                return suspicion
            }, clockSkew: clockSkew, isRepeatable: isRepeatable)
    }

    /// The session as a process begins with it that has read it now.
    func active(revision: Int, start: SessionStart, at now: ClockReading) -> SessionMachine.Active {
        SessionMachine.Active(
            id: id, start: start, flow: flow, credentials: credentials(now: now.time, uptime: now.uptime),
            subject: subject, revision: revision, wasStored: true)
    }
}

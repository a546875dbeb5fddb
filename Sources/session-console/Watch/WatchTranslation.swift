import ClientObservation
import ClientWatch
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Makes of what a watch sees what the console's screens and recordings take, without secrets.
struct WatchTranslation {
    /// What was seen.
    var record: WatchRecord
    private let secrets = KnownSecrets()
    private var sequence = 0
    /// The messages that have begun.
    private var underWay: [Int: (request: ObservedRequest, faults: [String])] = [:]
    /// What became of the faults, as the screens were told of it last.
    private var toldVerdicts: [Int: FaultVerdict] = [:]
    /// The sessions, as the screens were told of them last.
    private var told: [Int: SeenSession] = [:]
    private var toldClients: [Int: ServedClient] = [:]

    init(_ record: WatchRecord = WatchRecord()) { self.record = record }

    /// What the screens are told when a message begins or ends; of the beginning of one that is over they are not.
    mutating func moments(_ step: ObservedStep, isOver: Bool) -> [Moment] { take(step, isOver: isOver).moments }

    /// What has changed by a step, and what the screens are told of it.
    mutating func take(_ step: ObservedStep, isOver: Bool) -> (change: ObservedChange, moments: [Moment]) {
        let change = record.take(step)
        return switch step {
        case .began(let id, let request): (change, began(id, request, change, isOver: isOver))
        case .ended(let id, let outcome, let moment): (change, ended(id, outcome, change, at: moment))
        }
    }

    /// Translates the next step of an archive for the screens; returns `nil` at the end of the archive.
    mutating func moments(_ order: inout ArchiveOrder) -> [Moment]? {
        record.next(of: &order).map { moments($0, isOver: true) }
    }

    /// What only the end of the watch decides.
    mutating func close(at moment: Date) -> [Moment] {
        // Each finding is a moment of its own, so that a reader can go from one to the next.
        let findings = record.close().findings.map { SeenChange(findings: [$0]) }
        return (findings + verdicts()).map { Moment(time: moment, occurrence: .clients($0)) }
            + [Moment(time: moment, occurrence: .clients(SeenChange(isOver: true)))]
    }

    /// What the screens are told of a fault, which may have struck a message that is under way.
    mutating func moment(_ fault: InjectedFault, at moment: Date) -> Moment {
        record.take(fault)
        if let id = fault.exchange { underWay[id]?.faults.append(fault.name) }
        return event(.injected(fault), of: fault.exchange.flatMap { record.observer.message($0) }, at: moment)
    }

    mutating func moment(_ notice: WatchNotice, at moment: Date) -> Moment {
        record.take(notice, at: moment)
        return Moment(time: moment, occurrence: .clients(SeenChange(notice: notice)))
    }

    // MARK: - A message

    private mutating func began(
        _ id: Int, _ request: ObservedRequest, _ change: ObservedChange, isOver: Bool
    ) -> [Moment] {
        guard let sighting = record.observer.message(id) else { return [] }
        underWay[id] = (request, [])
        var moments: [Moment] = []
        if !isOver {
            let start = ExchangeStart(
                id: id, purpose: sighting.purpose, observed: HTTPRequest(request),
                token: sighting.presented?.fingerprint,
                secrets: secrets)
            moments.append(event(.exchangeStarted(start), of: sighting, at: request.begin))
        }
        return moments + tell(change, at: request.begin)
    }

    private mutating func ended(
        _ id: Int, _ outcome: ObservedOutcome, _ change: ObservedChange, at moment: Date
    ) -> [Moment] {
        guard let (request, faults) = underWay.removeValue(forKey: id), let sighting = record.observer.message(id)
        else { return [] }
        let exchange = HTTPExchange(id, request, outcome, at: moment, sighting.purpose, faults, secrets)
        var moments = [event(.exchange(exchange), of: sighting, at: moment)]
        let cause = sequence
        for kind in consequences(of: sighting, exchange, outcome) {
            moments.append(event(kind, of: sighting, at: moment, cause: cause))
        }
        if case .answered(let answer) = outcome, sighting.hasIssued, let reading = TokenReading(issuedIn: answer.body) {
            moments.append(Moment(time: moment, occurrence: .tokens(reading)))
        }
        return moments + tell(change, at: moment)
    }

    /// Creates the next event.
    ///
    /// An event without a message is this program's own, and has no sender.
    private mutating func event(
        _ kind: SessionEvent.Kind, of sighting: Sighting?, at moment: Date, cause: Int? = nil
    ) -> Moment {
        sequence += 1
        var event = SessionEvent(sequence: sequence, time: moment, generation: 0, cause: cause, kind: kind)
        event.watched = WatchedSource(
            sender: sighting.map { $0.caller?.words ?? "client" } ?? "",
            session: sighting?.session, starter: sighting?.caller?.starter.map { Int($0) },
            client: sighting.flatMap { record.observer.client(ofLatest: $0.id) })
        return Moment(time: moment, occurrence: .event(event))
    }

    /// What became of the session by a message, as a session of this program would tell it.
    private func consequences(
        of sighting: Sighting, _ exchange: HTTPExchange, _ outcome: ObservedOutcome
    ) -> [SessionEvent.Kind] {
        if let request = sighting.tokenRequest {
            if case .answered(let answer) = outcome,
                let tokens = SessionTokens(issuedBy: sighting, idTokenIn: answer.body)
            {
                guard request.grant == .refreshToken else {
                    return [.signedIn(flow: request.grant.flow.rawValue, tokens)]
                }
                let replaced =
                    tokens.refresh?.fingerprint == request.refreshToken?.fingerprint
                    ? nil : request.refreshToken?.fingerprint
                let access = sighting.session.flatMap { told[$0]?.accessToken }
                return [.refreshed(tokens, replacedAccess: access, replacedRefresh: replaced)]
            }
            if sighting.isRefreshTokenRefused, let token = request.refreshToken?.fingerprint {
                return [.refreshRejected(exchange.refusal, refresh: token)]
            }
        } else if sighting.isOfResource, sighting.answer?.status == 401,
            // A client that comes to a server without a token asks how to get one.
            sighting.presented != nil || !record.observer.isOfServer
        {
            var facts = RequestFacts(id: sighting.id, method: exchange.method, url: exchange.url)
            (facts.token, facts.attempts, facts.status) = (sighting.presented?.fingerprint, 1, 401)
            facts.duration = exchange.duration
            let headers = exchange.beginning?.headers ?? [:]
            return [.unauthorized(facts, AuthenticationChallenge.token(in: headers))]
        } else if case .revocation(let token?) = sighting.kind, sighting.isSuccess {
            return [.revoked(token.fingerprint)]
        }
        return []
    }

    // MARK: - Sessions and findings

    /// What the screens are told of a change: of a session only where it is shown otherwise than before.
    private mutating func tell(_ change: ObservedChange, at moment: Date) -> [Moment] {
        let sessions = change.sessions.compactMap { id -> SeenSession? in
            guard let session = record.observer.session(id), told[id] != session else { return nil }
            told[id] = session
            return session
        }
        if told.count > Self.sessionLimit { told = told.filter { record.observer.session($0.key) != nil } }
        let clients = change.clients.compactMap { id -> ServedClient? in
            guard let client = record.observer.client(id), toldClients[id]?.isShown(as: client) != true else {
                return nil
            }
            toldClients[id] = client
            return client
        }
        if toldClients.count > 2 * SeenClients.servedLimit {
            toldClients = toldClients.filter { record.observer.client($0.key) != nil }
        }
        let all =
            (sessions.isEmpty && clients.isEmpty ? [] : [SeenChange(sessions: sessions, served: clients)])
            + change.findings.map { SeenChange(findings: [$0]) } + verdicts()
        return all.map { Moment(time: moment, occurrence: .clients($0)) }
    }

    /// What has become of faults since it was told last.
    private mutating func verdicts() -> [SeenChange] {
        record.observer.strikes.filter { $0.verdict != .open && toldVerdicts[$0.id] != $0.verdict }.map { strike in
            toldVerdicts[strike.id] = strike.verdict
            return SeenChange(verdict: SeenVerdict(fault: strike.fault.name, verdict: strike.verdict))
        }
    }

    /// More than an observer keeps.
    private static let sessionLimit = 1_024
}

extension Sighting {
    /// Whether tokens were handed out in its answer.
    fileprivate var hasIssued: Bool { tokenRequest != nil && answer?.tokens != nil }
}

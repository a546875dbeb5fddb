import ClientObservation
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Makes of the messages of programs that are watched what the console's screens and recordings take, without secrets.
struct WatchTranslation {
    private var observer: Observer
    private let secrets = KnownSecrets()
    /// Whether a message is told of when it begins, too: worth it only while others are still to come.
    private let tellsBeginnings: Bool
    private var sequence = 0
    /// The messages that have begun, by the numbers of the watch, with the observer's.
    private var underWay: [Int: (id: Int, request: ObservedRequest, faults: [String])] = [:]
    private var sessions = SeenSessions()
    /// How often each finding was told of.
    private var counts: [Int] = []

    init(apis: Set<Origin> = [], tellsBeginnings: Bool) {
        observer = Observer(apis: apis)
        self.tellsBeginnings = tellsBeginnings
    }

    /// What the screens are told when a message begins or ends.
    mutating func moments(_ step: ObservedStep) -> [Moment] {
        switch step {
        case .began(let number, let request): began(number, request)
        case .ended(let number, let outcome, let moment): ended(number, outcome, at: moment)
        }
    }

    /// Translates the next step of an archive for the screens; returns `nil` at the end of the archive.
    mutating func moments(_ order: inout ArchiveOrder) -> [Moment]? { order.next(&observer).map { moments($0) } }

    /// What only the end of the watch decides.
    mutating func close(at moment: Date) -> [Moment] {
        observer.close()
        // Each finding is a moment of its own, so that a reader can go from one to the next.
        return changes(in: []).findings.map { Moment(time: moment, occurrence: .clients(SeenChange(findings: [$0]))) }
            + [Moment(time: moment, occurrence: .clients(SeenChange(isOver: true)))]
    }

    /// What the screens are told of a fault, which may have struck a message that is under way.
    mutating func moment(_ fault: InjectedFault, at moment: Date) -> Moment {
        guard let number = fault.exchange, let id = underWay[number]?.id else {
            return event(.injected(fault), of: nil, at: moment)
        }
        underWay[number]?.faults.append(fault.name)
        let struck = InjectedFault(name: fault.name, step: fault.step, exchange: id, text: fault.text)
        return event(.injected(struck), of: observer.message(id), at: moment)
    }

    // MARK: - A message

    private mutating func began(_ number: Int, _ request: ObservedRequest) -> [Moment] {
        guard let id = observer.begin(request), let sighting = observer.message(id) else { return [] }
        underWay[number] = (id, request, [])
        var moments: [Moment] = []
        if tellsBeginnings {
            let start = ExchangeStart(
                id: id, purpose: sighting.purpose, observed: HTTPRequest(request),
                token: sighting.presented?.fingerprint,
                secrets: secrets)
            moments.append(event(.exchangeStarted(start), of: sighting, at: request.begin))
        }
        return moments + told(changes(in: [sighting.session]), at: request.begin)
    }

    private mutating func ended(_ number: Int, _ outcome: ObservedOutcome, at moment: Date) -> [Moment] {
        guard let (id, request, faults) = underWay.removeValue(forKey: number) else { return [] }
        let before = observer.message(id)?.session
        observer.end(id, outcome, at: moment)
        guard let sighting = observer.message(id) else { return [] }
        let change = changes(in: [before, sighting.session])
        let exchange = HTTPExchange(id, request, outcome, at: moment, sighting.purpose, faults, secrets)
        var moments = [event(.exchange(exchange), of: sighting, at: moment)]
        let cause = sequence
        for kind in consequences(of: sighting, exchange, outcome, at: moment) {
            moments.append(event(kind, of: sighting, at: moment, cause: cause))
        }
        if case .answered(let answer) = outcome, hasIssued(sighting), let reading = TokenReading(issuedIn: answer.body)
        {
            moments.append(Moment(time: moment, occurrence: .tokens(reading)))
        }
        return moments + told(change, at: moment)
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
            session: sighting?.session.map { sessions.number(of: $0) })
        return Moment(time: moment, occurrence: .event(event))
    }

    private func told(_ change: SeenChange, at moment: Date) -> [Moment] {
        let findings = change.findings.map { SeenChange(findings: [$0]) }
        let all = (change.sessions.isEmpty ? [] : [SeenChange(sessions: change.sessions)]) + findings
        return all.map { Moment(time: moment, occurrence: .clients($0)) }
    }

    /// Whether tokens were handed out in its answer.
    private func hasIssued(_ sighting: Sighting) -> Bool {
        sighting.session.flatMap { observer.session($0) }?.generations.last?.message == sighting.id
    }

    /// What became of the session by a message, as a session of this program would tell it.
    private func consequences(
        of sighting: Sighting, _ exchange: HTTPExchange, _ outcome: ObservedOutcome, at moment: Date
    ) -> [SessionEvent.Kind] {
        if let request = sighting.tokenRequest {
            if hasIssued(sighting), let session = sighting.session.flatMap({ observer.session($0) }),
                case .answered(let answer) = outcome,
                let tokens = SessionTokens(of: session, at: sighting.begin, idTokenIn: answer.body)
            {
                guard request.grant == .refreshToken else {
                    return [.signedIn(flow: request.grant.flow.rawValue, tokens)]
                }
                let replaced =
                    tokens.refresh?.fingerprint == request.refreshToken?.fingerprint
                    ? nil : request.refreshToken?.fingerprint
                let access = session.generations.dropLast().last?.access?.fingerprint
                return [.refreshed(tokens, replacedAccess: access, replacedRefresh: replaced)]
            }
            if sighting.answer?.refusal == .invalidGrant, let token = request.refreshToken?.fingerprint {
                return [.refreshRejected(exchange.refusal, refresh: token)]
            }
        } else if sighting.isOfResource, sighting.answer?.status == 401 {
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

    private mutating func changes(in touched: [Int?]) -> SeenChange {
        var change = SeenChange()
        for id in Set(touched.compactMap(\.self)).sorted() {
            if let session = sessions.change(of: id, in: observer) { change.sessions.append(session) }
        }
        for (place, finding) in observer.findings.enumerated() {
            if place == counts.count { counts.append(0) }
            guard counts[place] != finding.count else { continue }
            counts[place] = finding.count
            change.findings.append(
                SeenFinding(finding, id: place + 1, session: finding.session.map { sessions.number(of: $0) }))
        }
        return change
    }
}

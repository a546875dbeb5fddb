import FoundationEssentials
package import SessionCore
package import SessionHTTP

/// Watches the messages between programs and servers, and says what they do to their sessions.
///
/// It learns of each request when it begins and of its answer when that ends, in the order of time. Messages have the
/// numbers that they come with; sessions and findings count from 1. It sends nothing, has no clock and keeps no secret.
/// What is kept has a limit, however long it watches: see ``Ledger``; of findings the first 1,000, each with its count,
/// its first and its last occurrence.
package struct Observer: Sendable {
    private static let findingLimit = 1_000

    /// What a finding of a rule is about: a session, whichever of its processes broke the rule, or else a client's or a
    /// program's requests to an origin.
    private enum Subject: Hashable {
        case session(Int, rule: String)
        case requests(client: String?, program: String?, Origin?, rule: String)
    }

    private(set) var ledger: Ledger
    /// The clients of a server that is watched from its own side; `nil` where programs are watched.
    private var served: ServedClients?
    private var places: [Subject: Int] = [:]
    /// The messages that show findings: the ledger may forget them.
    private var evidence: [Int: Sighting] = [:]

    /// In the order in which they were found first.
    package private(set) var findings: [ClientFinding] = []
    /// The names of the rules that may have been broken.
    private var doubted: Set<String> = []
    /// What no message has shown yet.
    private var unseen: [Occasion]
    /// How many messages have begun that passed the watch.
    package private(set) var messageCount = 0
    private var counts: [ClientCount: Int] = [:]
    /// The faults that struck, in order.
    package internal(set) var strikes: [FaultStrike] = []
    /// The places of those of which nothing is known yet.
    var openStrikes: [Int] = []
    /// The numbers of the findings that the present step has changed.
    private var changedFindings: [Int] = []

    /// Creates an observer; without `apis` it is not known which origins a token may go to.
    ///
    /// `provider` is one that is known before any message; its metadata count as seen. A server that is watched from
    /// its own side has clients, and what is wrong with it weighs more than a note.
    package init(apis: Set<Origin> = [], provider: ProviderMetadata? = nil, isOfServer: Bool = false) {
        ledger = Ledger(apis: apis)
        served = isOfServer ? ServedClients() : nil
        if let metadata = provider.flatMap({ PublishedMetadata($0) }) { ledger.providers.learn(metadata) }
        let known: [Occasion: Bool] = [.knownAPIs: !apis.isEmpty, .metadata: provider?.isDiscovered == true]
        unseen = Occasion.allCases.filter { known[$0] != true }
    }

    /// Takes in that a message begins or ends; returns what that has changed.
    ///
    /// A message begins once its body has come, as far as that is kept: the form of a token request says what it is.
    /// What goes to no http or https URL is no message.
    @discardableResult
    package mutating func take(_ step: ObservedStep) -> ObservedChange {
        switch step {
        case .began(let id, let request): begin(id, request)
        case .ended(let id, let outcome, let moment): end(id, outcome, at: moment)
        }
        return takeChange()
    }

    /// Judges what only the end of the watch decides; nothing is taken in after it.
    @discardableResult
    package mutating func close() -> ObservedChange {
        for session in ledger.sessions.values.sorted(by: { $0.id < $1.id }) {
            for (rule, judge) in FindingRule.atClose {
                if let judgement = judge(session, ledger) { record(judgement, of: rule) }
            }
        }
        closeStrikes()
        return takeChange()
    }

    private mutating func takeChange() -> ObservedChange {
        defer { (ledger.sessions.changed, changedFindings) = ([], []) }
        return ObservedChange(
            sessions: (ledger.sessions.changed ?? []).sorted(), findings: changedFindings.map { findings[$0 - 1] },
            clients: served?.takeChanges() ?? [])
    }

    private mutating func begin(_ id: Int, _ request: ObservedRequest) {
        guard let sighting = sighting(of: request, numbered: id), sighting.isMessage else { return }
        if sighting.link == nil { messageCount += 1 }
        ledger.begin(sighting)
        unseen.removeAll { $0.isShown(by: sighting) }
        observeAfterStrikes(sighting)
        if let sighting = ledger.sightings[id] { served?.begin(sighting) }
        judge(id, by: FindingRule.whenSent)
        judgeStrikes()
    }

    /// The facts of a request, as they would be if it began now.
    mutating func sighting(of request: ObservedRequest, numbered id: Int) -> Sighting? {
        guard let reader = RequestReader(request) else { return nil }
        var providers = ledger.providers
        defer { ledger.providers = providers }
        return reader.sighting(id, &providers) { ledger.tokens[$0]?.use }
    }

    private mutating func end(_ id: Int, _ outcome: ObservedOutcome, at moment: Date) {
        guard let sighting = ledger.sightings[id], sighting.isInFlight else { return }
        let reader = reader(of: outcome, to: sighting)
        if case .metadata = sighting.kind, let metadata = reader?.metadata { ledger.providers.learn(metadata) }
        ledger.end(id, reader?.facts(of: sighting.kind, end: moment), at: moment)
        if let ended = ledger.sightings[id] {
            count(ClientCount.of(ended))
            unseen.removeAll { $0.isShown(by: ended) }
            served?.end(ended)
        }
        if evidence[id] != nil { evidence[id] = ledger.sightings[id] }
        judge(id, by: FindingRule.whenEnded)
        judgeStrikes()
    }

    private func reader(of outcome: ObservedOutcome, to request: Sighting) -> AnswerReader? {
        guard case .answered(let answer) = outcome else { return nil }
        return AnswerReader(answer, base: "\(request.origin)\(request.path)")
    }

    private mutating func count(_ seen: [ClientCount]) {
        for count in seen { counts[count, default: 0] += 1 }
    }

    private mutating func judge(_ id: Int, by rules: [(rule: FindingRule, judge: FindingRule.Judge)]) {
        guard let message = ledger.sightings[id] else { return }
        var judgements: [(FindingRule, Judgement)] = []
        do {
            // Gone before the ledger changes, which would have to be copied.
            let inquiry = Inquiry(message: message, ledger: ledger)
            let (isInjected, isMasked) = (message.answer?.isInjected == true, message.isMasked)
            for (rule, judge) in rules where !isInjected || !rule.isAboutAnswer {
                let unknown = isMasked && rule.comparesTokens ? inquiry.undecided() : nil
                if let judgement = judge(inquiry) ?? unknown { judgements.append((rule, judgement)) }
            }
        }
        for (rule, judgement) in judgements { record(judgement, of: rule) }
    }

    private mutating func record(_ judgement: Judgement, of rule: FindingRule) {
        guard case .broken(let messages, let session, let contrast) = judgement else {
            doubted.insert(rule.name)
            return
        }
        count(ClientCount.of(rule))
        recordBroken(rule, messages, session)
        let shown = messages.compactMap { message($0) }
        let last = shown.last
        // A server's own fault is one, whichever of its clients met it.
        let isOwn = isOfServer && rule.isOfServerSide
        let client = isOwn ? nil : last?.client ?? session.flatMap { ledger.sessions[$0]?.client }
        let evident = ClientFinding.Evidence(
            moment: shown.map { $0.end ?? $0.begin }.max() ?? .distantPast, messages: messages)
        let requests = Subject.requests(
            client: client, program: isOwn ? nil : last?.caller?.name, last?.origin, rule: rule.name)
        let subject = isOwn ? requests : session.map { .session($0, rule: rule.name) } ?? requests
        if let place = places[subject] {
            findings[place].count += 1
            findings[place].last = evident
            changedFindings.append(findings[place].id)
            return
        }
        guard findings.count < Self.findingLimit else { return }
        places[subject] = findings.count
        let finding = ClientFinding(
            id: findings.count + 1, rule: rule.name, weight: rule.weight(isOfServer: isOfServer),
            session: isOwn ? nil : session, client: client, sender: isOwn ? nil : last?.caller?.words, first: evident,
            last: evident, count: 1, contrast: contrast)
        findings.append(finding)
        changedFindings.append(finding.id)
        for sighting in shown { evidence[sighting.id] = sighting }
    }
}

extension Observer {
    /// The sessions that are kept, the first one first.
    package var sessions: [SeenSession] {
        ledger.sessions.values.sorted { $0.id < $1.id }.map { SeenSession($0, in: ledger) }
    }

    /// A session that is kept.
    package func session(_ id: Int) -> SeenSession? { ledger.sessions[id].map { SeenSession($0, in: ledger) } }

    /// How many sessions were seen.
    package var sessionCount: Int { ledger.sessions.total }

    /// The clients of the server, the first one first.
    package var clients: [ServedClient] {
        (served?.all.values ?? []).filter { $0.successor == nil }.sorted { $0.id < $1.id }
    }

    /// Whether a server is watched from its own side.
    package var isOfServer: Bool { served != nil }

    /// The number of the client that sent the message that was taken in last.
    package func client(ofLatest message: Int) -> Int? { served?.client(ofLatest: message) }

    package func client(_ id: Int) -> ServedClient? { served?.all[id] }

    package var providers: [ObservedProvider] { ledger.providers.all }

    /// A message that is kept: one of the latest, or one of the first occurrence of a finding.
    package func message(_ id: Int) -> Sighting? { ledger.sightings[id] ?? evidence[id] }

    /// Why it can't be said whether a rule was kept; `nil` where it was kept, or broken.
    package func doubt(about rule: FindingRule) -> Doubt? {
        guard !findings.contains(where: { $0.rule == rule.name }) else { return nil }
        let missing = rule.needs.filter(unseen.contains)
        if !missing.isEmpty { return .unseen(missing) }
        return doubted.contains(rule.name) ? .unwatched : nil
    }

    /// The rules that could not be decided, in the order of the table, with the reasons.
    package var undecided: [(rule: FindingRule, doubt: Doubt)] {
        FindingRule.all.compactMap { rule in doubt(about: rule).map { (rule, $0) } }
    }

    /// How many there were of what has ended.
    package func number(of count: ClientCount) -> Int {
        switch count {
        case .findings: findings.count
        case .errors: findings.count { $0.weight == .error }
        case .warnings: findings.count { $0.weight == .warning }
        case .notes: findings.count { $0.weight == .note }
        default: counts[count] ?? 0
        }
    }

    /// What an answer brings that no message has had before.
    func secrets(in outcome: ObservedOutcome, to request: Sighting, at moment: Date) -> Set<SecretID> {
        let facts = reader(of: outcome, to: request)?.facts(of: request.kind, end: moment)
        return Set(facts?.secrets.filter { ledger.tokens[$0] == nil } ?? [])
    }
}

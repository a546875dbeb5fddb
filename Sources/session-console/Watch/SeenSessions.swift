import ClientObservation
import ConsoleApp
import SessionCore

/// The sessions that an observer knows, as the screens were told of them.
struct SeenSessions {
    private var numbers: [Int: Int] = [:]
    private var told: [Int: SeenSession] = [:]
    /// The refresh tokens that sessions began with which are older than the watch.
    private var firstTokens: [Int: SecretID] = [:]

    /// The number of a session: they count from 1, in the order in which they are asked for first.
    mutating func number(of session: Int) -> Int {
        if let number = numbers[session] { return number }
        let number = numbers.count + 1
        numbers[session] = number
        return number
    }

    /// A session where it is not as it was told of last.
    mutating func change(of id: Int, in observer: Observer) -> SeenSession? {
        guard let session = observer.session(id) else { return nil }
        if session.began == nil, firstTokens[id] == nil { firstTokens[id] = session.refreshToken }
        let seen = SeenSession(session, number: number(of: id), first: firstTokens[id], in: observer)
        guard told[id] != seen else { return nil }
        told[id] = seen
        if told.count > Self.limit { forgetLeft(by: observer) }
        return seen
    }

    /// More than an observer keeps.
    private static let limit = 1_024

    private mutating func forgetLeft(by observer: Observer) {
        told = told.filter { observer.session($0.key) != nil }
        firstTokens = firstTokens.filter { told[$0.key] != nil }
    }
}

extension SeenSession {
    fileprivate init(_ session: ObservedSession, number: Int, first: SecretID?, in observer: Observer) {
        let isCut = session.generationCount > session.generations.count
        let tokens = (isCut ? [] : [first]) + session.generations.map(\.refresh)
        var lineage: [SecretID] = []
        for token in tokens.compactMap(\.self) where lineage.last != token { lineage.append(token) }
        self.init(
            id: number, client: session.client, issuer: session.issuer, subject: session.subject,
            state: session.state, accessToken: session.accessToken?.fingerprint, expiry: session.expiry,
            lineage: lineage.map {
                Link(token: $0.fingerprint, presenter: observer.token($0)?.lastPresenter?.words)
            },
            leftOut: session.generationCount - session.generations.count,
            senders: session.callers.map(\.words).sorted())
    }
}

extension SeenFinding {
    init(_ finding: ClientFinding, id: Int, session: Int?) {
        self.init(
            id: id, rule: finding.rule.name, weight: finding.rule.weight, session: session, client: finding.client,
            sender: finding.caller?.words, first: Evidence(finding.first), last: Evidence(finding.last),
            count: finding.count)
    }
}

extension SeenFinding.Evidence {
    fileprivate init(_ occurrence: ClientFinding.Occurrence) {
        self.init(moment: occurrence.moment, messages: occurrence.messages)
    }
}

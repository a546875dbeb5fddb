import ClientObservation
import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

/// Makes of the messages of programs that are watched what the console's screens and recordings take, without secrets.
struct WatchTranslation {
    private var observer: Observer
    private let secrets = KnownSecrets()
    /// Whether a message is told of when it begins, too: worth it only while others are still to come.
    private let tellsBeginnings: Bool
    private var sequence = 0
    /// The messages that have begun, by the numbers of the watch, with the observer's.
    private var underWay: [Int: (id: Int, request: ObservedRequest)] = [:]
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

    /// What only the end of the watch decides.
    mutating func close(at moment: Date) -> [Moment] {
        observer.close()
        // Each finding is a moment of its own, so that a reader can go from one to the next.
        return changes(in: []).findings.map { Moment(time: moment, occurrence: .clients(SeenChange(findings: [$0]))) }
            + [Moment(time: moment, occurrence: .clients(SeenChange(isOver: true)))]
    }

    // MARK: - A message

    private mutating func began(_ number: Int, _ request: ObservedRequest) -> [Moment] {
        guard let id = observer.begin(request), let sighting = observer.message(id) else { return [] }
        underWay[number] = (id, request)
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
        guard let (id, request) = underWay.removeValue(forKey: number) else { return [] }
        let before = observer.message(id)?.session
        observer.end(id, outcome, at: moment)
        guard let sighting = observer.message(id) else { return [] }
        let change = changes(in: [before, sighting.session])
        let exchange = HTTPExchange(id, request, outcome, at: moment, sighting.purpose, secrets)
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

    private mutating func event(
        _ kind: SessionEvent.Kind, of sighting: Sighting, at moment: Date, cause: Int? = nil
    ) -> Moment {
        sequence += 1
        var event = SessionEvent(sequence: sequence, time: moment, generation: 0, cause: cause, kind: kind)
        event.watched = WatchedSource(
            sender: sighting.caller?.words ?? "client", session: sighting.session.map { sessions.number(of: $0) })
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

extension Caller {
    /// As the screens have it: `node[4242]`.
    var words: String { process.map { OtherProcessEvent.name(name, Int($0)) } ?? name }
}

extension HTTPRequest {
    init(_ observed: ObservedRequest) {
        self.init(
            method: observed.method, url: observed.url, headers: observed.headers,
            body: observed.body.isEmpty ? .none : .bytes(observed.body))
    }
}

extension HTTPExchange {
    fileprivate init(
        _ id: Int, _ request: ObservedRequest, _ outcome: ObservedOutcome, at moment: Date,
        _ purpose: SessionError.Purpose, _ secrets: KnownSecrets
    ) {
        let result: Result<HTTPResponse, TransportError> =
            switch outcome {
            case .answered(let answer):
                .success(
                    HTTPResponse(
                        status: answer.status, headers: answer.headers, body: answer.body, url: request.url))
            case .failed: .failure(.brokenOff("no whole answer came"))
            }
        self.init(
            id: id, purpose: purpose, observed: HTTPRequest(request), sentAt: request.begin,
            duration: .seconds(max(0, moment.timeIntervalSince(request.begin))), result: result, secrets: secrets)
    }

    /// Why the provider refused the refresh token, by the answer without its secrets.
    fileprivate var refusal: RefreshRefusal {
        let status = beginning?.status ?? 0
        guard let body = beginning?.body, let json = try? JSONValue(parsing: Array(body.utf8)),
            let code = json["error"]?.string
        else { return .unexplained(status: status) }
        return .named(OAuthError(code: code, detail: json["error_description"]?.string, status: status))
    }
}

extension Sighting {
    /// The endpoint that is asked.
    fileprivate var purpose: SessionError.Purpose {
        switch kind {
        case .authorization: .authorization
        case .pushedAuthorization: .pushedAuthorization
        case .token: .token
        case .deviceAuthorization: .deviceAuthorization
        case .revocation: .revocation
        case .introspection: .introspection
        case .userInfo: .userInfo
        case .endSession: .endSession
        case .metadata: path.contains("oauth-protected-resource") ? .resourceMetadata : .discovery
        case .keys: .keys
        case .registration: .registration
        // The answer of an authorization goes to the program itself, which serves it as it serves its pages.
        case .redirect, .call: .request
        }
    }
}

extension TokenRequestFacts.Grant {
    fileprivate var flow: SignInFlowName {
        switch self {
        case .authorizationCode, .refreshToken, .other: .code
        case .password: .password
        case .clientCredentials: .clientCredentials
        case .deviceCode: .device
        case .tokenExchange: .tokenExchange
        case .jwtBearer: .jwtBearer
        }
    }
}

import ClientObservation
import FoundationEssentials
import Interception
import Relay
import SessionHTTP
import Synchronization

/// A request on its way, which passes as it came unless a fault strikes it.
///
/// To a watched host it is news; to any other, where the request or its answer has to do with a session. Of the
/// watch's own browser it is where its visits say so, and its answer's body isn't read.
final class WatchedCall: RelayedCall {
    /// What is read of a body; more passes, and isn't read.
    static let bodyLimit = 1 << 20

    struct State {
        var id: Int?
        /// The request, where it has not been told.
        var withheld: ObservedRequest?
        var answer: ObservedAnswer?
        /// What it is for faults, where one was armed when it came.
        var targets: Set<ClientFault.Target>?
        var isOver = false
    }

    private let head: RequestHead
    private let origin: Origin
    private let host: WatchedHost
    private let isOfWatchedHost: Bool
    private let request: ObservedRequest
    let traffic: WatchedTraffic
    private let caller: Caller?
    private let visits: BrowserVisits?
    let state = Mutex(State())
    var answersForServer: Bool { false }

    /// The head is as the server gets it.
    init(
        _ head: RequestHead, to origin: Origin, _ host: WatchedHost, url: URL, from caller: Caller?,
        of traffic: WatchedTraffic, _ visits: BrowserVisits? = nil
    ) {
        (self.head, self.origin, self.host, self.traffic, self.caller) = (head, origin, host, traffic, caller)
        self.visits = visits
        isOfWatchedHost = visits == nil && traffic.survey.isWatched(host)
        request = ObservedRequest(
            method: head.method, url: url, headers: HTTPHeaders(head.fields), begin: Date(), caller: caller)
    }

    func decide() -> OwnerAnswer<RequestDecision> {
        let isRead = request.headers.announceReadableBody
        let forward = RequestDecision.forward(head, to: origin, keeping: isRead ? Self.bodyLimit : 0)
        guard traffic.faults.isWanted else {
            if !isRead { begin(with: []) }
            return .now(forward)
        }
        guard isRead else { return .now(strike(with: [], or: forward)) }
        // One that is too large to be read ahead asks for no tokens.
        return .now(.afterBody { [self] body in body.map { strike(with: $0, or: forward) } ?? forward })
    }

    private func strike(with body: [UInt8], or forward: RequestDecision) -> RequestDecision {
        begin(with: body)
        let request = request(with: body)
        let targets = traffic.faults.targets(of: request)
        let id = state.withLock { state in
            state.targets = targets
            return state.id
        }
        return id.map { decision(on: request, targets, $0, or: forward) } ?? forward
    }

    func requestCame(keeping body: [UInt8]) { begin(with: body) }

    private func begin(with body: [UInt8]) {
        guard state.withLock({ $0.id == nil && $0.withheld == nil }) else { return }
        let request = request(with: body)
        if let visits {
            if let told = visits.told(request) { tell(of: told) }
        } else if isOfWatchedHost || request.isAboutSession {
            tell(of: request)
        } else {
            state.withLock { $0.withheld = request }
        }
    }

    private func tell(of request: ObservedRequest) {
        // It may redeem the code of a sign-in that began by one.
        if request.method == "POST" { traffic.tellOfPrintedLinks() }
        let id = traffic.desk.begin(request)
        state.withLock { ($0.id, $0.withheld) = (id, nil) }
    }

    private func request(with body: [UInt8]) -> ObservedRequest {
        var request = request
        request.body = ContentDecoding.content(of: body, request.headers, limit: Self.bodyLimit)
        return request
    }

    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> {
        let observed = ObservedAnswer(status: answer.status, headers: HTTPHeaders(answer.fields))
        let isTold = state.withLock { state in
            state.answer = observed
            return state.id != nil
        }
        // A request alone is no sign that the host can be opened.
        if isTold, !isOfWatchedHost, !traffic.wantsCertificate(origin) { traffic.survey.find(host) }
        tellOfPage(answeredBy: observed)
        // What follows is another protocol, for hours perhaps.
        if answer.status == 101 { end(.answered(observed)) }
        let pass = AnswerDecision.pass(answer, keeping: isAnswerRead(observed) ? Self.bodyLimit : 0)
        return .now(traffic.faults.isWanted ? decision(on: observed, answer, or: pass) : pass)
    }

    /// Tells of a page of the watch's browser whose answer has the provider's.
    private func tellOfPage(answeredBy answer: ObservedAnswer) {
        guard let visits, state.withLock({ $0.id == nil }), let told = visits.told(request, answeredBy: answer) else {
            return
        }
        tell(of: told)
        if traffic.faults.isWanted { state.withLock { $0.targets = [.authorizationResponse] } }
    }

    private func isAnswerRead(_ answer: ObservedAnswer) -> Bool {
        visits == nil && answer.headers.announceReadableBody
    }

    func answerCame(keeping body: [UInt8]) {
        guard var answer = state.withLock(\.answer) else { return }
        answer.body = ContentDecoding.content(of: body, answer.headers, limit: Self.bodyLimit)
        end(.answered(answer))
        if answer.status == 400, visits == nil, traffic.wantsCertificate(origin) { report(.clientCertificate) }
    }

    func end(_ end: CallEnd) {
        self.end(.failed)
        guard visits == nil, case .failed(let error) = end.outcome else { return }
        if traffic.wantsCertificate(origin) {
            report(.clientCertificate)
        } else if error.isBeforeRequest {
            report(.noConnection(error))
        }
    }

    func end(_ outcome: ObservedOutcome) {
        let (isFirst, withheld) = state.withLock { state in
            defer { state.isOver = true }
            return (!state.isOver, state.withheld)
        }
        guard isFirst else { return }
        if let withheld {
            guard case .answered(let answer) = outcome, answer.isAboutSession else {
                return traffic.survey.countUnrelated(host)
            }
            if !isOfWatchedHost { traffic.survey.find(host) }
            tell(of: withheld)
        }
        if let id = state.withLock(\.id) { traffic.desk.end(id, outcome) }
    }

    private func report(_ cause: WatchNotice.Cause) {
        let passesHost =
            switch cause {
            // Only the program itself can say who it is, or may trust the server.
            case .clientCertificate: traffic.passFromNowOn(origin.host)
            case .serverTLS(let error) where error.isOfCertificate: traffic.passFromNowOn(origin.host)
            default: false
            }
        traffic.desk.report(cause, by: caller, at: origin.host, passing: passesHost)
    }
}

/// A request that passes unseen, or is refused.
struct UnseenCall: RelayedCall {
    let decision: RequestDecision
    var answersForServer: Bool { false }

    func decide() -> OwnerAnswer<RequestDecision> { .now(decision) }
    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> { .now(.pass(answer)) }
    func end(_ end: CallEnd) {}
}

extension TransportError {
    /// Whether the server's certificate is one that the program may trust all the same.
    fileprivate var isOfCertificate: Bool {
        if case .tls(let fault, _) = self {
            [.untrustedIssuer, .wrongName, .expired, .notYetValid].contains(fault)
        } else {
            false
        }
    }

    /// Whether no connection came about.
    fileprivate var isBeforeRequest: Bool {
        switch self {
        case .couldNotResolve, .addressNotAllowed, .couldNotConnect, .proxyRefused, .tls, .outOfResources,
            .timedOut(.nameLookup, _), .timedOut(.connect, _), .timedOut(.tls, _):
            true
        default: false
        }
    }
}

extension HTTPHeaders {
    fileprivate init(_ fields: HeadFields) {
        self.init(fields.fields.map { Field(name: $0.name, value: $0.value) })
    }
}

import FoundationEssentials
import SessionHTTP

/// The clients of a server that is watched from its own side, told from one another by what they send.
///
/// A client is known by its client ID, by the tokens that it was given, and before it has any by what it calls itself
/// and where it comes from. The 10,000 to 20,000 that came last are kept.
struct ServedClients: Sendable {
    static let limit = 10_000
    private static let earlierLimit = 8

    private(set) var all = Bounded<Int, ServedClient>(limit: limit, notesChanges: true)
    private var byID = Bounded<String, Int>(limit: limit)
    private var byCaller = Bounded<Caller, Int>(limit: limit)
    private var byToken = Bounded<SecretID, Int>(limit: limit)
    private var count = 0
    /// Whose the message is that was taken in last.
    private var latest: (message: Int, client: Int)?

    /// The numbers of those that have changed since.
    mutating func takeChanges() -> [Int] {
        defer { all.changed = [] }
        return (all.changed ?? []).sorted()
    }

    /// The number of the client that sent the message that was taken in last; `nil` where it says nothing of one.
    func client(ofLatest message: Int) -> Int? { latest.flatMap { $0.message == message ? $0.client : nil } }

    /// Takes in that a call with a token has begun, which may take long.
    mutating func begin(_ message: Sighting) {
        guard message.isOfResource, message.bearer != nil, message.method != "OPTIONS" else { return }
        record(message, .call, .pending)
    }

    /// Takes in how a message ended.
    mutating func end(_ message: Sighting) {
        guard let step = message.step, let outcome = message.outcome(of: step) else { return }
        record(message, step, outcome)
    }

    private mutating func record(
        _ message: Sighting, _ step: ServedClient.Step, _ outcome: ServedClient.Progress.Outcome
    ) {
        let id = client(of: message, isBrowser: step == .authorization)
        latest = (message.id, id)
        let moment = message.end ?? message.begin
        let tokens = message.answer?.tokens
        all.change(id) { client in
            client.latest = max(client.latest, moment)
            if step != .authorization, let caller = message.caller {
                if client.name == nil || caller.name != Caller.unnamed { client.name = caller.name }
                client.address = caller.address?.description
            }
            if step == .authorization, message.answer?.location?.redirect.code != nil { client.hasCode = true }
            if let access = tokens?.access {
                (client.token, client.delivered) = (access.fingerprint, moment)
                client.lifetime = tokens?.expiresIn
            } else if step == .call, let bearer = message.bearer, bearer.fingerprint != client.token {
                (client.token, client.delivered, client.lifetime) = (bearer.fingerprint, nil, nil)
            }
            client.take(step, outcome, message.answer?.status, at: moment)
        }
        for token in [tokens?.access, tokens?.refresh].compactMap(\.self) { byToken[token] = id }
    }

    // MARK: - Whose message it is

    /// A browser that comes for a client says nothing of what that calls itself.
    private mutating func client(of message: Sighting, isBrowser: Bool) -> Int {
        let clientID = message.client ?? message.answer?.registration?.client
        let token = message.bearer ?? message.refreshToken
        let known = clientID.flatMap { byID[$0] } ?? token.flatMap { byToken[$0] }
        let ofCaller = isBrowser ? nil : message.caller.flatMap { byCaller[$0] }.flatMap { all[$0] }
        var id = known
        if let known {
            if let other = ofCaller, other.id != known, other.isNameless { merge(other, into: known) }
        } else if let other = ofCaller, clientID == nil || other.clientID == nil {
            id = other.id
        }
        let client = id.flatMap { all[$0] } ?? add(at: message.begin)
        if let clientID {
            byID[clientID] = client.id
            if client.clientID == nil { all.change(client.id) { $0.clientID = clientID } }
        }
        if let token, byToken[token] == nil { byToken[token] = client.id }
        if !isBrowser, let caller = message.caller { byCaller[caller] = client.id }
        return client.id
    }

    private mutating func add(at moment: Date) -> ServedClient {
        count += 1
        let client = ServedClient(id: count, first: moment, latest: moment)
        all[count] = client
        return client
    }

    /// What came before a client named itself is its own.
    private mutating func merge(_ other: ServedClient, into id: Int) {
        all.change(other.id) { $0.successor = id }
        all.change(id) { client in
            client.first = min(client.first, other.first)
            for progress in other.steps where client[progress.step] == nil { client.take(progress) }
            client.earlier = (client.earlier + [other.id]).suffix(Self.earlierLimit)
        }
    }
}

extension ServedClient {
    /// Whether it has shown nothing by which it would be known again.
    fileprivate var isNameless: Bool { clientID == nil && token == nil && successor == nil }

    fileprivate mutating func take(_ step: Step, _ outcome: Progress.Outcome, _ status: Int?, at moment: Date) {
        let earlier = self[step]
        // What waits for an answer says less than what has one, and of metadata one place of several is enough.
        if let earlier, earlier.outcome != .pending, outcome == .pending || step == .metadata && outcome == .failed {
            return
        }
        var progress = Progress(
            step: step, outcome: outcome, status: status, moment: moment,
            count: (earlier?.count ?? 0) + (outcome == .passed ? 1 : 0))
        let isRepeated = step == .call || step == .challenge || step == .metadata
        if let earlier, isRepeated, earlier.outcome == outcome { progress.moment = earlier.moment }
        take(progress)
    }
}

extension Sighting {
    fileprivate var step: ServedClient.Step? {
        switch kind {
        case .metadata: .metadata
        case .registration: .registration
        case .authorization, .pushedAuthorization, .deviceAuthorization: .authorization
        case .token(let facts): facts.grant == .refreshToken ? .refresh : .redemption
        case .call, .userInfo:
            method == "OPTIONS" ? nil : bearer != nil ? .call : answer?.status == 401 ? .challenge : nil
        case .redirect, .revocation, .introspection, .endSession, .keys: nil
        }
    }

    /// `nil` where the answer leaves it open.
    fileprivate func outcome(of step: ServedClient.Step) -> ServedClient.Progress.Outcome? {
        guard let answer else { return .failed }
        switch step {
        case .challenge: return .passed
        case .metadata, .registration: return isSuccess ? .passed : .failed
        case .authorization: return answer.status < 400 ? .passed : .failed
        case .redemption, .refresh:
            if answer.tokens != nil { return .passed }
            return answer.refusal?.isPassing == true ? nil : .failed
        // Any other status comes from behind the check of the token.
        case .call: return [401, 403].contains(answer.status) || answer.status >= 500 ? .failed : .passed
        }
    }
}

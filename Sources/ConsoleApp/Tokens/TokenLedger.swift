import ConsoleFaults
import FoundationEssentials
import SessionCore

/// The session's tokens and their ancestors: their lives as the events tell them, and what is written in them.
///
/// Tokens are told apart by their fingerprints, which two of them can share: the newer one is meant then.
struct TokenLedger: Sendable {
    /// Of more tokens than this the oldest that the session no longer holds are forgotten.
    static let capacity = 36

    /// In the order in which they came.
    private(set) var lives: [TokenLife] = []
    private(set) var contents: [Fingerprint: TokenContents] = [:]
    /// The tokens that each session holds: this program's by no number, those that are watched by theirs.
    private var held: [Int?: [TokenKind: Fingerprint]] = [:]
    /// The calls under way whose last answer was 401, which their ends tell again.
    private var rejectedCalls: [Int: Fingerprint] = [:]
    /// The calls under way whose last message a fault struck: what was rejected may not be what the session sent.
    private var struckCalls: [Int: [String]] = [:]
    /// The faults that struck the latest token request.
    private var struckTokenRequest: [String] = []

    /// The tokens that this program's session holds.
    var present: [TokenKind: Fingerprint] { held[nil] ?? [:] }

    /// Whether a session holds the token.
    func isHeld(_ token: Fingerprint) -> Bool { held.values.contains { $0.values.contains(token) } }

    /// The tokens that the sessions hold, by their kinds.
    var heldLives: [TokenLife] {
        let sessions = held.keys.sorted { ($0 ?? 0) < ($1 ?? 0) }
        return TokenKind.allCases.flatMap { kind in sessions.compactMap { held[$0]?[kind].flatMap(life) } }
    }

    func life(of token: Fingerprint) -> TokenLife? { lives.last { $0.fingerprint == token } }

    /// Whether something is known of a token.
    func holds(_ token: Fingerprint) -> Bool { life(of: token) != nil }

    /// The tokens of a kind: the present one and then its ancestors, newest first.
    func family(_ kind: TokenKind) -> [TokenLife] { lives.reversed().filter { $0.kind == kind } }

    /// The tokens that led to this one, the nearest first.
    func ancestors(of token: Fingerprint) -> [Fingerprint] {
        var ancestors: [Fingerprint] = []
        var next = life(of: token)?.ancestor
        while let ancestor = next, ancestor != token, !ancestors.contains(ancestor) {
            ancestors.append(ancestor)
            next = life(of: ancestor)?.ancestor
        }
        return ancestors
    }

    // MARK: - Noting

    /// Keeps what is written in the session's present tokens.
    mutating func observe(_ reading: TokenReading, at time: Date) {
        let access = reading.tokens.first { $0.kind == .access }?.contents.fingerprint
        for token in reading.tokens {
            let fingerprint = token.contents.fingerprint
            if life(of: fingerprint) == nil, token.kind == .refresh, present[.refresh] != nil,
                access == present[.access]
            {
                // The one before is spent, so it is kept even where the rest of the answer is not.
                adopt(
                    fingerprint, .refresh, how: "kept from a refresh whose answer was otherwise unusable",
                    at: token.obtainedAt ?? time)
            } else if life(of: fingerprint) == nil {
                begin(fingerprint, token.kind, how: Self.found(token), at: token.obtainedAt ?? time)
            }
            contents[fingerprint] = token.contents
            change(fingerprint) { life in
                life.obtainedAt = life.obtainedAt ?? token.obtainedAt
                if life.expiry == .unknown { life.expiry = token.expiry }
                if let trust = token.trust { life.judge(trust) }
            }
        }
    }

    /// The session's tokens that have another end than is known here, because the wall clock was set.
    func moved(by status: SessionStatus) -> [TokenStatus] {
        [status.accessToken, status.refreshToken].compactMap(\.self).filter { token in
            guard case .at(let end, let source) = token.expiry,
                case .at(let known, source) = life(of: token.fingerprint)?.expiry
            else { return false }
            return abs(end.timeIntervalSince(known)) >= 1
        }
    }

    /// Adopts when a token was asked for and when it ends, by the wall clock as it is set now.
    mutating func adoptTimes(of token: TokenStatus) {
        change(token.fingerprint) { ($0.obtainedAt, $0.expiry) = (token.obtainedAt, token.expiry) }
    }

    mutating func record(introspected isActive: Bool, _ token: Fingerprint, at time: Date) {
        change(token) { $0.append(.introspected(isActive: isActive), at: time) }
    }

    mutating func judge(_ trust: TokenTrust, of token: Fingerprint) { change(token) { $0.judge(trust) } }

    /// Whether a message changes what is noted of a rejection: most messages of a busy session don't.
    func isConcerned(by exchange: HTTPExchange) -> Bool {
        if exchange.purpose == .token || !exchange.faults.isEmpty { return true }
        return exchange.request.map { struckCalls[$0] != nil } ?? false
    }

    mutating func observe(_ event: SessionEvent) {
        let (time, session) = (event.time, event.watched?.session)
        switch event.kind {
        case .signedIn(let flow, let tokens):
            for token in (held[session] ?? [:]).values {
                change(token) { $0.append(.dropped("another sign-in replaced its session"), at: time) }
            }
            held[session] = nil
            adopt(tokens, by: session, how: "issued: signed in with \(SignInFlowName.title(of: flow))", at: time)
        case .refreshed(let tokens, _, _): adopt(tokens, by: session, how: "issued by a refresh", at: time)
        case .adoptedFromStore(let tokens):
            adopt(tokens, by: session, how: "issued to another process, found in the store", at: time)
        case .unauthorized(let facts, let challenge):
            guard let token = facts.token else { return }
            if event.watched == nil {
                countAnswer(401, to: token)
                rejectedCalls[facts.id] = token
            }
            let injected = Self.words(struckCalls[facts.id] ?? [])
            change(token) {
                $0.append(.rejected("\(facts.name), \(ChallengeWords.of(challenge))\(injected)"), at: time)
            }
        case .exchange(let exchange):
            if let call = exchange.request { struckCalls[call] = exchange.faults.isEmpty ? nil : exchange.faults }
            if exchange.purpose == .token { struckTokenRequest = exchange.faults }
            // For calls of other programs no other event has the answer.
            if event.watched != nil, let token = exchange.carriedToken, let status = exchange.beginning?.status {
                countAnswer(status, to: token)
            }
        case .refreshRejected(let refusal, let token):
            let injected = Self.words(struckTokenRequest)
            change(token) { $0.append(.rejected("\(refusal)\(injected)"), at: time) }
        case .suspected(let suspicion, let token): change(token) { $0.append(.suspected("\(suspicion)"), at: time) }
        case .requestFinished(let facts):
            struckCalls[facts.id] = nil
            let rejected = rejectedCalls.removeValue(forKey: facts.id)
            if let token = facts.token, facts.status != 401 || rejected != token {
                countAnswer(facts.status, to: token)
            }
        case .requestFailed(let facts, _): (rejectedCalls[facts.id], struckCalls[facts.id]) = (nil, nil)
        case .revoked(let token): change(token) { $0.append(.revoked, at: time) }
        case .revocationNotOffered(let token):
            change(token) { $0.append(.notRevoked("the provider has no revocation endpoint"), at: time) }
        case .revocationRefused(let token, let error): change(token) { $0.append(.notRevoked("\(error)"), at: time) }
        case .revocationPending(let token, let error):
            change(token) { $0.append(.notRevoked("\(error); it will be retried"), at: time) }
        case .signedOut(let end), .forcedOut(let end): dropAll("\(end)", at: time)
        case .endedElsewhere(let ended): dropAll("\(ended)", at: time)
        default:
            break
        }
    }

    /// How a token came that is older than the console.
    private static func found(_ token: TokenReading.Token) -> String {
        token.obtainedAt == nil ? "in use when the console started" : "issued before the console started"
    }

    /// `, injected: tamper token`; empty without faults.
    private static func words(_ faults: [String]) -> String {
        faults.isEmpty ? "" : ", injected: " + faults.map(LabFault.words).joined(separator: ", ")
    }

    private mutating func adopt(_ tokens: SessionTokens, by session: Int?, how: String, at time: Date) {
        adopt(tokens.access, .access, by: session, how: how, at: time)
        if let refresh = tokens.refresh { adopt(refresh, .refresh, by: session, how: how, at: time) }
        guard let identity = tokens.idToken else { return }
        adopt(identity.fingerprint, .identity, by: session, how: how, at: time)
        change(identity.fingerprint) { life in
            life.expiry = identity.expiresAt.map { .at($0, .claim) } ?? .unknown
            life.judge(identity.trust)
        }
    }

    private mutating func adopt(
        _ token: TokenStatus, _ kind: TokenKind, by session: Int?, how: String, at time: Date
    ) {
        adopt(token.fingerprint, kind, by: session, how: how, at: time)
        adoptTimes(of: token)
    }

    private mutating func adopt(
        _ token: Fingerprint, _ kind: TokenKind, by session: Int? = nil, how: String, at time: Date
    ) {
        let before = held[session]?[kind]
        // A refresh can leave the refresh token or the ID token as it was.
        guard before != token else { return }
        if let before {
            change(before) { life in
                life.successor = token
                life.append(.replaced(by: token), at: time)
            }
        }
        begin(token, kind, by: session, how: how, at: time)
        change(token) { $0.ancestor = before }
    }

    private mutating func begin(
        _ token: Fingerprint, _ kind: TokenKind, by session: Int? = nil, how: String, at time: Date
    ) {
        var life = TokenLife(token, kind)
        life.append(.issued(how: how), at: time)
        contents[token] = nil
        lives.append(life)
        held[session, default: [:]][kind] = token
        forget()
    }

    private mutating func countAnswer(_ status: Int?, to token: Fingerprint) {
        change(token) { $0.answers.count(status) }
    }

    private mutating func dropAll(_ reason: String, at time: Date) {
        for token in present.values { change(token) { $0.append(.dropped(reason), at: time) } }
        held[nil] = nil
    }

    private mutating func change(_ token: Fingerprint, _ body: (inout TokenLife) -> Void) {
        if let index = lives.lastIndex(where: { $0.fingerprint == token }) { body(&lives[index]) }
    }

    private mutating func forget() {
        while lives.count > Self.capacity,
            let oldest = lives.firstIndex(where: { !isHeld($0.fingerprint) })
        {
            let token = lives.remove(at: oldest).fingerprint
            if life(of: token) == nil { contents[token] = nil }
        }
    }
}

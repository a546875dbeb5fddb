import FoundationEssentials
import JOSE
import SessionHTTP

/// All that is known of the messages so far.
///
/// It holds no secret, and its size has a limit whatever passes: 2,048 to 4,096 messages, as many tokens, 256 to 512
/// sessions and authorization requests, 64 providers.
struct Ledger: Sendable {
    /// Where a sender's requests go to one after another.
    struct Way: Hashable, Sendable {
        let sender: Caller?
        let place: SecretID
    }

    struct OriginWay: Hashable, Sendable {
        let sender: Caller?
        let origin: Origin
    }

    /// The origins that the session's token may go to; empty where they are not known.
    let apis: Set<Origin>
    /// The latest moment at which a message began or ended: the observer has no clock.
    private(set) var latest = Date.distantPast
    var providers = ObservedProviders()
    private var masks = Masks()
    private var senders = Senders()
    var sightings = Bounded<Int, Sighting>(limit: 2_048)
    var tokens = Bounded<SecretID, TokenRecord>(limit: 2_048)
    var sessions = Bounded<Int, ObservedSession>(limit: 256, notesChanges: true)
    var attempts = Bounded<Int, SignInAttempt>(limit: 256)
    var pushed = Bounded<SecretID, Int>(limit: 256)
    /// The first code that a verifier was sent with, and the message.
    var verifiers = Bounded<SecretID, (code: SecretID, message: Int)>(limit: 256)
    /// The first message with a proof of that identifier.
    var proofs = Bounded<SecretID, Int>(limit: 4_096)
    /// What clients were registered with, and the message whose answer says so.
    var registeredClients = Bounded<String, (facts: RegistrationFacts, message: Int)>(limit: 64)
    /// The latest messages that were refused for the same reason, each soon after the one before.
    var refusedRequests = Bounded<RefusedRequest, [Int]>(limit: 256)
    /// The latest answers with `Retry-After`, with a demand for a nonce, and with a redirect, by where these are about.
    var pauses = Bounded<Way, Int>(limit: 256)
    var nonceDemands = Bounded<OriginWay, Int>(limit: 256)
    var redirects = Bounded<Way, Int>(limit: 256)
    /// The one session whose token goes that way; zero where there are several.
    var sessionWays = Bounded<Way, Int>(limit: 256)

    /// The latest two calls that go such a way without a token.
    var bareCalls = Bounded<Way, [Int]>(limit: 256)

    /// The keys of providers, by their number.
    var keys = Bounded<Int, JWKSet>(limit: 64)
    /// The latest answers with metadata: those that name another issuer than their place's, by that name, and those of
    /// APIs, by the issuer that gives tokens for them.
    var misplaced = Bounded<String, Int>(limit: 64)
    var resources = Bounded<String, Int>(limit: 64)
    /// The resources that an origin describes.
    var described = Bounded<Origin, [String]>(limit: 64)
    /// The latest error for a sign-in that names another issuer than its provider's, and that sign-in.
    var foreignError: (message: Int, attempt: Int)?
    /// The first message with an assertion of that identifier.
    var assertions = Bounded<SecretID, Int>(limit: 1_024)
    /// The latest requests of a kind, from the oldest: registrations, for keys, for a client's own tokens.
    var registrations = Bounded<ProgramWay, [Int]>(limit: 64)
    var keyRequests = Bounded<Way, [Int]>(limit: 64)
    var ownGrants = Bounded<OwnGrant, [Int]>(limit: 64)
    /// The latest request that changes something, and whose answer was lost, by its body.
    var lostEffects = Bounded<SecretID, Int>(limit: 256)

    init(apis: Set<Origin>) { self.apis = apis }

    /// Records a request that has begun.
    mutating func begin(_ new: Sighting) {
        latest = max(latest, new.begin)
        var sighting = new
        sighting.sender = senders.sender(of: sighting.caller)
        masks.cover(&sighting)
        switch sighting.kind {
        case .authorization(let facts), .pushedAuthorization(let facts): recordAttempt(facts, in: sighting)
        case .redirect(let facts): recordCode(of: facts, to: sighting.place, in: sighting)
        case .token(let facts): sighting.session = recordPresented(facts, in: sighting)
        default: break
        }
        if let bearer = sighting.bearer, !bearer.isMasked {
            // An ID token or a refresh token keeps its own kind, and what it is sent as shows in the message.
            if tokens[bearer] == nil {
                var record = TokenRecord(.access)
                record.audiences = sighting.audiences
                tokens[bearer] = record
            }
            recordPresentation(of: bearer, in: sighting)
            sighting.session = sighting.session ?? tokens[bearer]?.session
            if let session = sighting.session {
                let way = Way(sender: sighting.sender, place: sighting.place)
                sessionWays[way] = sessionWays[way].map { $0 == session ? session : 0 } ?? session
            }
        }
        rememberBareCall(sighting)
        rememberHabit(sighting)
        if let id = sighting.proof?.id, proofs[id] == nil { proofs[id] = sighting.id }
        sightings[sighting.id] = sighting
        recordMessage(sighting)
    }

    /// Records how a request ended.
    mutating func end(_ id: Int, _ answer: AnswerFacts?, at moment: Date) {
        latest = max(latest, moment)
        let request = sightings[id]?.tokenRequest
        let answer = answer.map { masks.covered($0, to: request) }
        sightings.change(id) { sighting in
            sighting.end = max(moment, sighting.begin)
            sighting.answer = answer
        }
        if answer == nil, let effect = sightings[id]?.conduct.effect { lostEffects[effect] = id }
        guard let sighting = sightings[id], let answer else { return }
        takePublication(answer, of: sighting)
        switch sighting.kind {
        case .pushedAuthorization(let facts):
            if let uri = answer.requestURI { pushed[uri] = attempt(like: facts, provider: sighting.provider)?.id }
        case .token(let facts): recordTokenAnswer(answer, to: facts, in: sighting)
        case .registration:
            if let registration = answer.registration { registeredClients[registration.client] = (registration, id) }
        case .deviceAuthorization:
            guard let device = answer.device else { break }
            var record = TokenRecord(.deviceCode, issued: .init(message: id, moment: moment))
            record.interval = device.interval
            tokens[device.code] = record
        case .revocation(let token?) where sighting.isSuccess: recordRevocation(of: token, in: sighting)
        case .endSession(let idToken, let refreshToken) where answer.status < 400:
            if let refreshToken { recordRevocation(of: refreshToken, in: sighting) }
            if let session = (idToken ?? refreshToken).flatMap({ tokens[$0]?.session }) {
                sessions.change(session) { $0.end = .signedOut(message: id) }
            }
        default: break
        }
        if let location = answer.location, sighting.isAtSignIn(location, providers) {
            recordCode(of: location.redirect, to: location.place, in: sighting)
        }
        recordStanding(of: sighting, answer)
        recordWays(of: sighting, answer)
        takeRefusal(of: sightings[id] ?? sighting)
    }

    /// Marks a session's message, and who sent it.
    private mutating func recordMessage(_ sighting: Sighting) {
        guard let session = sighting.session else { return }
        sessions.change(session) { session in
            session.messages.append(sighting.id, keeping: ObservedSession.messageLimit)
            if let caller = sighting.caller, session.callers.count < 64 { session.callers.insert(caller) }
        }
    }

    /// Marks the calls without a token where the session's token has gone before.
    private mutating func rememberBareCall(_ sighting: Sighting) {
        let way = Way(sender: sighting.sender, place: sighting.place)
        guard sighting.isOfResource, sighting.bearer == nil, sessionWays[way] != nil else { return }
        bareCalls.append(sighting.id, to: way, keeping: 2)
    }

    /// What a resource's answer says of the token.
    private mutating func recordStanding(of sighting: Sighting, _ answer: AnswerFacts) {
        guard sighting.isOfResource, let bearer = sighting.bearer, let end = sighting.end else { return }
        if sighting.isUnauthorized {
            tokens.change(bearer) { record in
                guard !record.rejections.contains(where: { $0.origin == sighting.origin }) else { return }
                record.rejections.append(
                    .init(origin: sighting.origin, first: .init(message: sighting.id, moment: end)),
                    keeping: TokenRecord.rejectionLimit)
            }
            if let session = sighting.session {
                sessions.change(session) { $0.takeRejection(of: bearer, in: sighting) }
            }
        } else if sighting.isSuccess, tokens[bearer]?.rejections.isEmpty == false {
            tokens.change(bearer) { $0.rejections.removeAll { $0.origin == sighting.origin } }
        }
    }

    private mutating func recordWays(of sighting: Sighting, _ answer: AnswerFacts) {
        if answer.retryAfter != nil { pauses[Way(sender: sighting.sender, place: sighting.place)] = sighting.id }
        let origin = OriginWay(sender: sighting.sender, origin: sighting.origin)
        if answer.refusal == .nonceMissing, answer.nonce != nil {
            nonceDemands[origin] = sighting.id
        } else if answer.status < 400, sighting.proof != nil,
            let demand = nonceDemands[origin].flatMap({ sightings[$0] }), demand.isOfResource == sighting.isOfResource
        {
            // Met: what comes later with another nonce answers another demand.
            nonceDemands[origin] = nil
        }
        if let location = answer.location {
            redirects[Way(sender: sighting.sender, place: location.place)] = sighting.id
        }
    }
}

extension Sighting {
    /// Whether a redirect is the end of a sign-in: the answer to the authorization request, or to a page after it.
    fileprivate func isAtSignIn(_ location: AnswerFacts.Location, _ providers: ObservedProviders) -> Bool {
        if case .authorization = kind { return true }
        return location.redirect.state != nil || providers.isRedirect(location.place)
    }
}

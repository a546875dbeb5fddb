package import JOSE
package import SessionCore

/// The kinds of events by their names, for scripts.
enum EventName: String, RecordedByName, CaseIterable {
    case configured
    case signInStarted = "sign_in_started"
    case authorizationRequested = "authorization_requested"
    case authorizationAnswered = "authorization_answered"
    case signedIn = "signed_in"
    case signInFailed = "sign_in_failed"
    case devicePollPending = "device_poll_pending"
    case strayRedirect = "stray_redirect"
    case idTokenRejected = "id_token_rejected"
    case requestStarted = "request_started"
    case requestFinished = "request_finished"
    case requestFailed = "request_failed"
    case exchangeStarted = "exchange_started"
    case exchange
    case unauthorized
    case forbidden
    case stepUpRequired = "step_up_required"
    case refreshStarted = "refresh_started"
    case refreshed
    case refreshFailed = "refresh_failed"
    case refreshRejected = "refresh_rejected"
    case suspected
    case adoptedFromStore = "adopted_from_store"
    case userInfoFetched = "userinfo_fetched"
    case verified
    case signedOut = "signed_out"
    case forcedOut = "forced_out"
    case endedElsewhere = "ended_elsewhere"
    case revoked
    case revocationNotOffered = "revocation_not_offered"
    case revocationRefused = "revocation_refused"
    case revocationPending = "revocation_pending"
    case storeFailed = "store_failed"
    case storeWarning = "store_warning"
    case tokenGiven = "token_given"
    case ignoredLateAnswer = "ignored_late_answer"
    case injected
}

extension SessionEvent.Kind {
    /// The names of all kinds.
    package static var names: [String] { EventName.allCases.map(\.rawValue) }

    /// The kind's name, for scripts.
    package var name: String { eventName.rawValue }

    var eventName: EventName {
        switch self {
        case .configured: .configured
        case .signInStarted: .signInStarted
        case .authorizationRequested: .authorizationRequested
        case .authorizationAnswered: .authorizationAnswered
        case .signedIn: .signedIn
        case .signInFailed: .signInFailed
        case .devicePollPending: .devicePollPending
        case .strayRedirect: .strayRedirect
        case .idTokenRejected: .idTokenRejected
        case .requestStarted: .requestStarted
        case .requestFinished: .requestFinished
        case .requestFailed: .requestFailed
        case .exchangeStarted: .exchangeStarted
        case .exchange: .exchange
        case .unauthorized: .unauthorized
        case .forbidden: .forbidden
        case .stepUpRequired: .stepUpRequired
        case .refreshStarted: .refreshStarted
        case .refreshed: .refreshed
        case .refreshFailed: .refreshFailed
        case .refreshRejected: .refreshRejected
        case .suspected: .suspected
        case .adoptedFromStore: .adoptedFromStore
        case .userInfoFetched: .userInfoFetched
        case .verified: .verified
        case .signedOut: .signedOut
        case .forcedOut: .forcedOut
        case .endedElsewhere: .endedElsewhere
        case .revoked: .revoked
        case .revocationNotOffered: .revocationNotOffered
        case .revocationRefused: .revocationRefused
        case .revocationPending: .revocationPending
        case .storeFailed: .storeFailed
        case .storeWarning: .storeWarning
        case .tokenGiven: .tokenGiven
        case .ignoredLateAnswer: .ignoredLateAnswer
        case .injected: .injected
        }
    }
}

extension SessionEvent.Kind: RecordedAsObject {
    package static let shape = RecordShape.cases("kind", EventName.self, [:])

    package var record: JSONObject {
        var json: JSONObject = ["kind": eventName.recorded]
        json.append(facts)
        return json
    }

    /// All that the kind carries.
    ///
    /// An error is there twice: in words, as `error`, and with its facts, as `failure`.
    private var facts: JSONObject {
        var json: JSONObject = [:]
        switch self {
        case .configured(let state): json.set("state", state)
        case .signInStarted(let flow): json.set("flow", flow)
        case .signedIn(let flow, let tokens):
            json.set("flow", flow)
            json.set(tokens)
        case .signInFailed(let flow, let error):
            json.set("flow", flow)
            json.set(error)
        case .devicePollPending(let delay, let slowDown):
            json.set("next_poll_after", delay)
            json.set("slow_down", slowDown)
        case .authorizationRequested(let message), .authorizationAnswered(let message): json = message.record
        case .strayRedirect(let stray): json = stray.record
        case .idTokenRejected(let rejected): json = rejected.record
        case .requestStarted(let facts), .requestFinished(let facts): json = facts.record
        case .requestFailed(let facts, let error):
            json = facts.record
            json.set(error)
        case .exchangeStarted(let start): json = start.record
        case .exchange(let exchange): json = exchange.record
        case .unauthorized(let facts, let challenge):
            json = facts.record
            json.set("challenge", challenge)
        case .forbidden(let facts, let scope):
            json = facts.record
            json.set("required_scope", scope)
        case .stepUpRequired(let facts, let acrValues, let maxAge, let claims):
            json = facts.record
            json.set("acr_values", acrValues)
            json.set("max_age", maxAge)
            json.set("claims", claims)
        case .refreshStarted(let trigger, let access, let refresh):
            json.set("access_token", access)
            json.set("refresh_token", refresh)
            json.set("trigger", trigger)
        case .refreshed(let tokens, let replacedAccess, let replacedRefresh):
            json.set("access_token", tokens.access.fingerprint)
            json.set("replaced_access_token", replacedAccess)
            json.set("replaced_refresh_token", replacedRefresh)
            json.set("tokens", tokens)
        case .refreshFailed(let error, let delay):
            json.set(error)
            json.set("retry_after", delay)
        case .refreshRejected(let refusal, let refresh):
            json = refusal.record
            json.set("refresh_token", refresh)
        case .suspected(let suspicion, let refresh):
            json = suspicion.record
            json.set("refresh_token", refresh)
        case .adoptedFromStore(let tokens): json.set(tokens)
        case .userInfoFetched(let info): json.set("userinfo", info)
        case .verified: break
        case .signedOut(let end), .forcedOut(let end): json = end.record
        case .endedElsewhere(let ended): json.set("ending", ended)
        case .revoked(let token), .revocationNotOffered(let token): json.set("token", token)
        case .revocationRefused(let token, let error), .revocationPending(let token, let error):
            json.set("token", token)
            json.set(error)
        case .storeFailed(let error):
            json["error"] = .string("\(error)")
            json.set("failure", error)
        case .storeWarning(let warning): json.set("warning", warning)
        case .tokenGiven(let token, let label):
            json.set("token", token)
            json.set("label", label)
        case .ignoredLateAnswer(let answer): json.set("answer", answer)
        case .injected(let fault): json = fault.record
        }
        return json
    }
}

extension SessionEvent.Kind {
    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: EventName.self) {
            case .configured: .configured(try record.value("state"))
            case .signInStarted: .signInStarted(flow: try record.value("flow"))
            case .authorizationRequested: .authorizationRequested(try AuthorizationMessage(record))
            case .authorizationAnswered: .authorizationAnswered(try AuthorizationMessage(record))
            case .signedIn: .signedIn(flow: try record.value("flow"), try record.value("tokens"))
            case .signInFailed: .signInFailed(flow: try record.value("flow"), try record.value("failure"))
            case .devicePollPending:
                .devicePollPending(
                    nextPollAfter: try record.value("next_poll_after"), slowDown: try record.value("slow_down"))
            case .strayRedirect: .strayRedirect(try StrayRedirect(record))
            case .idTokenRejected: .idTokenRejected(try RejectedIDToken(record))
            case .requestStarted: .requestStarted(try RequestFacts(record))
            case .requestFinished: .requestFinished(try RequestFacts(record))
            case .requestFailed: .requestFailed(try RequestFacts(record), try record.value("failure"))
            case .exchangeStarted: .exchangeStarted(try ExchangeStart(record))
            case .exchange: .exchange(try HTTPExchange(record))
            case .unauthorized: .unauthorized(try RequestFacts(record), try record.optional("challenge"))
            case .forbidden:
                .forbidden(try RequestFacts(record), requiredScope: try record.value("required_scope"))
            case .stepUpRequired:
                .stepUpRequired(
                    try RequestFacts(record), acrValues: try record.value("acr_values"),
                    maxAge: try record.optional("max_age"), claims: try record.optional("claims"))
            case .refreshStarted:
                .refreshStarted(
                    try record.value("trigger"), access: try record.optional("access_token"),
                    refresh: try record.optional("refresh_token"))
            case .refreshed:
                .refreshed(
                    try record.value("tokens"), replacedAccess: try record.optional("replaced_access_token"),
                    replacedRefresh: try record.optional("replaced_refresh_token"))
            case .refreshFailed:
                .refreshFailed(try record.value("failure"), retryAfter: try record.value("retry_after"))
            case .refreshRejected:
                .refreshRejected(try RefreshRefusal(record), refresh: try record.value("refresh_token"))
            case .suspected: .suspected(try SessionSuspicion(record), refresh: try record.value("refresh_token"))
            case .adoptedFromStore: .adoptedFromStore(try record.value("tokens"))
            case .userInfoFetched: .userInfoFetched(try record.value("userinfo"))
            case .verified: .verified
            case .signedOut: .signedOut(try SessionEnd(record))
            case .forcedOut: .forcedOut(try SessionEnd(record))
            case .endedElsewhere: .endedElsewhere(try record.value("ending"))
            case .revoked: .revoked(try record.value("token"))
            case .revocationNotOffered: .revocationNotOffered(try record.value("token"))
            case .revocationRefused: .revocationRefused(try record.value("token"), try record.value("failure"))
            case .revocationPending: .revocationPending(try record.value("token"), try record.value("failure"))
            case .storeFailed: .storeFailed(try record.value("failure"))
            case .storeWarning: .storeWarning(try record.value("warning"))
            case .tokenGiven: .tokenGiven(try record.value("token"), try record.value("label"))
            case .ignoredLateAnswer: .ignoredLateAnswer(try record.value("answer"))
            case .injected: .injected(try InjectedFault(record))
            }
    }
}

extension JSONObject {
    fileprivate mutating func set(_ error: SessionError) {
        self["error"] = .string("\(error)")
        set("failure", error)
    }

    fileprivate mutating func set(_ tokens: SessionTokens) {
        set("access_token", tokens.access.fingerprint)
        set("tokens", tokens)
    }
}

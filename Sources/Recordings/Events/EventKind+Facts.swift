import JOSE
import SessionCore

extension SessionEvent.Kind {
    /// All that the kind carries.
    ///
    /// An error is there twice: in words, as `error`, and with its facts, as `failure`.
    var facts: JSONObject {
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
            json["access_token"] = access?.recorded ?? .null
            json.set("refresh_token", refresh)
            json.set("trigger", trigger)
        case .refreshed(let tokens, let replacedAccess, let replacedRefresh):
            json.set("access_token", tokens.access.fingerprint)
            json["replaced_access_token"] = replacedAccess?.recorded ?? .null
            json["replaced_refresh_token"] = replacedRefresh?.recorded ?? .null
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
        case .ignoredLateAnswer(let answer): json.set("answer", answer)
        case .injected(let fault): json = fault.record
        }
        return json
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

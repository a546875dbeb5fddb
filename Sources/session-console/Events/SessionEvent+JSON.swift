import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore

extension SessionEvent {
    /// The event as a line of JSON: the members that all events have, then the facts of its kind.
    var json: JSONObject {
        var json: JSONObject = [
            "time": .string(time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "sequence": .number(JSONNumber(sequence)),
            "generation": .number(JSONNumber(generation)),
            "cause": cause.map { .number(JSONNumber($0)) } ?? .null,
            "kind": .string(kind.name),
            "text": .string(description.inProfileTerms),
        ]
        for member in kind.facts.members { json[member.name] = member.value }
        return json
    }
}

extension SessionEvent.Kind {
    /// The kind's name, for scripts.
    var name: String {
        switch self {
        case .configured: "configured"
        case .signInStarted: "sign_in_started"
        case .authorizationRequested: "authorization_requested"
        case .authorizationAnswered: "authorization_answered"
        case .signedIn: "signed_in"
        case .signInFailed: "sign_in_failed"
        case .devicePollPending: "device_poll_pending"
        case .strayRedirect: "stray_redirect"
        case .idTokenRejected: "id_token_rejected"
        case .requestStarted: "request_started"
        case .requestFinished: "request_finished"
        case .requestFailed: "request_failed"
        case .exchange: "exchange"
        case .unauthorized: "unauthorized"
        case .forbidden: "forbidden"
        case .stepUpRequired: "step_up_required"
        case .refreshStarted: "refresh_started"
        case .refreshed: "refreshed"
        case .refreshFailed: "refresh_failed"
        case .refreshRejected: "refresh_rejected"
        case .suspected: "suspected"
        case .adoptedFromStore: "adopted_from_store"
        case .userInfoFetched: "userinfo_fetched"
        case .verified: "verified"
        case .signedOut: "signed_out"
        case .forcedOut: "forced_out"
        case .endedElsewhere: "ended_elsewhere"
        case .revoked: "revoked"
        case .revocationNotOffered: "revocation_not_offered"
        case .revocationRefused: "revocation_refused"
        case .revocationPending: "revocation_pending"
        case .storeFailed: "store_failed"
        case .storeWarning: "store_warning"
        case .ignoredLateAnswer: "ignored_late_answer"
        case .injected: "injected"
        }
    }

    /// The facts for scripts; others are in the text only.
    fileprivate var facts: JSONObject {
        switch self {
        case .signInStarted(let flow): ["flow": .string(flow)]
        case .signedIn(let flow, let tokens): ["flow": .string(flow), "access_token": .string(tokens.access.name)]
        case .authorizationRequested(let message), .authorizationAnswered(let message): message.json
        case .strayRedirect(let stray): stray.json
        case .idTokenRejected(let rejected):
            ["reason": .string(rejected.reason), "id_token": .string("\(rejected.token.fingerprint)")]
        case .signInFailed(let flow, let error): ["flow": .string(flow), "error": .string("\(error)")]
        case .requestStarted(let facts), .requestFinished(let facts), .unauthorized(let facts, _),
            .forbidden(let facts, _), .stepUpRequired(let facts, _, _):
            facts.json
        case .requestFailed(let facts, let error): facts.json.adding("error", .string("\(error)"))
        case .refreshStarted(_, let access, let refresh):
            [
                "access_token": access.map { .string("\($0)") } ?? .null, "refresh_token": .string("\(refresh)"),
            ]
        case .refreshed(let tokens, let replaced, _):
            [
                "access_token": .string(tokens.access.name),
                "replaced_access_token": replaced.map { .string("\($0)") } ?? .null,
            ]
        case .refreshFailed(let error, _): ["error": .string("\(error)")]
        case .refreshRejected(let refusal, let refresh):
            refusal.json.adding("refresh_token", .string("\(refresh)"))
        case .suspected(let suspicion, let refresh):
            suspicion.refusal.json.adding("count", .number(JSONNumber(suspicion.count)))
                .adding("refresh_token", .string("\(refresh)"))
        case .adoptedFromStore(let tokens): ["access_token": .string(tokens.access.name)]
        case .signedOut(let end), .forcedOut(let end): ["reason": .string(end.name)]
        case .endedElsewhere(let ending): ending.json
        case .revoked(let token), .revocationNotOffered(let token): ["token": .string("\(token)")]
        case .revocationRefused(let token, let error), .revocationPending(let token, let error):
            ["token": .string("\(token)"), "error": .string("\(error)")]
        case .storeFailed(let error): ["error": .string("\(error)")]
        case .storeWarning(let warning): ["warning": .string(warning)]
        case .exchange(let exchange): exchange.facts
        case .injected(let fault): fault.json
        case .configured, .devicePollPending, .userInfoFetched, .verified, .ignoredLateAnswer:
            [:]
        }
    }
}

extension RefreshRefusal {
    /// The status and the OAuth error; a part that the provider left out is null.
    var json: JSONObject {
        [
            "status": status.map { .number(JSONNumber($0)) } ?? .null,
            "error": error.map { .string($0.code) } ?? .null,
        ]
    }
}

extension AuthorizationMessage {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["url": .string(url), "parameters": .array(parameters.map { .string($0) })]
        json["error"] = error.map { .string($0) }
        return json
    }
}

extension HTTPExchange {
    fileprivate var facts: JSONObject {
        var json: JSONObject = [
            "exchange": .number(JSONNumber(id)), "purpose": .string(purpose.rawValue), "method": .string(method),
            "url": .string(url),
        ]
        switch outcome {
        case .answered(let answer): json["status"] = .number(JSONNumber(answer.status))
        case .failed(let error): json["error"] = .string("\(error)")
        }
        if !faults.isEmpty { json["faults"] = .array(faults.map { .string($0) }) }
        return json
    }
}

extension InjectedFault {
    fileprivate var json: JSONObject {
        var json: JSONObject = ["fault": .string(name), "step": .string(step.rawValue)]
        json["exchange"] = exchange.map { .number(JSONNumber($0)) }
        return json
    }
}

extension StrayRedirect {
    fileprivate var json: JSONObject {
        let brought: JSONValue =
            switch content {
            case .code: "code"
            case .error: "error"
            case .nothing: .null
            }
        var error: JSONValue = .null
        if case .error(let code?) = content { error = .string(code) }
        return [
            "source": source == .browser ? "browser" : "pasted",
            "state": flaw == .stateMissing ? "missing" : "of_another_attempt", "brought": brought, "error": error,
        ]
    }
}

extension RequestFacts {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "method": .string(method), "url": .string(url), "attempts": .number(JSONNumber(attempts)),
        ]
        json["status"] = status.map { .number(JSONNumber($0)) }
        json["access_token"] = token.map { .string("\($0)") }
        return json
    }
}

extension TokenStatus {
    fileprivate var name: String { "\(fingerprint)" }
}

extension JSONObject {
    func adding(_ name: String, _ value: JSONValue) -> JSONObject {
        var object = self
        object[name] = value
        return object
    }
}

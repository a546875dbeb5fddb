import JOSE
import Recordings
import SessionCore

extension EndedSession {
    /// The end, in the form that `status` and the events print.
    var json: JSONObject {
        var json: JSONObject = [
            "reason": .string(end.name), "text": .string("\(end)"), "time": .time(time),
            "generation": .number(JSONNumber(generation)), "process": .number(JSONNumber(process)),
            "program": program.map { .string($0) } ?? .null,
        ]
        if case .refreshRejected(let refusal) = end {
            for member in refusal.record.members { json[member.name] = member.value }
            json["error_description"] = refusal.error?.detail.map { .string($0) } ?? .null
        }
        return json
    }
}

extension SessionStart {
    var name: String {
        switch self {
        case .restored: "restored"
        case .signedIn: "signed_in"
        case .otherProcess: "other_process"
        }
    }
}

extension SessionState {
    /// The names of the state and its reason, for scripts.
    var names: (state: String, reason: String?) {
        switch self {
        case .unknown: ("unknown", nil)
        case .noSession(let end): ("no_session", end.name)
        case .authenticated(let start): ("authenticated", start.name)
        }
    }
}

import FoundationEssentials
import JOSE

extension SessionSuspicion {
    /// The suspicion as it is stored with a session.
    var json: JSONObject {
        var json = refusal.json
        json["count"] = .number(JSONNumber(count))
        json["bare"] = .number(JSONNumber(refusals.bare))
        json["first_at"] = .date(firstAt)
        json["last_at"] = .date(lastAt)
        json["pause"] = JSONNumber(pause.seconds).map { .number($0) } ?? .null
        return json
    }

    /// Reads a stored suspicion; one that can't be understood counts as none, since the next refresh raises it again.
    ///
    /// An earlier version did not say when the first refusal was, nor which were bare, and may have counted web pages:
    /// of its refusals without an OAuth error one counts, as a bare one.
    init?(_ json: JSONObject) {
        guard let refusal = RefreshRefusal(json), let lastAt = json.moment("last_at") else { return nil }
        let first = json.moment("first_at")
        let refusals =
            if first == nil, refusal.error == nil {
                RefusalCount(all: 1, bare: 1)
            } else {
                RefusalCount(all: max(json["count"]?.int ?? 1, 1), bare: json["bare"]?.int ?? 0)
            }
        self.init(
            refusal: refusal, refusals: refusals, first: ClockReading(min(first ?? lastAt, lastAt), .zero),
            last: ClockReading(lastAt, .zero), pause: .seconds(min(max(json["pause"]?.double ?? 0, 1), 3_600)))
    }
}

extension JSONObject {
    /// A time as a file has it; `nil` where it has none, or one beyond all reason.
    fileprivate func moment(_ name: String) -> Date? {
        self[name]?.double.flatMap { abs($0) < 1e11 ? Date(timeIntervalSince1970: $0) : nil }
    }
}

extension RefreshRefusal {
    /// The refusal as it is stored: its status, and the OAuth error or the reason where there was one.
    var json: JSONObject {
        var json: JSONObject = [:]
        json["status"] = status.map { .number(JSONNumber($0)) }
        json["error"] = error.map { .string($0.code) }
        json[error == nil ? "message" : "error_description"] = reason.map { .string($0) }
        json["error_uri"] = error?.uri.map { .string($0) }
        return json
    }

    /// Reads a stored refusal; `nil` where it has neither an error nor a status.
    init?(_ json: JSONObject) {
        let status = json["status"]?.int
        if let code = json["error"]?.string {
            self = .named(
                OAuthError(
                    code: code, detail: json["error_description"]?.string, uri: json["error_uri"]?.string,
                    status: status))
        } else if let status {
            self = .unexplained(status: status, reason: json["message"]?.string)
        } else {
            return nil
        }
    }
}

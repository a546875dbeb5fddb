import FoundationEssentials
import JOSE

extension SessionSuspicion {
    /// The suspicion as it is stored with a session.
    var json: JSONObject {
        var json = refusal.json
        json["count"] = .number(JSONNumber(count))
        json["last_at"] = JSONNumber(lastAt.timeIntervalSince1970).map { .number($0) } ?? .null
        json["pause"] = JSONNumber(pause.seconds).map { .number($0) } ?? .null
        return json
    }

    /// Reads a stored suspicion; one that can't be understood counts as none, since the next refresh raises it again.
    init?(_ json: JSONObject) {
        guard let refusal = RefreshRefusal(json), let last = json["last_at"]?.double, abs(last) < 1e11 else {
            return nil
        }
        let pause = min(max(json["pause"]?.double ?? 0, 1), 3_600)
        self.init(
            refusal: refusal, count: min(max(json["count"]?.int ?? 1, 1), Self.countLimit),
            lastAt: Date(timeIntervalSince1970: last), pause: .seconds(pause), lastAtUptime: .zero)
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

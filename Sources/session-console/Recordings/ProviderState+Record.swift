import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension ProviderState: RecordedAsObject {
    var record: JSONObject {
        [
            "clock_offset": clockOffset.recorded, "access_token_lifetime": accessTokenLifetime.recorded,
            "refresh_token_lifetime": refreshTokenLifetime.recorded, "sessions": sessions.recorded,
            "other_tokens": otherTokens.recorded, "counts": counts.recorded,
            "addresses": addresses.filter { !$0.isSecret }.recorded,
            "requests": requests.recorded, "findings": findings.recorded,
        ]
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            clockOffset: try record.value("clock_offset"),
            accessTokenLifetime: try record.value("access_token_lifetime"),
            refreshTokenLifetime: try record.value("refresh_token_lifetime"), sessions: try record.value("sessions"),
            otherTokens: try record.value("other_tokens"), counts: try record.value("counts"),
            addresses: try record.value("addresses"), requests: try record.value("requests", default: []),
            findings: try record.value("findings", default: []))
    }
}

extension ProviderState.Token: RecordedAsObject {
    var record: JSONObject {
        [
            "fingerprint": fingerprint.recorded, "is_refresh_token": isRefreshToken.recorded,
            "client_id": clientID.recorded, "expires_at": expiresAt.recorded,
        ]
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            fingerprint: try record.value("fingerprint"), isRefreshToken: try record.value("is_refresh_token"),
            clientID: try record.value("client_id"), expiresAt: try record.value("expires_at"))
    }
}

extension ProviderState.Session: RecordedAsObject {
    var record: JSONObject {
        [
            "id": id.recorded, "username": username.recorded, "client_id": clientID.recorded,
            "started_at": startedAt.recorded, "tokens": tokens.recorded,
        ]
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            id: try record.value("id"), username: try record.value("username"),
            clientID: try record.value("client_id"), startedAt: try record.value("started_at"),
            tokens: try record.value("tokens"))
    }
}

extension ProviderState.Count: RecordedAsObject {
    var record: JSONObject { ["name": name.recorded, "count": count.recorded, "outcomes": outcomes.recorded] }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            name: try record.value("name"), count: try record.value("count"),
            outcomes: try record.value("outcomes"))
    }
}

extension ProviderState.Address: RecordedAsObject {
    var record: JSONObject {
        var record: JSONObject = ["name": name.recorded, "value": value.recorded]
        record["remark"] = remark?.recorded
        return record
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            try record.value("name"), try record.value("value"), remark: try record.optional("remark"))
    }
}

extension ProviderState.Request: RecordedAsObject {
    var record: JSONObject {
        var record: JSONObject = [
            "id": id.recorded, "change": change.recorded, "time": time.recorded, "method": method.recorded,
            "path": path.recorded,
        ]
        record["client_id"] = clientID?.recorded
        record["grant_type"] = grantType?.recorded
        record["answer"] = answer?.recorded
        record["flaw"] = flaw?.recorded
        if !faults.isEmpty { record["faults"] = faults.recorded }
        return record
    }

    init(_ record: Record) throws(RecordFlaw) {
        self.init(
            id: try record.value("id"), change: try record.value("change"), time: try record.value("time"),
            clientID: try record.optional("client_id"), method: try record.value("method"),
            path: try record.value("path"), grantType: try record.optional("grant_type"),
            answer: try record.optional("answer"), flaw: try record.optional("flaw"),
            faults: try record.optional("faults") ?? [])
    }
}

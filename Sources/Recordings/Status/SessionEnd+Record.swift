package import JOSE
package import SessionCore

extension SessionEnd: RecordedAsObject {
    /// The names of ``SessionEnd/name``, which records and scripts know.
    private enum Name: String, RecordedByName {
        case noStoredSession = "no_stored_session"
        case signedOut = "signed_out"
        case forcedOut = "forced_out"
        case userInfoRejected = "userinfo_rejected"
        case refreshRejected = "refresh_rejected"
        case loggedOutByProvider = "logged_out_by_provider"
        case expiredWithoutRefreshToken = "expired_without_refresh_token"
        case otherProcess = "other_process"
        case storeLost = "store_lost"
        case otherClient = "other_client"
        case newerVersion = "newer_version"
    }

    package var record: JSONObject {
        var json: JSONObject = ["reason": name.recorded]
        switch self {
        case .forcedOut(let request): json.set("rejected_request", request)
        case .refreshRejected(let refusal): json.set("refusal", refusal)
        case .foreignRecord(let record): json.set("record", record)
        case .noStoredSession, .signedOut, .userInfoRejected, .loggedOutByProvider, .expiredWithoutRefreshToken,
            .otherProcess, .storeLost:
            break
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("reason", as: Name.self) {
            case .noStoredSession: .noStoredSession
            case .signedOut: .signedOut
            case .forcedOut: .forcedOut(request: try record.value("rejected_request"))
            case .userInfoRejected: .userInfoRejected
            case .refreshRejected: .refreshRejected(try record.value("refusal"))
            case .loggedOutByProvider: .loggedOutByProvider
            case .expiredWithoutRefreshToken: .expiredWithoutRefreshToken
            case .otherProcess: .otherProcess
            case .storeLost: .storeLost
            case .otherClient, .newerVersion: .foreignRecord(try record.value("record"))
            }
    }
}

extension EndedSession: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = [
            "end": end.recorded, "time": time.recorded, "generation": generation.recorded,
            "process": process.recorded,
        ]
        json.set("program", program)
        json.set("flow", flow)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            end: try record.value("end"), time: try record.value("time"), generation: try record.value("generation"),
            process: try record.value("process"), program: try record.optional("program"),
            flow: try record.optional("flow"))
    }
}

extension SessionSuspicion: RecordedAsObject {
    package var record: JSONObject {
        var json = refusal.record
        json.set("count", count)
        json.set("last_at", lastAt)
        json.set("last_at_uptime", lastAtUptime)
        json.set("pause", pause)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            refusal: try RefreshRefusal(record), count: try record.value("count"),
            lastAt: try record.value("last_at"), pause: try record.value("pause"),
            lastAtUptime: try record.value("last_at_uptime"))
    }
}

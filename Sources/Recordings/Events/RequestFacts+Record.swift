package import JOSE
package import SessionCore

extension RequestFacts: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["method": method.recorded, "url": url.recorded, "attempts": attempts.recorded]
        json.set("status", status)
        json.set("access_token", token)
        json.set("request", id)
        json.set("token_lifetime_left", tokenLifetimeLeft)
        json.set("waited_for_refresh", waitedForRefresh)
        json.set("duration", duration)
        json.set("label", label)
        if isUserInfo { json["is_user_info"] = isUserInfo.recorded }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(id: try record.value("request"), method: try record.value("method"), url: try record.value("url"))
        token = try record.optional("access_token")
        tokenLifetimeLeft = try record.optional("token_lifetime_left")
        attempts = try record.value("attempts")
        waitedForRefresh = try record.optional("waited_for_refresh")
        status = try record.optional("status")
        duration = try record.optional("duration")
        label = try record.optional("label")
        isUserInfo = try record.optional("is_user_info") ?? false
    }
}

extension RequestLabel: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["sender": sender.recorded, "number": number.recorded]
        json.set("caller", caller)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            try record.value("number"), from: try record.value("sender"), for: try record.optional("caller"))
    }
}

extension Caller: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["program": name.recorded]
        json.set("process", process.map(Int.init))
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        let process: Int? = try record.optional("process")
        self.init(name: try record.value("program"), process: process.flatMap(Int32.init(exactly:)))
    }
}

extension RefreshTrigger: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case expired
        case expiringSoon = "expiring_soon"
        case unauthorized
        case requestedByUser = "requested_by_user"
        case userInfo = "userinfo"
    }

    package var record: JSONObject {
        switch self {
        case .expired: ["reason": Name.expired.recorded]
        case .expiringSoon: ["reason": Name.expiringSoon.recorded]
        case .unauthorized(let token): ["reason": Name.unauthorized.recorded, "access_token": token.recorded]
        case .requestedByUser: ["reason": Name.requestedByUser.recorded]
        case .userInfo: ["reason": Name.userInfo.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("reason", as: Name.self) {
            case .expired: .expired
            case .expiringSoon: .expiringSoon
            case .unauthorized: .unauthorized(try record.value("access_token"))
            case .requestedByUser: .requestedByUser
            case .userInfo: .userInfo
            }
    }
}

extension InjectedFault: RecordedAsObject {
    /// The fault with its words as `what`: an event has `text` for its own.
    package var record: JSONObject {
        var json: JSONObject = ["fault": name.recorded, "step": step.recorded]
        json.set("exchange", exchange)
        json.set("what", text)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            name: try record.value("fault"), step: try record.value("step"),
            exchange: try record.optional("exchange"), text: try record.value("what"))
    }
}

extension InjectedFault.Step: RecordedByName {}

package import JOSE
package import SessionCore

extension RequestFacts: RecordedByMembers {
    package static let members = Members(
        Self.init(id:method:url:), .needed("request", \.id), .needed("method", \.method), .needed("url", \.url),
        then: [
            .needed("attempts", \.attempts), .optional("status", \.status), .optional("access_token", \.token),
            .optional("token_lifetime_left", \.tokenLifetimeLeft),
            .optional("waited_for_refresh", \.waitedForRefresh), .optional("duration", \.duration),
            .optional("label", \.label), .needed("is_user_info", \.isUserInfo, unless: false),
        ])
}

extension RequestLabel: RecordedByMembers {
    package static let members = Members(
        Self.init(_:from:for:), .needed("number", \.number), .needed("sender", \.sender),
        .optional("caller", \.caller))
}

extension Caller: RecordedByMembers {
    package static let members = Members(
        Self.init(name:process:), .needed("program", \.name), .optional("process", \.process))
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

extension InjectedFault: RecordedByMembers {
    /// The fault with its words as `what`: an event has `text` for its own.
    package static let members = Members(
        Self.init(name:step:exchange:text:), .needed("fault", \.name), .needed("step", \.step),
        .optional("exchange", \.exchange), .needed("what", \.text))
}

extension InjectedFault.Step: RecordedByName {}

package import JOSE
package import SessionCore

extension SessionStatus: RecordedByMembers {
    package static let members = Members(
        { Self() },
        then: [
            .inline(\.state), .optional("flow", \.flow), .needed("generation", \.generation),
            .optional("verified_at", \.verifiedAt), .optional("suspicion", \.suspicion),
            .optional("access_token", \.accessToken), .optional("refresh_token", \.refreshToken),
            .optional("grant_ends_at", \.grantEndsAt),
            .needed("renewed_by_flow", \.isRenewedByFlow, unless: false), .optional("id_token", \.idToken),
            .optional("scope", \.scope), .optional("requested_scope", \.requestedScope),
            .derived("missing", \.shortfalls),
            .needed("unlisted_scope", \.unlistedScope, unless: []), .optional("subject", \.subject),
            .optional("userinfo", \.userInfo), .optional("refresh_due_at", \.refreshDueAt),
            .optional("refresh_deferral", \.refreshDeferral),
            .optional("refreshed_by_calls_from", \.refreshedByCallsFrom),
            .optional("refresh_waiters", \.refreshWaiters), .optional("clock_skew", \.clockSkew),
            .needed("refresh_count", \.refreshCount), .needed("unauthorized_count", \.unauthorizedCount),
            .optional("last_refresh_at", \.lastRefreshAt), .optional("ending", \.endedSession),
            .optional("metadata_read_at", \.metadataReadAt),
            .needed("has_introspection", \.hasIntrospection, unless: false),
        ])
}

extension Shortfall: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case refreshToken = "refresh_token"
        case idToken = "id_token"
        case scope
    }

    package static let shape = RecordShape.cases(
        "what", Name.self, ["scope": .list(.plain), "text": .plain])

    package var record: JSONObject {
        var json: JSONObject =
            switch self {
            case .refreshToken: ["what": Name.refreshToken.recorded]
            case .idToken: ["what": Name.idToken.recorded]
            case .scope(let values): ["what": Name.scope.recorded, "scope": values.recorded]
            }
        json.set("text", "\(self)")
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("what", as: Name.self) {
            case .refreshToken: .refreshToken
            case .idToken: .idToken
            case .scope: .scope(try record.value("scope"))
            }
    }
}

extension RefreshDeferral: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case arrivedExpired = "arrived_expired"
        case shortLived = "short_lived"
    }

    package static let shape = RecordShape.cases("reason", Name.self, ["lifetime": .plain])

    package var record: JSONObject {
        switch self {
        case .arrivedExpired: ["reason": Name.arrivedExpired.recorded]
        case .shortLived(let lifetime): ["reason": Name.shortLived.recorded, "lifetime": lifetime.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("reason", as: Name.self) {
            case .arrivedExpired: .arrivedExpired
            case .shortLived: .shortLived(try record.value("lifetime"))
            }
    }
}

package import JOSE
package import SessionCore

extension SessionStatus: RecordedAsObject {
    package var record: JSONObject {
        var json = state.record
        json.set("flow", flow)
        json.set("generation", generation)
        json.set("verified_at", verifiedAt)
        json.set("suspicion", suspicion)
        json.set("access_token", accessToken)
        json.set("refresh_token", refreshToken)
        json.set("grant_ends_at", grantEndsAt)
        if isRenewedByFlow { json.set("renewed_by_flow", true) }
        json.set("id_token", idToken)
        json.set("scope", scope)
        json.set("requested_scope", requestedScope)
        if !unlistedScope.isEmpty { json.set("unlisted_scope", unlistedScope) }
        json.set("subject", subject)
        json.set("userinfo", userInfo)
        json.set("refresh_due_at", refreshDueAt)
        json.set("refresh_deferral", refreshDeferral)
        json.set("refreshed_by_calls_from", refreshedByCallsFrom)
        json.set("refresh_waiters", refreshWaiters)
        json.set("clock_skew", clockSkew)
        json.set("refresh_count", refreshCount)
        json.set("unauthorized_count", unauthorizedCount)
        json.set("last_refresh_at", lastRefreshAt)
        json.set("ending", endedSession)
        json.set("metadata_read_at", metadataReadAt)
        json.set("has_introspection", hasIntrospection)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init()
        state = try SessionState(record)
        flow = try record.optional("flow")
        generation = try record.value("generation")
        verifiedAt = try record.optional("verified_at")
        suspicion = try record.optional("suspicion")
        accessToken = try record.optional("access_token")
        refreshToken = try record.optional("refresh_token")
        grantEndsAt = try record.optional("grant_ends_at")
        isRenewedByFlow = try record.optional("renewed_by_flow") ?? false
        idToken = try record.optional("id_token")
        scope = try record.optional("scope")
        requestedScope = try record.optional("requested_scope")
        unlistedScope = try record.optional("unlisted_scope") ?? []
        subject = try record.optional("subject")
        userInfo = try record.optional("userinfo")
        refreshDueAt = try record.optional("refresh_due_at")
        refreshDeferral = try record.optional("refresh_deferral")
        refreshedByCallsFrom = try record.optional("refreshed_by_calls_from")
        refreshWaiters = try record.optional("refresh_waiters")
        clockSkew = try record.optional("clock_skew")
        refreshCount = try record.value("refresh_count")
        unauthorizedCount = try record.value("unauthorized_count")
        lastRefreshAt = try record.optional("last_refresh_at")
        endedSession = try record.optional("ending")
        metadataReadAt = try record.optional("metadata_read_at")
        hasIntrospection = try record.optional("has_introspection") ?? false
    }
}

extension RefreshDeferral: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case arrivedExpired = "arrived_expired"
        case shortLived = "short_lived"
    }

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

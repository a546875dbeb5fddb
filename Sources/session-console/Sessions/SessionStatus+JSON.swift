import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

extension SessionStatus {
    /// The status, as printed by `status`, `login` and `refresh`.
    func json(_ settings: ProviderSettings, now: Date) -> JSONObject {
        let client = RecordOwner(issuer: settings.client.issuer, clientID: settings.client.clientID)
        return json(profile: settings.profile, client, now: now)
    }

    /// The status of a profile's session, or of a stored one without a profile; without a client where none is known.
    func json(profile: String, _ client: RecordOwner?, now: Date) -> JSONObject {
        [
            "profile": .string(profile),
            "issuer": client.map { .string($0.issuer) } ?? .null,
            "client_id": client.map { .string($0.clientID) } ?? .null,
            "state": .string(state.names.state),
            "reason": state.names.reason.map { .string($0) } ?? .null,
            "ended": endedSession.map { .object($0.json) } ?? .null,
            "belongs_to": owner,
            "generation": .number(JSONNumber(generation)),
            "subject": subject.map { .string($0) } ?? .null,
            "verified_at": verifiedAt.map { .time($0) } ?? .null,
            "suspicion": suspicion.map { .object($0.json) } ?? .null,
            "scope": .list(ScopeText(self).granted),
            "requested_scope": .list(requestedScope),
            "unlisted_scope": .list(unlistedScope),
            "access_token": accessToken.map { .object($0.json(now: now)) } ?? .null,
            "refresh_token": refreshToken.map { .object($0.json(now: now)) } ?? .null,
            "grant_ends_at": grantEndsAt.map { .time($0) } ?? .null,
            "renewed_by_flow": .bool(isRenewedByFlow),
            "id_token": idToken.map { .object($0.json(now: now)) } ?? .null,
            "refresh_due_at": refreshDueAt.map { .time($0) } ?? .null,
            "refresh_deferral": refreshDeferral.map { .string($0.name) } ?? .null,
            "metadata_read_at": metadataReadAt.map { .time($0) } ?? .null,
        ]
    }
}

extension SessionSuspicion {
    fileprivate var json: JSONObject {
        refusal.record.adding("count", .number(JSONNumber(count))).adding("last_at", .time(lastAt))
    }
}

extension RefreshDeferral {
    /// The reason's name, for scripts.
    fileprivate var name: String {
        switch self {
        case .arrivedExpired: "arrived_expired"
        case .shortLived: "short_lived"
        }
    }
}

extension SessionStatus {
    /// The client that the stored session belongs to, if it is not this one.
    private var owner: JSONValue {
        guard case .noSession(.foreignRecord(.client(let owner))) = state else { return .null }
        return ["issuer": .string(owner.issuer), "client_id": .string(owner.clientID)]
    }
}

extension TokenStatus {
    fileprivate func json(now: Date) -> JSONObject {
        var json: JSONObject = ["fingerprint": .string("\(fingerprint)"), "obtained_at": .time(obtainedAt)]
        json["expires_at"] = .null
        if case .at(let end, let source) = expiry {
            json["expires_at"] = .time(end)
            json["expires_in"] = .seconds(from: now, to: end)
            json["expiry_source"] = .string(source.rawValue)
        }
        return json
    }
}

extension IDTokenStatus {
    fileprivate func json(now: Date) -> JSONObject {
        [
            "fingerprint": .string("\(fingerprint)"),
            "expires_at": expiresAt.map { .time($0) } ?? .null,
            "expires_in": expiresAt.map { .seconds(from: now, to: $0) } ?? .null,
            "trust": trust.json,
        ]
    }
}

extension JSONValue {
    /// A list of texts, or null.
    static func list(_ texts: [String]?) -> JSONValue { texts.map { .array($0.map { .string($0) }) } ?? .null }

    /// The whole seconds from one time to another.
    static func seconds(from start: Date, to end: Date) -> JSONValue {
        .number(JSONNumber(Int(end.timeIntervalSince(start).rounded(.down))))
    }

    /// A duration in seconds, with microseconds.
    static func seconds(_ duration: Duration) -> JSONValue {
        let microseconds = (duration / .microseconds(1)).rounded()
        return JSONNumber(microseconds / 1_000_000).map { .number($0) } ?? .null
    }
}

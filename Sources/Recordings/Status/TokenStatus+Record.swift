import FoundationEssentials
package import JOSE
package import SessionCore

extension TokenStatus: RecordedAsObject {
    /// Without `expires_at` where the provider did not say.
    package var record: JSONObject {
        var json: JSONObject = ["fingerprint": fingerprint.recorded, "obtained_at": obtainedAt.recorded]
        json.append(expiry.record)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            fingerprint: try record.value("fingerprint"), obtainedAt: try record.value("obtained_at"),
            expiry: try TokenExpiry(record))
    }
}

/// A time and where it is known from; nothing where the expiry is unknown.
extension TokenExpiry: RecordedAsObject {
    package var record: JSONObject {
        switch self {
        case .at(let end, let source): ["expires_at": end.recorded, "expiry_source": source.recorded]
        case .unknown: [:]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        if let end: Date = try record.optional("expires_at") {
            self = .at(end, try record.value("expiry_source"))
        } else {
            self = .unknown
        }
    }
}

extension TokenExpiry.Source: RecordedByName {}

extension IDTokenStatus: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["fingerprint": fingerprint.recorded]
        json.set("expires_at", expiresAt)
        json.set("trust", trust)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            fingerprint: try record.value("fingerprint"), expiresAt: try record.optional("expires_at"),
            trust: try record.value("trust"))
    }
}

extension TokenTrust: RecordedAsObject {
    private enum Name: String, RecordedByName {
        case verified
        case failed
        case notChecked = "not_checked"
    }

    package var record: JSONObject {
        switch self {
        case .verified(let algorithm, let keyID):
            [
                "state": Name.verified.recorded, "algorithm": algorithm.recorded,
                "key_id": keyID.map(\.recorded) ?? .null,
            ]
        case .failed(let reason): ["state": Name.failed.recorded, "reason": reason.recorded]
        case .notChecked(let reason): ["state": Name.notChecked.recorded, "reason": reason.recorded]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("state", as: Name.self) {
            case .verified: .verified(algorithm: try record.value("algorithm"), keyID: try record.optional("key_id"))
            case .failed: .failed(try record.value("reason"))
            case .notChecked: .notChecked(try record.value("reason"))
            }
    }
}

extension SessionTokens: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["access": access.recorded]
        json.set("refresh", refresh)
        json.set("id_token", idToken)
        json.set("scope", scope)
        if isRenewedByFlow { json.set("renewed_by_flow", true) }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            access: try record.value("access"), refresh: try record.optional("refresh"),
            idToken: try record.optional("id_token"), scope: try record.optional("scope"))
        isRenewedByFlow = try record.optional("renewed_by_flow") ?? false
    }
}

extension UserInfo: RecordedAsObject {
    /// The claims as they are displayed, in their order: a long one is cut.
    package var record: JSONObject {
        let claims = claims.map { claim in
            let isWhole = claim.value == (claim.json.string ?? claim.json.serialized())
            return (claim.name, isWhole ? claim.json : .string(claim.value))
        }
        return ["subject": subject.recorded, "claims": .object(JSONObject(claims))]
    }

    package init(_ record: Record) throws(RecordFlaw) {
        let claims: JSONValue = try record.value("claims")
        guard let members = claims.object?.members else {
            throw RecordFlaw(member: "claims", reason: "is not an object")
        }
        self.init(
            subject: try record.value("subject"), claims: members.map { Claim(name: $0.name, json: $0.value) })
    }
}

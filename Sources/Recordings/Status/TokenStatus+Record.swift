import FoundationEssentials
package import JOSE
package import SessionCore

extension TokenStatus: RecordedByMembers {
    package static let members = Members(
        Self.init(fingerprint:obtainedAt:expiry:), .needed("fingerprint", \.fingerprint),
        .needed("obtained_at", \.obtainedAt), .inline(\.expiry))
}

/// A time and where it is known from; nothing where the expiry is unknown.
extension TokenExpiry: RecordedAsObject {
    package static let shape = RecordShape.object([
        .init(name: "expires_at", shape: .plain), .init(name: "expiry_source", shape: .plain),
    ])

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

extension IDTokenStatus: RecordedByMembers {
    package static let members = Members(
        Self.init(fingerprint:expiresAt:trust:), .needed("fingerprint", \.fingerprint),
        .optional("expires_at", \.expiresAt), .needed("trust", \.trust))
}

extension TokenTrust: RecordedAsObject {
    private enum Name: String, RecordedByName, CaseIterable {
        case verified
        case failed
        case notChecked = "not_checked"
    }

    package static let shape = RecordShape.cases(
        "state", Name.self, ["algorithm": .plain, "key_id": .plain, "reason": .plain])

    package var record: JSONObject {
        switch self {
        case .verified(let algorithm, let keyID):
            JSONObject(
                [("state", Name.verified.recorded), ("algorithm", algorithm.recorded)]
                    + (keyID.map { [("key_id", $0.recorded)] } ?? []))
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

extension SessionTokens: RecordedByMembers {
    package static let members = Members(
        Self.init(access:refresh:idToken:scope:), .needed("access_token", \.access, earlier: "access"),
        .optional("refresh_token", \.refresh, earlier: "refresh"), .optional("id_token", \.idToken),
        .optional("scope", \.scope), then: [.needed("renewed_by_flow", \.isRenewedByFlow, unless: false)])
}

extension UserInfo: RecordedByMembers {
    package static let members = Members(
        { UserInfo(subject: $0, claims: $1.members.map { Claim(name: $0.name, json: $0.value) }) },
        .needed("subject", \.subject), .needed("claims", \.shownClaims))

    /// The claims as they are displayed, in their order: a long one is cut.
    private var shownClaims: JSONObject {
        JSONObject(
            claims.map { claim in
                let isWhole = claim.value == (claim.json.string ?? claim.json.serialized())
                return (claim.name, isWhole ? claim.json : .string(claim.value))
            })
    }
}

package import JOSE
package import SessionCore

extension AuthorizedResponse {
    /// The answer; its body and earlier answers, which may be anything, only if they are asked for.
    package func record(withBody: Bool) -> JSONObject {
        var json = response.record(withBody: withBody)
        if withBody, !earlierAnswers.isEmpty {
            json["earlier_answers"] = .array(earlierAnswers.map { .object($0.record(withBody: true)) })
        }
        json["facts"] = .object(facts.record)
        json.set("verdict", verdict)
        return json
    }

    /// Reads an answer; a body that was not recorded counts as received elsewhere.
    package init(_ record: Record) throws(RecordFlaw) {
        let response = try HTTPResponse(record)
        var earlier: [HTTPResponse] = []
        for answer in try record.optional("earlier_answers", as: [JSONObject].self) ?? [] {
            do { earlier.append(try HTTPResponse(Record(answer))) } catch { throw error.inside("earlier_answers") }
        }
        self.init(
            response: response, facts: try record.value("facts"), verdict: try record.value("verdict"),
            earlierAnswers: earlier)
    }
}

extension AuthorizedResponse.Verdict: RecordedAsObject {
    /// What became of the token.
    package enum Name: String, RecordedByName, CaseIterable {
        case none
        case accepted
        case rejected
        case rejectedByAPI = "rejected_by_api"
        case refreshFailed = "refresh_failed"
        case sessionEnded = "session_ended"
        case sessionChanged = "session_changed"
        case insufficientScope = "insufficient_scope"
        case stepUpRequired = "step_up_required"
    }

    package var name: Name {
        switch self {
        case .none: .none
        case .accepted: .accepted
        case .rejected: .rejected
        case .rejectedByAPI: .rejectedByAPI
        case .refreshFailed: .refreshFailed
        case .sessionEnded: .sessionEnded
        case .sessionChanged: .sessionChanged
        case .insufficientScope: .insufficientScope
        case .stepUpRequired: .stepUpRequired
        }
    }

    package var record: JSONObject {
        var json: JSONObject = ["kind": name.recorded]
        switch self {
        case .none, .accepted: break
        case .rejected(let challenge), .rejectedByAPI(let challenge), .sessionChanged(let challenge):
            json.set("challenge", challenge)
        case .refreshFailed(let challenge, let error):
            json.set("challenge", challenge)
            json.set("failure", error)
        case .sessionEnded(let challenge, let end):
            json.set("challenge", challenge)
            json.set("end", end)
        case .insufficientScope(let scope): json.set("required_scope", scope)
        case .stepUpRequired(let acrValues, let maxAge, let claims):
            json.set("acr_values", acrValues)
            json.set("max_age", maxAge)
            json.set("claims", claims)
        }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.value("kind", as: Name.self) {
            case .none: .none
            case .accepted: .accepted
            case .rejected: .rejected(try record.optional("challenge"))
            case .rejectedByAPI: .rejectedByAPI(try record.optional("challenge"))
            case .refreshFailed: .refreshFailed(try record.optional("challenge"), try record.value("failure"))
            case .sessionEnded: .sessionEnded(try record.optional("challenge"), try record.value("end"))
            case .sessionChanged: .sessionChanged(try record.optional("challenge"))
            case .insufficientScope: .insufficientScope(try record.value("required_scope"))
            case .stepUpRequired:
                .stepUpRequired(
                    acrValues: try record.value("acr_values"), maxAge: try record.optional("max_age"),
                    claims: try record.optional("claims"))
            }
    }
}

extension AuthenticationChallenge: RecordedByMembers {
    package static let members = Members(
        Self.init(scheme:parameters:received:trustedIssuers:), .needed("scheme", \.scheme),
        .needed("parameters", \.parameters), .optional("received", \.received),
        .needed("trusted_issuers", \.trustedIssuers, unless: []))
}

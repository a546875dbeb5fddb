package import JOSE
package import SessionCore

extension OAuthError: RecordedByMembers {
    package static let members = Members(
        Self.init(code:detail:uri:status:), .needed("error", \.code), .optional("error_description", \.detail),
        .optional("error_uri", \.uri), .optional("status", \.status),
        then: [.needed("listed_scope", \.listedScope, unless: [])])
}

/// An OAuth error, or the status and the reason where there was none.
extension RefreshRefusal: RecordedAsObject {
    package static let shape = RecordShape.object(
        OAuthError.shape.members + [.init(name: "message", shape: .plain)])

    package var record: JSONObject {
        switch self {
        case .named(let error): return error.record
        case .unexplained(let status, let reason):
            var json: JSONObject = ["status": status.recorded]
            json.set("message", reason)
            return json
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        if try record.optional("error", as: String.self) != nil {
            self = .named(try OAuthError(record))
        } else {
            self = .unexplained(status: try record.value("status"), reason: try record.optional("message"))
        }
    }
}

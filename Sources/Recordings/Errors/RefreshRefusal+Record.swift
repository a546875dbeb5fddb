package import JOSE
package import SessionCore

extension OAuthError: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["error": code.recorded]
        json.set("error_description", detail)
        json.set("error_uri", uri)
        json.set("status", status)
        if !listedScope.isEmpty { json.set("listed_scope", listedScope) }
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            code: try record.value("error"), detail: try record.optional("error_description"),
            uri: try record.optional("error_uri"), status: try record.optional("status"))
        listedScope = try record.optional("listed_scope") ?? []
    }
}

extension RefreshRefusal: RecordedAsObject {
    /// The status and the OAuth error; of those two, a part that the provider left out is null.
    ///
    /// `message` is the reason where there was no OAuth error.
    package var record: JSONObject {
        var json: JSONObject = [
            "status": status.map(\.recorded) ?? .null, "error": error.map { .string($0.code) } ?? .null,
        ]
        json.set(error == nil ? "message" : "error_description", reason)
        json.set("error_uri", error?.uri)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        if try record.optional("error", as: String.self) != nil {
            self = .named(try OAuthError(record))
        } else {
            self = .unexplained(status: try record.value("status"), reason: try record.optional("message"))
        }
    }
}

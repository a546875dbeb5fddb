package import JOSE
package import SessionCore

extension AuthorizationMessage: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["url": url.recorded, "parameters": parameters.recorded]
        json.set("error", error)
        json.set("query", query)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            url: try record.value("url"), parameters: try record.value("parameters"),
            error: try record.optional("error"), query: try record.optional("query"))
    }
}

extension StrayRedirect: RecordedAsObject {
    private enum SourceName: String, RecordedByName { case browser, pasted }

    private enum FlawName: String, RecordedByName {
        case missing
        case ofAnotherAttempt = "of_another_attempt"
        case posted

        init(_ flaw: Flaw) {
            self =
                switch flaw {
                case .stateMissing: .missing
                case .stateOfAnotherAttempt: .ofAnotherAttempt
                case .posted: .posted
                }
        }

        var flaw: Flaw {
            switch self {
            case .missing: .stateMissing
            case .ofAnotherAttempt: .stateOfAnotherAttempt
            case .posted: .posted
            }
        }
    }

    private enum ContentName: String, RecordedByName { case code, error }

    package var record: JSONObject {
        let brought: JSONValue =
            switch content {
            case .code: ContentName.code.recorded
            case .error: ContentName.error.recorded
            case .nothing: .null
            }
        var error: JSONValue = .null
        if case .error(let code?) = content { error = .string(code) }
        return [
            "source": (source == .browser ? SourceName.browser : .pasted).recorded,
            "state": FlawName(flaw).recorded, "brought": brought,
            "error": error,
        ]
    }

    package init(_ record: Record) throws(RecordFlaw) {
        let content: Content =
            switch try record.optional("brought", as: ContentName.self) {
            case .code?: .code
            case .error?: .error(try record.optional("error"))
            case nil: .nothing
            }
        self.init(
            source: try record.value("source", as: SourceName.self) == .browser ? .browser : .pasted,
            flaw: try record.value("state", as: FlawName.self).flaw,
            content: content)
    }
}

package import JOSE
package import SessionCore

extension AuthorizationMessage: RecordedByMembers {
    package static let members = Members(
        Self.init(url:parameters:error:query:), .needed("url", \.url), .needed("parameters", \.parameters),
        .optional("error", \.error), .optional("query", \.query))
}

extension StrayRedirect: RecordedByMembers {
    package static let members = Members(
        Self.init(source:flaw:content:), .needed("source", \.source), .needed("state", \.flaw), .inline(\.content))
}

extension StrayRedirect.Source: RecordedByName {}

extension StrayRedirect.Flaw: RecordedByName {}

extension StrayRedirect.Content: RecordedAsObject {
    private enum Name: String, RecordedByName { case code, error }

    package var record: JSONObject {
        switch self {
        case .code: ["brought": Name.code.recorded]
        case .error(let code?): ["brought": Name.error.recorded, "error": code.recorded]
        case .error(nil): ["brought": Name.error.recorded]
        case .nothing: [:]
        }
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self =
            switch try record.optional("brought", as: Name.self) {
            case .code?: .code
            case .error?: .error(try record.optional("error"))
            case nil: .nothing
            }
    }
}

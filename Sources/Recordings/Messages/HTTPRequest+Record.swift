package import JOSE
package import SessionCore

/// A request without its body, and without what belongs to a transport.
extension HTTPRequest: RecordedByMembers {
    package static let members = Members(
        { HTTPRequest(method: $0, url: $1, headers: $2, redirects: $3, timeout: $4, maximumTime: $5) },
        .needed("method", \.method), .needed("url", \.url), .needed("headers", \.headers),
        .needed("follows_redirects", \.redirects), .optional("timeout", \.timeout),
        .optional("maximum_time", \.maximumTime),
        then: [.needed("offers_client_certificate", \.offersClientCertificate)])
}

extension HTTPRequest.RedirectRule: Recordable {
    package var recorded: JSONValue { .bool(self == .follow) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        self = try Bool(recorded: recorded) ? .follow : .doNotFollow
    }
}

extension RequestAuthorization: Recordable {
    private enum Name: String, RecordedByName { case required, optional, none }

    package var recorded: JSONValue {
        switch self {
        case .required: Name.required.recorded
        case .optional: Name.optional.recorded
        case .none: Name.none.recorded
        }
    }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        self =
            switch try Name(recorded: recorded) {
            case .required: .required
            case .optional: .optional
            case .none: .none
            }
    }
}

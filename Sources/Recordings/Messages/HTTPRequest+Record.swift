package import JOSE
package import SessionCore

/// A request without its body, and without what belongs to a transport.
extension HTTPRequest: RecordedAsObject {
    package var record: JSONObject {
        var json: JSONObject = ["method": method.recorded, "url": url.recorded]
        json.set("headers", headers)
        json.set("follows_redirects", redirects == .follow)
        json.set("timeout", timeout)
        json.set("maximum_time", maximumTime)
        json.set("offers_client_certificate", offersClientCertificate)
        return json
    }

    package init(_ record: Record) throws(RecordFlaw) {
        self.init(
            method: try record.value("method"), url: try record.value("url"), headers: try record.value("headers"),
            redirects: try record.value("follows_redirects") ? .follow : .doNotFollow,
            timeout: try record.optional("timeout"), maximumTime: try record.optional("maximum_time"))
        offersClientCertificate = try record.value("offers_client_certificate")
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

import HTTPServer

extension FormItems {
    /// The value of a required parameter.
    func required(_ name: String) throws(ErrorAnswer) -> String {
        guard let value = self[name], !value.isEmpty else { throw ErrorAnswer(.invalidRequest, "\(name) is missing") }
        return value
    }

    /// Throws if a parameter was sent more than once (RFC 6749 §3.1 and §3.2), but for `resource` (RFC 8707 §2).
    func checkRepetitions() throws(ErrorAnswer) {
        if let name = repeatedName(besides: "resource") {
            throw ErrorAnswer(.invalidRequest, "the parameter \(name) was sent more than once")
        }
    }
}

/// A request as it was received, its body complete.
package struct ServerRequest: Sendable {
    package var method: String
    /// The request target as sent, still percent-encoded, with its query.
    package var target: String
    /// The path, percent-decoded, without the query.
    package var path: String
    /// The query as sent, without its `?`; `nil` when the target has none.
    package var rawQuery: String?
    package var headers: ServerHeaders
    package var body: [UInt8]

    package init(method: String, target: String, headers: ServerHeaders = [:], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        let originForm = Self.originForm(of: target)
        let question = originForm.firstIndex(of: "?")
        path = PercentDecoding.decode(originForm[..<(question ?? originForm.endIndex)], plusIsSpace: false)
        rawQuery = question.map { String(originForm[originForm.index(after: $0)...]) }
    }

    /// The decoded items of the query; none when the target has no query.
    package var query: FormItems { FormItems(decoding: rawQuery ?? "") }

    /// The decoded items of the body, or `nil` when its content type is not `application/x-www-form-urlencoded`.
    package var form: FormItems? {
        let mediaType = headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " }
        guard mediaType?.lowercased() == "application/x-www-form-urlencoded" else { return nil }
        return FormItems(decoding: String(decoding: body, as: UTF8.self))
    }

    /// A server accepts the absolute form (`http://host/path`) and treats it as `/path` (RFC 9112 §3.2.2).
    private static func originForm(of target: String) -> Substring {
        guard !target.hasPrefix("/") else { return target[...] }
        for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
            let authority = target.dropFirst(scheme.count)
            return authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? "/"
        }
        return target[...]
    }
}

/// What a `Content-Type` says.
package enum MediaType {
    /// Whether it is JSON; without a content type, whether the first byte begins an object or array.
    package static func isJSON(_ contentType: String?, first: UInt8?) -> Bool {
        guard let type = contentType?.split(separator: ";").first.map({ String($0).trimmed.lowercased() }) else {
            return first == 0x7B || first == 0x5B
        }
        return type.hasSuffix("/json") || type.hasSuffix("+json")
    }

    /// Whether it is text of some kind, as `text/plain`.
    static func isText(_ contentType: String?) -> Bool {
        contentType?.trimmed.lowercased().hasPrefix("text/") == true
    }
}

import FoundationEssentials
import JOSE

/// Takes the secrets out of what is told about messages; names, sizes and everything public stay.
enum Redaction {
    /// Longer bodies are cut: an event is for reading.
    private static let bodyLimit = 8_192

    /// A URL without user information and fragment, and with the values of secret parameters masked.
    static func url(_ url: URL) -> String {
        var text = url.absoluteString
        let needsRedaction = text.withUTF8 { bytes in
            bytes.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "@") }
        }
        guard needsRedaction else { return text }
        guard var parts = URLComponents(string: text) else { return "\(url.scheme ?? "")://…" }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        let query = parts.percentEncodedQuery
        parts.percentEncodedQuery = nil
        return (parts.string ?? "") + (query.map { "?" + pairs($0) } ?? "")
    }

    /// A redirect with both its URLs as they may be shown; `nil` where that leaves no URL.
    static func redirect(_ redirect: HTTPRedirect) -> HTTPRedirect? {
        guard let from = URL(string: url(redirect.from)), let to = URL(string: url(redirect.to)) else { return nil }
        return HTTPRedirect(
            status: redirect.status, from: from, to: to, keptAuthorization: redirect.keptAuthorization)
    }

    static func headers(_ headers: HTTPHeaders) -> HTTPHeaders {
        guard headers.fields.contains(where: { isSensitive($0.name) }) else { return headers }
        return HTTPHeaders(
            headers.fields.map { field in
                isSensitive(field.name)
                    ? HTTPHeaders.Field(name: field.name, value: headerValue(field)) : field
            })
    }

    /// The parameters of a form, secret values masked.
    static func form(_ body: HTTPBody) -> String? {
        guard case .bytes(let bytes) = body, !bytes.isEmpty else { return nil }
        return pairs(String(decoding: bytes.prefix(bodyLimit), as: UTF8.self))
    }

    /// The body of a provider's answer.
    ///
    /// JSON is told with its secret members masked. What is no JSON could hold a secret anywhere: from an endpoint that
    /// hands out tokens, only its size is told.
    static func body(_ response: HTTPResponse, purpose: SessionError.Purpose) -> String? {
        guard !response.body.isEmpty else { return nil }
        if response.body.count <= 64 * bodyLimit, let json = try? JSONValue(parsing: response.body) {
            return cut(masked(json).serialized())
        }
        switch purpose {
        case .discovery, .keys: return cut(String(decoding: response.body.prefix(bodyLimit), as: UTF8.self))
        default: return "(\(response.body.count) bytes that are no JSON)"
        }
    }

    private static func cut(_ text: String) -> String {
        text.utf8.count <= bodyLimit ? text : String(decoding: text.utf8.prefix(bodyLimit), as: UTF8.self) + "…"
    }

    private static func masked(_ json: JSONValue, name: String? = nil) -> JSONValue {
        switch json {
        case .string(let text) where name.map(SecretNames.contains) ?? false: .string(SecretNames.mask(text))
        case .array(let items): .array(items.map { masked($0, name: name) })
        case .object(let object):
            .object(JSONObject(object.members.map { ($0.name, masked($0.value, name: $0.name)) }))
        default: json
        }
    }

    private static func pairs(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, SecretNames.contains(String(parts[0])) else { return String(pair) }
            return "\(parts[0])=\(SecretNames.mask(FormParameters.decode(parts[1])))"
        }
        .joined(separator: "&")
    }

    private static func isSensitive(_ name: String) -> Bool {
        switch name.utf8.count {
        case 6: name.equalsIgnoringCase("Cookie")
        case 8: name.equalsIgnoringCase("Location")
        case 10: name.equalsIgnoringCase("Set-Cookie")
        case 13: name.equalsIgnoringCase("Authorization")
        case 19: name.equalsIgnoringCase("Proxy-Authorization")
        default: false
        }
    }

    private static func headerValue(_ field: HTTPHeaders.Field) -> String {
        if field.name.equalsIgnoringCase("Location") {
            return URL(string: field.value).map(url) ?? "••••"
        }
        let parts = field.value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, field.name.lowercased().hasSuffix("authorization") else { return "••••" }
        return "\(parts[0]) \(SecretNames.mask(parts[1]))"
    }
}

import Addresses
import FoundationEssentials
import JOSE

/// Removes the secrets from messages before they are shown; names, sizes and everything public stay.
///
/// What stands under a secret's name is masked, and so is what a ``Scrubber`` finds anywhere else.
enum Redaction {
    /// Longer bodies are cut: an event is for reading.
    private static let bodyLimit = 8_192

    /// A URL without user information and fragment, and with the values of secret parameters masked, in its query and
    /// in its path (RFC 3986 §3.3).
    static func url(_ url: URL) -> String {
        var text = url.absoluteString
        // A set of characters, asked byte by byte, takes 4,000 instructions more for each request.
        let needsRedaction = text.withUTF8 { bytes in
            bytes.contains { byte in
                switch byte {
                case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: ";"): true
                default: false
                }
            }
        }
        guard needsRedaction else { return Shown.cut(text) }
        guard var parts = URLComponents(string: text) else { return "\(url.scheme ?? "")://…" }
        parts.user = nil
        parts.password = nil
        parts.fragment = nil
        let query = parts.percentEncodedQuery
        parts.percentEncodedQuery = nil
        let place = parts.string.map(pathParameters) ?? ""
        return Shown.cut(place + (query.map { "?" + pairs($0) } ?? ""))
    }

    private static func pathParameters(_ place: String) -> String {
        place.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.contains(";") ? pairs(String(segment), separator: UInt8(ascii: ";")) : String(segment)
        }.joined(separator: "/")
    }

    /// A URL also without the secrets that a session knows, wherever they stand in it.
    static func url(_ url: URL, _ scrubber: Scrubber) -> String { scrubber.knownSecrets(in: self.url(url)) }

    static func headers(_ headers: HTTPHeaders, _ scrubber: Scrubber) -> HTTPHeaders {
        var changes: [Int: String] = [:]
        var size = 0
        for (index, field) in headers.fields.enumerated() {
            size += field.name.utf8.count + field.value.utf8.count
            if let value = change(of: field, scrubber) { changes[index] = value }
        }
        guard !changes.isEmpty || size > headerLimit else { return headers }
        var shown: [HTTPHeaders.Field] = []
        size = 0
        for (index, field) in headers.fields.enumerated() {
            let field = HTTPHeaders.Field(name: Shown.cut(field.name), value: changes[index] ?? field.value)
            size += field.name.utf8.count + field.value.utf8.count
            if size > headerLimit { break }
            shown.append(field)
        }
        return HTTPHeaders(shown)
    }

    /// A field's value, masked as in ``headers(_:_:)``.
    static func value(of field: HTTPHeaders.Field, _ scrubber: Scrubber) -> String {
        change(of: field, scrubber) ?? field.value
    }

    /// The parameters of a form, secret values masked; `refreshToken` stands in the place of the form's own.
    static func form(
        _ body: HTTPBody, purpose: SessionError.Purpose, sending refreshToken: Fingerprint?, _ scrubber: Scrubber
    ) -> String? {
        guard case .bytes(let bytes) = body, !bytes.isEmpty else { return nil }
        let text = String(decoding: bytes.prefix(bodyLimit), as: UTF8.self)
        let shown = pairs(text) { purpose != .token || PublicMembers.ofTokenRequests.contains($0) }
        let form = scrubber.text(shown, limit: bodyLimit)
        guard let refreshToken else { return form }
        return form.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            pair.hasPrefix("refresh_token=") ? "refresh_token=\(SecretNames.dots) \(refreshToken)" : String(pair)
        }
        .joined(separator: "&")
    }

    /// The body of a provider's answer.
    ///
    /// JSON is shown with its secret members masked; of the token endpoint's only what is known to be public is shown.
    /// What is not JSON could hold a secret anywhere: from an endpoint that issues tokens, only its size is shown.
    static func body(_ response: HTTPResponse, purpose: SessionError.Purpose, _ scrubber: Scrubber) -> String? {
        guard !response.body.isEmpty else { return nil }
        if response.body.count <= 64 * bodyLimit, let json = try? JSONValue(parsing: response.body) {
            return Shown.cut(MaskedJSON(purpose, scrubber).mask(json).serialized(), to: bodyLimit)
        }
        switch purpose {
        case .discovery, .keys:
            return scrubber.text(String(decoding: response.body.prefix(bodyLimit), as: UTF8.self), limit: bodyLimit)
        default: return "(\(response.body.count) bytes that are not JSON)"
        }
    }

    /// The body of an API's request or answer, which the caller has.
    static func body(ofAPI body: [UInt8]) -> String {
        let scrubber = Scrubber([])
        if body.count <= 64 * bodyLimit, let json = try? JSONValue(parsing: body) {
            return Shown.cut(MaskedJSON(.request, scrubber).mask(json).serialized(), to: bodyLimit)
        }
        // The cut may be in the middle of a character.
        let part = body.prefix(bodyLimit + 2_048)
        guard !part.contains(0) else { return "(\(body.count) bytes that are not text)" }
        let text = String(decoding: part, as: UTF8.self)
        return scrubber.text(isForm(body) ? pairs(text) : text, limit: bodyLimit)
    }

    private static func isForm(_ body: [UInt8]) -> Bool {
        body.contains(UInt8(ascii: "=")) && !body.contains { $0 <= UInt8(ascii: " ") || $0 == UInt8(ascii: "<") }
    }

    /// The most that the fields of one message are shown with.
    private static let headerLimit = 32_768

    private static func pairs(
        _ text: String, separator: UInt8 = UInt8(ascii: "&"), isPublic: (String) -> Bool = { _ in true }
    ) -> String {
        var shown: [UInt8] = []
        for pair in Array(text.utf8).split(separator: separator, omittingEmptySubsequences: false) {
            if pair.startIndex > 0 { shown.append(separator) }
            guard let end = pair.firstIndex(of: UInt8(ascii: "=")) else {
                shown += pair
                continue
            }
            let name = String(decoding: pair[..<end], as: UTF8.self)
            if SecretNames.contains(name) || !isPublic(FormParameters.decode(name)) {
                shown += pair[...end]
                shown += Array(SecretNames.mask(FormParameters.decode(pair[(end + 1)...]), of: name).utf8)
            } else {
                shown += pair
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// What is shown of a field instead of its value; `nil` for most fields.
    private static func change(of field: HTTPHeaders.Field, _ scrubber: Scrubber) -> String? {
        guard SecretNames.mayContain(fieldName: field.name) else { return scrubber.change(ofHeaderValue: field.value) }
        if field.name.equalsIgnoringCase("Location") {
            return URL(given: field.value).map { scrubber.text(url($0)) } ?? SecretNames.dots
        }
        guard SecretNames.contains(field.name), field.value != "true", field.value != "false" else {
            return scrubber.change(ofHeaderValue: field.value)
        }
        guard field.name.lowercased().hasSuffix("authorization") else { return SecretNames.dots }
        let parts = field.value.split(separator: " ", maxSplits: 1)
        return parts.count == 2
            ? "\(Shown.cut(String(parts[0]), to: 32)) \(SecretNames.mask(parts[1]))" : SecretNames.dots
    }
}

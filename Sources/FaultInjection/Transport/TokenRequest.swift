import SessionCore

/// A request to a token endpoint, recognised by the `grant_type` in its form (RFC 6749 §4.1.3).
struct TokenRequest {
    private static let refreshToken = "refresh_token="

    /// The items of the form, in their encoded form.
    private var items: [Substring]
    private let grantType: Substring

    /// `nil` for every other request.
    init?(_ request: HTTPRequest) {
        guard request.method == "POST", case .bytes(let bytes) = request.body else { return nil }
        let prefix = "grant_type="
        items = String(decoding: bytes, as: UTF8.self).split(separator: "&")
        guard let item = items.first(where: { $0.hasPrefix(prefix) }) else { return nil }
        grantType = item.dropFirst(prefix.count)
    }

    /// The refresh token; `nil` unless the request is a refresh.
    var refreshToken: Secret? {
        get {
            guard grantType == "refresh_token" else { return nil }
            return items.first { $0.hasPrefix(Self.refreshToken) }
                .flatMap { FormParameters(decoding: $0).items.first.map { Secret($0.value) } }
        }
        set {
            guard let newValue, let index = items.firstIndex(where: { $0.hasPrefix(Self.refreshToken) }) else { return }
            items[index] = Self.refreshToken + Substring(FormParameters.encode(newValue.reveal()))
        }
    }

    var body: HTTPBody {
        .text(items.joined(separator: "&"))
    }
}

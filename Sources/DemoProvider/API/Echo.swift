import HTTPServer
import JOSE

/// A request as the API received it.
///
/// Of an `Authorization` value it contains only the scheme and a fingerprint.
struct Echo: Sendable {
    private let request: ServerRequest

    init(_ request: ServerRequest) {
        self.request = request
    }

    var json: JSONObject {
        [
            "method": .string(request.method),
            "path": .string(request.path),
            "query": request.rawQuery.map { .string($0) } ?? .null,
            "headers": .object(
                JSONObject(
                    request.headers.fields.map { field in
                        let isSecret = field.name.lowercased() == "authorization"
                        return (field.name, .string(isSecret ? Self.fingerprint(of: field.value) : field.value))
                    })),
            "body": .string(String(decoding: request.body, as: UTF8.self)),
        ]
    }

    /// `Bearer A3F1`: the scheme and the first four hexadecimal digits of the SHA-256 of the credentials.
    private static func fingerprint(of value: String) -> String {
        let parts = value.split(separator: " ", maxSplits: 1)
        let digest = Digest.sha256.hash(Array((parts.last ?? "").utf8))
        let digits = digest.prefix(2).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        return (parts.count == 2 ? parts[0] + " " : "") + digits.joined()
    }
}

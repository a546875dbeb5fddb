import JOSE
import SessionCore

extension HTTPResponse {
    /// All but the body.
    private static let head = Members(
        {
            HTTPResponse(status: $0, headers: $2, url: $1, redirects: $6, version: $3, timings: $4, connection: $5)
        },
        .needed("status", \.status), .needed("url", \.url), .needed("headers", \.headers),
        .optional("version", \.version), .optional("timings", \.timings), .optional("connection", \.connection),
        .needed("redirects", \.redirects, unless: []), then: [.optional("reason", \.reason)])

    func record(withBody: Bool) -> JSONObject {
        var json = Self.head.record(of: self)
        json.set("body_size", body.count + receivedSize)
        if withBody, !body.isEmpty {
            if let text = String(validating: body, as: UTF8.self) {
                json.set("body", text)
            } else {
                json["body_base64"] = .string(Base64.encode(body))
            }
        }
        return json
    }

    /// Reads an answer; a body that was not recorded counts as received elsewhere.
    init(_ record: Record) throws(RecordFlaw) {
        self = try Self.head.read(record)
        if let text: String = try record.optional("body") {
            body = Array(text.utf8)
        } else if let text: String = try record.optional("body_base64") {
            do { body = try Base64.decode(text) } catch {
                throw RecordFlaw(member: "body_base64", reason: "is not base64")
            }
        } else {
            receivedSize = try record.value("body_size")
        }
    }
}

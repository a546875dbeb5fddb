import JOSE
import SessionCore

extension HTTPResponse {
    func record(withBody: Bool) -> JSONObject {
        var json: JSONObject = ["status": status.recorded, "url": url.recorded]
        json.set("reason", reason)
        json.set("headers", headers)
        json.set("version", version)
        json.set("timings", timings)
        json.set("connection", connection)
        if !redirects.isEmpty { json.set("redirects", redirects) }
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
        self.init(
            status: try record.value("status"), headers: try record.value("headers"), url: try record.value("url"),
            redirects: try record.value("redirects", default: []), version: try record.optional("version"),
            timings: try record.optional("timings"), connection: try record.optional("connection"))
        reason = try record.optional("reason")
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

package import JOSE
package import SessionCore

extension RejectedIDToken: RecordedAsObject {
    /// The header and the claims where the token has them; never the token, which may be valid elsewhere.
    package var record: JSONObject {
        var json: JSONObject = ["reason": reason.recorded, "id_token": fingerprint.recorded]
        if let jws = try? JWS.parse(token.reveal()), let claims = try? jws.payloadObject() {
            json["header"] = .object(jws.header)
            json["claims"] = .object(claims)
        }
        return json
    }

    /// Reads a rejected token, which is without its signature then.
    package init(_ record: Record) throws(RecordFlaw) {
        var parts: [JSONObject] = []
        for name in ["header", "claims"] {
            guard let part: JSONObject = try record.optional(name) else { break }
            parts.append(part)
        }
        let token = parts.count < 2 ? "" : parts.map { Base64URL.encode($0.serialized().utf8) + "." }.joined()
        self.init(
            keeping: Secret(token), fingerprint: try record.value("id_token"), reason: try record.value("reason"))
    }
}

import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// A token is recorded as it can be read, without its signature.
extension TokenReading.Token: RecordedAsObject {
    private enum KindName: String, RecordedByName {
        case access = "access_token"
        case refresh = "refresh_token"
        case identity = "id_token"
    }

    var record: JSONObject {
        let kind: KindName =
            switch kind {
            case .access: .access
            case .refresh: .refresh
            case .identity: .identity
            }
        var json: JSONObject = ["token": kind.recorded]
        json.append(contents.record)
        json.set("obtained_at", obtainedAt)
        json.append(expiry.record)
        json.set("trust", trust)
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        let kind: TokenKind =
            switch try record.value("token", as: KindName.self) {
            case .access: .access
            case .refresh: .refresh
            case .identity: .identity
            }
        self.init(
            kind: kind, contents: try TokenContents(record), obtainedAt: try record.optional("obtained_at"),
            expiry: try TokenExpiry(record), trust: try record.optional("trust"))
    }
}

extension TokenContents: RecordedAsObject {
    private enum FormName: String, RecordedByName { case jwt, encrypted, cut, opaque, unreadable }

    var record: JSONObject {
        var json: JSONObject = ["fingerprint": fingerprint.recorded, "size": size.recorded]
        switch form {
        case .jwt(let contents):
            json.set("form", FormName.jwt)
            json["header"] = .object(contents.header)
            json["claims"] = .object(contents.claims)
        case .encrypted(let header):
            json.set("form", FormName.encrypted)
            json["header"] = .object(header)
        case .cut(let token):
            json.set("form", FormName.cut)
            json["header"] = .object(token.header)
            if let claims = token.claims { json["claims"] = .object(claims) }
            json.set("parts", token.parts)
        case .opaque: json.set("form", FormName.opaque)
        case .unreadable(let reason):
            json.set("form", FormName.unreadable)
            json.set("reason", reason)
        }
        return json
    }

    init(_ record: Record) throws(RecordFlaw) {
        func object(_ name: String) throws(RecordFlaw) -> JSONObject {
            let value: JSONValue = try record.value(name)
            guard let object = value.object else { throw RecordFlaw(member: name, reason: "is not an object") }
            return object
        }
        let form: Form =
            switch try record.value("form", as: FormName.self) {
            case .jwt: .jwt(JWTContents(header: try object("header"), claims: try object("claims")))
            case .encrypted: .encrypted(header: try object("header"))
            case .cut:
                .cut(
                    CutToken(
                        header: try object("header"), claims: (try record.optional("claims") as JSONValue?)?.object,
                        parts: try record.value("parts")))
            case .opaque: .opaque
            case .unreadable: .unreadable(try record.value("reason"))
            }
        self.init(fingerprint: try record.value("fingerprint"), size: try record.value("size"), form: form)
    }
}

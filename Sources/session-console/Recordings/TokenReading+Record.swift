import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore

/// A token is recorded as it can be read, without its signature.
extension TokenReading.Token: RecordedByMembers {
    static let members = Members(
        Self.init(kind:contents:obtainedAt:expiry:trust:), .needed("token", \.kind), .inline(\.contents),
        .optional("obtained_at", \.obtainedAt), .inline(\.expiry), .optional("trust", \.trust))
}

extension TokenKind: RecordedByListedName {
    var recordedName: String {
        switch self {
        case .access: "access_token"
        case .refresh: "refresh_token"
        case .identity: "id_token"
        }
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
        let form: Form =
            switch try record.value("form", as: FormName.self) {
            case .jwt: .jwt(JWTContents(header: try record.value("header"), claims: try record.value("claims")))
            case .encrypted: .encrypted(header: try record.value("header"))
            case .cut:
                .cut(
                    CutToken(
                        header: try record.value("header"), claims: try record.optional("claims"),
                        parts: try record.value("parts")))
            case .opaque: .opaque
            case .unreadable: .unreadable(try record.value("reason"))
            }
        self.init(fingerprint: try record.value("fingerprint"), size: try record.value("size"), form: form)
    }
}

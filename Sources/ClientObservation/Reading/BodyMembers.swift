import JOSE
import SessionHTTP

/// The members of a body in whichever encoding it has, by the names of the RFCs.
///
/// `refreshToken` is `refresh_token` in another spelling, in which AWS and many an app's own server write it; so are
/// the members of an object in it.
enum BodyMembers {
    private static let standard = [
        "access_token", "refresh_token", "id_token", "token_type", "expires_in", "grant_type", "client_id",
        "client_secret", "code_verifier", "redirect_uri", "device_code", "user_code",
    ]
    private static let names = Dictionary(
        uniqueKeysWithValues: standard.map { ($0.replacing("_", with: ""), $0) } + [("authflow", "grant_type")])

    /// A JSON object, whatever its type says; `nil` for any other body.
    static func ofJSON(_ body: [UInt8]) -> JSONObject? {
        // RFC 8259 §8.1: a byte order mark may be ignored.
        let text = body.dropFirst(body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        guard text.first(where: { $0 > UInt8(ascii: " ") }) == UInt8(ascii: "{"),
            let object = (try? JSONValue(parsing: text))?.object
        else { return nil }
        return named(object) { $0.object.map { .object(named($0) { $0 }) } ?? $0 }
    }

    private static func named(_ object: JSONObject, inner: (JSONValue) -> JSONValue) -> JSONObject {
        JSONObject(object.members.map { (name($0.name), inner($0.value)) })
    }

    private static func name(_ name: String) -> String {
        let isOther = name.utf8.contains { $0 < UInt8(ascii: "_") }
        return isOther ? names[name.lowercased().replacing("_", with: "")] ?? name : name
    }
}

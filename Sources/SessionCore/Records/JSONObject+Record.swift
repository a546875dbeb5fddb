import FoundationEssentials
import JOSE

/// The members of a stored record, each of which may be missing or of another kind.
extension JSONObject {
    func string(_ name: String) throws(SessionRecord.Fault) -> String {
        guard let value = self[name]?.string else { throw .damaged("\(name) is missing") }
        return value
    }

    /// A token, of the characters that tokens have: others could write on a terminal, or begin another header field.
    func token(_ name: String) throws(SessionRecord.Fault) -> Secret {
        let text = try string(name)
        guard text.isVSCHAR else {
            throw .damaged("\(name) contains characters that no token may contain")
        }
        return Secret(text)
    }

    /// A number that counts something: far enough from the ends of `Int` for any arithmetic with it.
    func count(_ name: String) throws(SessionRecord.Fault) -> Int {
        guard let value = self[name]?.int else { throw .damaged("\(name) is missing") }
        guard (0...1 << 53).contains(value) else { throw .damaged("\(name) is out of range") }
        return value
    }

    func object(_ name: String) throws(SessionRecord.Fault) -> JSONObject {
        guard let value = self[name]?.object else { throw .damaged("\(name) is missing") }
        return value
    }

    func objects(_ name: String) throws(SessionRecord.Fault) -> [JSONObject] {
        try (self[name]?.array ?? []).map { item throws(SessionRecord.Fault) in
            guard let object = item.object else { throw .damaged("\(name) is not an object") }
            return object
        }
    }

    func owner() throws(SessionRecord.Fault) -> RecordOwner {
        RecordOwner(issuer: try string("issuer"), clientID: try string("client_id"))
    }

    func seconds(_ name: String) throws(SessionRecord.Fault) -> Double {
        // Beyond this no lifetime makes sense, and arithmetic with it could overflow.
        guard let value = self[name]?.double, abs(value) < 1e11 else {
            throw .damaged("\(name) is missing")
        }
        return value
    }

    /// Any time that a claim can hold, and no other.
    func date(_ name: String) throws(SessionRecord.Fault) -> Date {
        guard let date = self[name].flatMap(JWTClaims.time) else { throw .damaged("\(name) is missing") }
        return date
    }
}

extension JSONValue {
    static func seconds(_ value: Double) -> JSONValue {
        JSONNumber(value).map { .number($0) } ?? .null
    }

    /// Seconds since 1970.
    static func date(_ date: Date) -> JSONValue { seconds(date.timeIntervalSince1970) }
}

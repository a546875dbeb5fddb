public import FoundationEssentials
import JOSE

extension UserInfo {
    /// The claims as a value, such as a type of one's own with `name` and `email_verified`.
    ///
    /// Throws what the decoder throws: a `DecodingError`. What ``Session/fetchUserInfo()`` returns has every claim
    /// whole; in an event or ``SessionStatus/userInfo`` long ones are cut.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        let object = JSONValue.object(JSONObject(claims.map { ($0.name, $0.json) }))
        return try decoder.decode(type, from: Data(object.serialized().utf8))
    }
}

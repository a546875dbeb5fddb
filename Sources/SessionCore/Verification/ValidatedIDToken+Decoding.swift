public import FoundationEssentials
import JOSE

extension ValidatedIDToken {
    /// The claims of the token as a value: those of OpenID Connect Core §2 and whatever else the provider put there.
    ///
    /// Throws what the decoder throws: a `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        let claims = try JWT.parse(token.reveal()).claims.object
        return try decoder.decode(type, from: Data(JSONValue.object(claims).serialized().utf8))
    }
}

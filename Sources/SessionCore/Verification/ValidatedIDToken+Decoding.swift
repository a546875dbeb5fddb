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

extension Session {
    /// The ID token of the present session as it was validated; `nil` where the provider gave none, or nobody is signed
    /// in.
    ///
    /// Its claims were checked when it came (OpenID Connect Core §3.1.3.7, §12.2); it may have expired since, which says
    /// nothing about the session.
    public var idToken: ValidatedIDToken? { machine.active?.credentials.idToken }
}

public import FoundationEssentials
import JOSE

extension ProviderMetadata {
    /// The members that have no property here as a value: a type of one's own, such as one with
    /// `service_documentation`.
    ///
    /// They are known while this process has read them from the provider; the store does not keep them. Throws what the
    /// decoder throws: a `DecodingError`.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(JSONValue.object(more).serialized().utf8))
    }
}

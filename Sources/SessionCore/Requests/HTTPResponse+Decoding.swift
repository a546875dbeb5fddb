public import FoundationEssentials

extension HTTPResponse {
    /// The JSON body of a successful answer as a value.
    ///
    /// Throws ``SessionError/server(status:during:retryAfter:reason:)`` unless the status is 2xx, and what the decoder
    /// throws: a `DecodingError`, for a body that is not JSON as well. The body is decoded as it was received.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard isSuccess else {
            throw SessionError.server(status: status, during: .request, retryAfter: retryAfter(now: Date()))
        }
        return try decoder.decode(type, from: Data(body))
    }
}

extension AuthorizedResponse {
    /// The JSON body of a successful answer as a value: see ``HTTPResponse/decode(_:by:)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try response.decode(type, by: decoder)
    }
}

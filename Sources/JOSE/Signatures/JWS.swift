/// A signed token in compact serialisation (RFC 7515 §7.1), taken apart.
///
/// Nothing about it is trusted before `verify`.
package struct JWS: Sendable, Hashable {
    /// The header's members in order.
    package let header: JSONObject
    /// The `alg` member, as written.
    package let algorithmName: String
    /// The `kid` member.
    package let keyID: String?
    /// The `typ` member, as written.
    package let type: String?
    package let payload: [UInt8]
    package let signature: [UInt8]
    /// What the signature is over: the first two parts as written, with their dot (RFC 7515 §5.1).
    package let signingInput: [UInt8]

    /// The algorithm if it is one that is known here; `none` is not.
    package var algorithm: JWSAlgorithm? { JWSAlgorithm(rawValue: algorithmName) }
}

extension JWS {
    /// Takes a token apart; throws a ``JOSEError`` that names the part at fault.
    ///
    /// A token with `alg` `none` can be looked at; it never verifies.
    package static func parse(_ compact: some StringProtocol) throws(JOSEError) -> JWS {
        let text = Array(compact.utf8)
        let dot = UInt8(ascii: ".")
        let parts = text.split(separator: dot, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .notCompact(parts: text.count { $0 == dot } + 1) }
        func decode(_ index: Int, _ part: JOSEError.Part) throws(JOSEError) -> [UInt8] {
            guard let bytes = Base64Codec.urlSafe.decode(parts[index]) else { throw .notBase64URL(part) }
            return bytes
        }
        let header = try JSONObject(part: .header, bytes: try decode(0, .header))
        guard let algorithm = try header.headerString("alg") else { throw .missing(.headerMember("alg")) }
        return JWS(
            header: header, algorithmName: algorithm, keyID: try header.headerString("kid"),
            type: try header.headerString("typ"), payload: try decode(1, .payload),
            signature: try decode(2, .signature), signingInput: Array(text[..<parts[1].endIndex]))
    }

    /// The payload as the claims of a JWT: an object without repeated names (RFC 7519 §4).
    package func payloadObject() throws(JOSEError) -> JSONObject {
        try JSONObject(part: .payload, bytes: payload)
    }
}

extension JSONObject {
    fileprivate init(part: JOSEError.Part, bytes: [UInt8]) throws(JOSEError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes, repeatedNames: .refused) } catch { throw .notJSON(part, error) }
        guard let object = value.object else { throw .wrongType(part, expected: "a JSON object") }
        self = object
    }

    fileprivate func headerString(_ name: String) throws(JOSEError) -> String? {
        guard let value = self[name] else { return nil }
        guard let string = value.string else { throw .wrongType(.headerMember(name), expected: "a string") }
        return string
    }
}

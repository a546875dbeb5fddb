extension JOSEError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notBase64URL(let part): "\(part) is not base64url without padding."
        case .notBase64(let part): "\(part) is not base64."
        case .notCompact(parts: 5): "The token has five parts: it is encrypted (JWE), which is not supported."
        case .notCompact(let parts): "The token has \(parts) part\(parts == 1 ? "" : "s"); a signed token has three."
        case .notJSON(let part, let error): "\(part) is not valid JSON: \(error)."
        case .missing(let part): "\(part) is missing."
        case .wrongType(let part, let expected), .invalid(let part, let expected): "\(part) must be \(expected)."
        case .wrongLength(let part, let bytes, let expected): "\(part) has \(bytes) bytes instead of \(expected)."
        case .unsupported(let part, let value): "\(part) is \(quoted(value)), which is not supported."
        case .algorithmNotAllowed(let algorithm):
            "The token is signed with \(algorithm.rawValue), which is not allowed."
        case .unsuitableKey(let member, let value, let needed):
            "The key's \"\(member)\" is \(quoted(value)), but must be \(quoted(needed))."
        case .keyTooShort(let bits, let minimum): "The key has \(bits) bits, but needs at least \(minimum)."
        case .noPrivateKey: "The key has no private part to sign with."
        case .keyPairMismatch: "The key's private part does not belong to its public part."
        case .invalidSignature: "The signature does not match the key, the header and the payload."
        case .noRandomness: "The system provides no random bytes."
        case .openSSL(let reason): "OpenSSL failed: \(reason)."
        }
    }

    private func quoted(_ text: String) -> String { JSONValue.string(text).serialized() }
}

extension JOSEError.Part: CustomStringConvertible {
    package var description: String {
        switch self {
        case .text: "The text"
        case .header: "The token's header"
        case .payload: "The token's payload"
        case .signature: "The token's signature"
        case .key: "The key"
        case .keySet: "The key set"
        case .pem: "The PEM file"
        case .headerMember(let name): "\"\(name)\" in the token's header"
        case .claim(let name): "The claim \"\(name)\""
        case .keyMember(let name): "\"\(name)\" in the key"
        }
    }
}

extension JWK {
    /// Reads a JWK; throws a ``JOSEError`` that names the member at fault.
    package init(parsing bytes: some Collection<UInt8>) throws(JOSEError) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes, repeatedNames: .refused) } catch { throw .notJSON(.key, error) }
        guard let object = value.object else { throw .wrongType(.key, expected: "a JSON object") }
        try self.init(json: object)
    }

    /// Reads a JWK; throws a ``JOSEError`` that names the member at fault.
    package init(json object: JSONObject) throws(JOSEError) {
        if let name = object.repeatedName { throw .invalid(.keyMember(name), expected: "there only once") }
        let members = KeyMembers(object: object)
        keyID = try members.string("kid")
        use = try members.string("use")
        algorithm = try members.string("alg")
        operations = try Self.operations(object["key_ops"])
        let type = try members.requiredString("kty")
        switch type {
        case RSAKey.type: material = .rsa(try RSAKey(members))
        case ECKey.type: material = .ec(try ECKey(members))
        case Ed25519Key.type: material = .ed25519(try Ed25519Key(members))
        case SymmetricKey.type: material = .symmetric(try SymmetricKey(members))
        default: throw .unsupported(.keyMember("kty"), value: type)
        }
        _ = try evpKey()
    }

    /// The key's members; symmetric keys have no public ones beside their type.
    package func json(includingPrivate: Bool) -> JSONObject {
        var object: JSONObject = ["kty": .string(keyType)]
        object["kid"] = keyID.map(JSONValue.string)
        object["use"] = use.map(JSONValue.string)
        object["key_ops"] = operations.map { .array($0.map(JSONValue.string)) }
        object["alg"] = algorithm.map(JSONValue.string)
        object["crv"] = curve.map(JSONValue.string)
        for (name, bytes) in parameters(includingPrivate: includingPrivate) {
            object[name] = .string(Base64URL.encode(bytes))
        }
        return object
    }

    /// Names the key by the SHA-256 of its required public members (RFC 7638 §3), as base64url.
    package var thumbprint: String {
        let isSymmetric = keyType == SymmetricKey.type
        var members = parameters(includingPrivate: isSymmetric).map { ($0, JSONValue.string(Base64URL.encode($1))) }
        members.append(("kty", .string(keyType)))
        if let curve { members.append(("crv", .string(curve))) }
        members.sort { $0.0 < $1.0 }
        return Base64URL.encode(Digest.sha256.hash(Array(JSONObject(members).serialized().utf8)))
    }

    private func parameters(includingPrivate: Bool) -> [(String, [UInt8])] {
        switch material {
        case .rsa(let key): key.members(includingPrivate: includingPrivate)
        case .ec(let key): key.members(includingPrivate: includingPrivate)
        case .ed25519(let key): key.members(includingPrivate: includingPrivate)
        case .symmetric(let key): includingPrivate ? [("k", key.bytes)] : []
        }
    }

    private static func operations(_ value: JSONValue?) throws(JOSEError) -> [String]? {
        guard let value else { return nil }
        guard let operations = value.strings else {
            throw .wrongType(.keyMember("key_ops"), expected: "an array of strings")
        }
        guard Set(operations).count == operations.count else {
            throw .invalid(.keyMember("key_ops"), expected: "without repetition")
        }
        return operations
    }
}

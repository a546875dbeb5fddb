import COpenSSL

/// An Ed25519 key (RFC 8037 §2).
struct Ed25519Key: Sendable, Hashable {
    static let type = "OKP"
    static let curve = "Ed25519"
    static let byteCount = 32

    let x: [UInt8]
    let secret: [UInt8]?

    var isPrivate: Bool { secret != nil }

    var publicKey: Ed25519Key { Ed25519Key(x: x, secret: nil) }
}

extension Ed25519Key {
    init(_ members: KeyMembers) throws(JOSEError) {
        let curve = try members.requiredString("crv")
        guard curve == Self.curve else { throw .unsupported(.keyMember("crv"), value: curve) }
        x = try members.bytes("x", count: Self.byteCount)
        secret = members.has("d") ? try members.bytes("d", count: Self.byteCount) : nil
    }

    init(privateKey key: borrowing EVPKey) throws(JOSEError) {
        x = try key.rawPublicKey()
        secret = try key.rawPrivateKey()
    }

    func members(includingPrivate: Bool) -> [(String, [UInt8])] {
        let open = [("x", x)]
        guard includingPrivate, let secret else { return open }
        return open + [("d", secret)]
    }

    func evpKey() throws(JOSEError) -> EVPKey {
        guard let secret else {
            return try EVPKey(made: EVP_PKEY_new_raw_public_key_ex(nil, Self.curve, nil, x, x.count))
        }
        let key = try EVPKey(made: EVP_PKEY_new_raw_private_key_ex(nil, Self.curve, nil, secret, secret.count))
        guard try key.rawPublicKey() == x else { throw .keyPairMismatch }
        return key
    }
}

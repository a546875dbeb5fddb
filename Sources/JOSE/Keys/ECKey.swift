import COpenSSL

/// A key on one of the NIST curves (RFC 7518 §6.2); all numbers have their curve's full length.
struct ECKey: Sendable, Hashable {
    static let type = "EC"

    enum Curve: String, CaseIterable {
        case p256 = "P-256"
        case p384 = "P-384"
        case p521 = "P-521"

        /// The length of a coordinate, and of each half of a signature.
        var byteCount: Int {
            switch self {
            case .p256: 32
            case .p384: 48
            case .p521: 66
            }
        }

        /// What OpenSSL calls the curve in keys that it has made itself.
        var groupName: String {
            switch self {
            case .p256: "prime256v1"
            case .p384: "secp384r1"
            case .p521: "secp521r1"
            }
        }
    }

    let curve: Curve
    let x: [UInt8]
    let y: [UInt8]
    let secret: [UInt8]?

    var isPrivate: Bool { secret != nil }

    var publicKey: ECKey { ECKey(curve: curve, x: x, y: y, secret: nil) }
}

extension ECKey {
    init(_ members: KeyMembers) throws(JOSEError) {
        let name = try members.requiredString("crv")
        guard let curve = Curve(rawValue: name) else { throw .unsupported(.keyMember("crv"), value: name) }
        self.curve = curve
        x = try members.coordinate("x", byteCount: curve.byteCount)
        y = try members.coordinate("y", byteCount: curve.byteCount)
        secret = members.has("d") ? try members.bytes("d", count: curve.byteCount) : nil
    }

    init(privateKey key: borrowing EVPKey) throws(JOSEError) {
        let name = try key.text(OSSL_PKEY_PARAM_GROUP_NAME)
        guard let curve = Curve.allCases.first(where: { $0.groupName == name }) else {
            throw .unsupported(.keyMember("crv"), value: name)
        }
        self.curve = curve
        x = try key.integer(OSSL_PKEY_PARAM_EC_PUB_X, byteCount: curve.byteCount)
        y = try key.integer(OSSL_PKEY_PARAM_EC_PUB_Y, byteCount: curve.byteCount)
        secret = try key.integer(OSSL_PKEY_PARAM_PRIV_KEY, byteCount: curve.byteCount)
    }

    func members(includingPrivate: Bool) -> [(String, [UInt8])] {
        let open = [("x", x), ("y", y)]
        guard includingPrivate, let secret else { return open }
        return open + [("d", secret)]
    }

    /// OpenSSL checks that the point is on the curve.
    func evpKey() throws(JOSEError) -> EVPKey {
        let uncompressedPoint: [UInt8] = [4]
        var parameters = try KeyParameters()
        try parameters.add(OSSL_PKEY_PARAM_GROUP_NAME, text: curve.groupName)
        try parameters.add(OSSL_PKEY_PARAM_PUB_KEY, octets: uncompressedPoint + x + y)
        if let secret { try parameters.add(OSSL_PKEY_PARAM_PRIV_KEY, integer: secret) }
        return try parameters.makeKey(type: Self.type, isPrivate: isPrivate)
    }
}

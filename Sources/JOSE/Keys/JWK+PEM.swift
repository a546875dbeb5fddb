extension JWK {
    /// Reads the first private key of a PEM text (PKCS #8, PKCS #1 or SEC 1).
    ///
    /// Throws where there is none, where it is encrypted, or where its type is none of RSA, EC and Ed25519.
    package init(pem text: some StringProtocol, keyID: String? = nil) throws(JOSEError) {
        self.init(
            keyID: keyID, use: "sig", operations: nil, algorithm: nil, material: try Material(pem: Array(text.utf8)))
    }
}

extension JWK.Material {
    fileprivate init(pem bytes: [UInt8]) throws(JOSEError) {
        guard let key = EVPKey(pem: bytes) else {
            throw .invalid(.pem, expected: "a private key that is not encrypted")
        }
        if key.isA(RSAKey.type) {
            self = .rsa(try RSAKey(privateKey: key))
        } else if key.isA(ECKey.type) {
            self = .ec(try ECKey(privateKey: key))
        } else if key.isA(Ed25519Key.curve) {
            self = .ed25519(try Ed25519Key(privateKey: key))
        } else {
            throw .unsupported(.pem, value: key.typeName)
        }
    }
}

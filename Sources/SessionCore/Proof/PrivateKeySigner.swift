import JOSE

/// A private key with the algorithm it signs by.
struct PrivateKeySigner: Sendable {
    let key: JWK
    let algorithm: JWSAlgorithm

    /// Throws where the PEM holds no private key or the algorithm does not fit it.
    init(pem: Secret, keyID: String?, algorithm name: String?) throws(JOSEError) {
        key = try JWK(pem: pem.reveal(), keyID: keyID)
        guard key.isPrivate else { throw .noPrivateKey }
        if let name {
            guard let algorithm = JWSAlgorithm(rawValue: name) else {
                throw .unsupported(.headerMember("alg"), value: name)
            }
            self.algorithm = algorithm
        } else {
            algorithm = key.usualAlgorithm
        }
        // Signs once, so that a misfit is an error of the configuration and not of a sign-in.
        _ = try sign([:], type: "JWT")
    }

    /// A JWT of these claims, its header with `typ` and whatever else is given.
    func sign(_ claims: JSONObject, type: String, header: JSONObject = [:]) throws(JOSEError) -> String {
        var header = header
        header["typ"] = .string(type)
        return try JWS.sign(
            payload: Array(claims.serialized().utf8), key: key, algorithm: algorithm, header: header)
    }
}

extension JWK {
    /// The algorithm that fits the curve, and RS256 for RSA, which every provider knows (OpenID Connect Core §15.1).
    fileprivate var usualAlgorithm: JWSAlgorithm {
        switch (keyType, curve) {
        case ("EC", "P-384"): .es384
        case ("EC", "P-521"): .es512
        case ("EC", _): .es256
        case ("OKP", _): .edDSA
        default: .rs256
        }
    }
}

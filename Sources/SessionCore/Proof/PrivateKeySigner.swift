import JOSE

/// A private key, here or elsewhere, with the algorithm it signs by.
struct PrivateKeySigner: Sendable {
    let key: JWK
    let algorithm: JWSAlgorithm
    /// Has the private half where it is elsewhere.
    private let signer: (any Signer)?

    init(_ key: ClientKey) throws(JOSEError) {
        try self.init(pem: key.pem, keyID: key.keyID, algorithm: key.algorithm, remote: key.remote)
    }

    init(_ key: ProofKey) throws(JOSEError) {
        try self.init(pem: key.pem, keyID: nil, algorithm: key.algorithm, remote: key.remote)
    }

    /// Throws where there is no private key or the algorithm does not fit it.
    private init(
        pem: Secret, keyID: String?, algorithm name: String?, remote: RemoteKey?
    ) throws(JOSEError) {
        if let remote {
            guard let publicKey = try JWK(parsing: remote.publicJWK.utf8).publicKey else {
                throw .invalid(.key, expected: "a public key")
            }
            key = publicKey
        } else {
            key = try JWK(pem: pem.reveal(), keyID: keyID)
            guard key.isPrivate else { throw .noPrivateKey }
        }
        signer = remote?.signer
        if let name = name ?? key.algorithm {
            guard let algorithm = JWSAlgorithm(rawValue: name) else {
                throw .unsupported(.headerMember("alg"), value: name)
            }
            self.algorithm = algorithm
        } else {
            algorithm = key.usualAlgorithm
        }
        // Signs once where it can, so that a misfit is an error of the configuration and not of a sign-in.
        if signer == nil {
            _ = try JWS.sign(payload: [], key: key, algorithm: algorithm)
        } else {
            _ = try JWS.signingInput(payload: [], key: key, algorithm: algorithm)
        }
    }

    /// A JWT of these claims, its header with `typ` and whatever else is given.
    ///
    /// Throws ``JOSEError``, and what a ``Signer`` throws.
    nonisolated(nonsending) func sign(
        _ claims: JSONObject, type: String, header: JSONObject = [:]
    ) async throws -> String {
        var header = header
        header["typ"] = .string(type)
        let payload = Array(claims.serialized().utf8)
        guard let signer else {
            return try JWS.sign(payload: payload, key: key, algorithm: algorithm, header: header)
        }
        let input = try JWS.signingInput(payload: payload, key: key, algorithm: algorithm, header: header)
        let signature = try await signer.sign(Array(input.utf8), algorithm: algorithm.rawValue)
        return try JWS.signed(input, by: key, algorithm: algorithm, signature: signature)
    }
}

extension SessionError {
    /// Why a message could not be signed with the key of a setting.
    init(ofSigning error: any Error, _ setting: ClientSetting, during purpose: Purpose) {
        self =
            switch error {
            case let error as JOSEError: .invalidConfiguration(setting: setting, reason: error.clause)
            case is CancellationError where Task.isCancelled: .cancelled
            default: .transport(.invalidRequest("its signer failed: \(error)"), during: purpose)
            }
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

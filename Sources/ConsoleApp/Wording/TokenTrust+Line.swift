package import SessionCore

extension TokenTrust {
    /// The answer to a request to verify a token's signature.
    func notice(of token: Fingerprint) -> Notice {
        switch self {
        case .verified: Notice(.good, "\(token) \(line)")
        case .failed: Notice(.bad, "\(token) \(line)")
        case .notChecked:
            Notice(.warning, "\(token) \(line)", advice: "'session-console inspect --jwks' takes keys from elsewhere")
        }
    }

    /// The trust in words.
    package var line: String {
        switch self {
        case .verified(let algorithm, let keyID):
            "verified: \(algorithm)" + (keyID.map { " by the key \($0)" } ?? "")
        case .failed(let reason): "failed: \(reason)"
        case .notChecked(let reason): "not checked: \(reason)"
        }
    }
}

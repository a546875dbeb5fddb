package import SessionCore

extension TokenTrust {
    /// The answer to a request to verify a token's signature, which keys from elsewhere may verify.
    func notice(of token: Fingerprint, hasOtherKeys: Bool) -> Notice {
        let advice = hasOtherKeys ? "'session-console inspect --jwks' takes keys from elsewhere" : nil
        return switch self {
        case .verified: Notice(.good, "\(token) \(line)", of: token)
        case .failed: Notice(.bad, "\(token) \(line)", of: token)
        case .notChecked: Notice(.warning, "\(token) \(line)", advice: advice, of: token)
        }
    }

    /// Whether a check was made.
    var isVerdict: Bool {
        if case .notChecked = self { false } else { true }
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

package import SessionCore

extension TokenTrust {
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

import ConsoleKit
import JOSE
package import SessionCore

extension TokenTrust {
    /// The answer to a request to verify a token's signature, with the command that takes other keys for its algorithm.
    func notice(of token: Fingerprint, algorithmName: String?) -> Notice {
        let command = "session-console inspect --jwks FILE"
        let advice: String? =
            if let algorithmName, JWSAlgorithm(rawValue: algorithmName) == nil {
                nil
            } else if let algorithmName, ClientConfiguration.symmetricAlgorithms.contains(algorithmName) {
                "its key: '\(command) --alg \(algorithmName)'"
            } else {
                "'\(command)' takes keys from elsewhere"
            }
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

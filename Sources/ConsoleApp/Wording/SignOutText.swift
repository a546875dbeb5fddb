package import SessionCore

/// The revocation of a signed-out session's tokens, in words.
package struct SignOutText: Sendable, Hashable {
    private let revocations: [TokenRevocation]

    package init(_ revocations: [TokenRevocation]) {
        self.revocations = revocations
    }

    /// Whether the provider has revoked all of them.
    package var isRevoked: Bool { !revocations.isEmpty && revocations.allSatisfy { $0.outcome == .revoked } }

    /// Whether a revocation is still to be sent.
    package var isPending: Bool { revocations.contains { if case .pending = $0.outcome { true } else { false } } }

    /// Why the provider has not revoked all of them, as the end of a sentence.
    package var reason: String? {
        guard let first = revocations.first(where: { $0.outcome != .revoked }) else { return nil }
        return first.outcome.reason
    }

    /// The outcome as a sentence.
    package var sentence: String {
        if isRevoked { return "Signed out, and the tokens are revoked." }
        guard let reason else { return "Signed out." }
        let rest = isPending ? "revoked later" : "live until they expire"
        if isAsFarAsOffered {
            return
                "Signed out, and the refresh token is revoked; the provider does not revoke access tokens: this one "
                + "lives until it expires."
        }
        if revocations.contains(where: { $0.outcome == .revoked }) {
            let kept = revocations.filter { $0.outcome != .revoked }.map(\.kind.words).joined(separator: " and ")
            return "Signed out, but the \(kept) is \(isPending ? "revoked later" : "not revoked"): \(reason)."
        }
        return "Signed out here only: \(reason); the tokens \(isPending ? "will be " : "")\(rest)."
    }

    /// Whether the refresh token is revoked, and the provider revokes no access tokens.
    private var isAsFarAsOffered: Bool {
        revocations.allSatisfy { revocation in
            switch revocation.outcome {
            case .revoked: true
            case .refused(let error): revocation.kind == .access && error.isOfUnsupportedTokenType
            case .notOffered, .pending: false
            }
        } && revocations.contains { $0.kind == .refresh }
    }

    /// The outcome as a warning, if not all tokens are revoked that the provider revokes.
    var warning: String? {
        guard reason != nil, !isAsFarAsOffered else { return nil }
        return String(sentence.dropLast())
    }
}

extension TokenRevocation.Outcome {
    /// Why the token is not revoked; `nil` if it is.
    package var reason: String? {
        switch self {
        case .revoked: nil
        case .notOffered: "the provider has no revocation endpoint"
        case .refused(let error) where error.isOfUnsupportedTokenType: "the provider does not revoke such tokens"
        case .refused(let error): "the provider refuses to revoke (\(error))"
        case .pending(let error): "the revocation failed (\(error))"
        }
    }
}

extension TokenRevocation.Kind {
    fileprivate var words: String {
        switch self {
        case .access: "access token"
        case .refresh: "refresh token"
        }
    }
}

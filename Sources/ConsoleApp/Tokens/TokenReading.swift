package import FoundationEssentials
package import SessionCore

/// What is written in the tokens that the session holds, with what the session knows of them.
package struct TokenReading: Sendable {
    package struct Token: Sendable {
        package var kind: TokenKind
        package var contents: TokenContents
        package var obtainedAt: Date?
        package var expiry: TokenExpiry
        package var trust: TokenTrust?

        package init(
            kind: TokenKind, contents: TokenContents, obtainedAt: Date? = nil, expiry: TokenExpiry,
            trust: TokenTrust? = nil
        ) {
            self.kind = kind
            self.contents = contents
            self.obtainedAt = obtainedAt
            self.expiry = expiry
            self.trust = trust
        }
    }

    package var tokens: [Token] = []

    package init(tokens: [Token]) { self.tokens = tokens }

    /// Reads the tokens of a session at one moment; tokens that the status does not know yet are left without times.
    package init(access: Secret, refresh: Secret?, idToken: Secret?, status: SessionStatus) {
        add(access, .access, status.accessToken)
        if let refresh { add(refresh, .refresh, status.refreshToken) }
        guard let idToken else { return }
        let known = status.idToken.flatMap { $0.fingerprint == idToken.fingerprint ? $0 : nil }
        tokens.append(
            Token(
                kind: .identity, contents: TokenContents(idToken),
                expiry: known?.expiresAt.map { .at($0, .claim) } ?? .unknown, trust: known?.trust))
    }

    private mutating func add(_ secret: Secret, _ kind: TokenKind, _ status: TokenStatus?) {
        let contents = TokenContents(secret)
        let known = status.flatMap { $0.fingerprint == contents.fingerprint ? $0 : nil }
        tokens.append(
            Token(kind: kind, contents: contents, obtainedAt: known?.obtainedAt, expiry: known?.expiry ?? .unknown))
    }
}

import SessionCore

/// A session that the doctor signed in itself.
///
/// It is not stored, so an experiment may end it.
struct OwnSession: Sendable {
    /// The newest tokens.
    var tokens: TokenResponse
    /// The refresh token to use next: the newest that came.
    var refreshToken: Secret?
    let requestedScope: [String]?
    /// What the sign-in brought.
    let grantedScope: [String]?
    let idToken: ValidatedIDToken?

    init(_ result: SignInResult) {
        tokens = result.tokens
        refreshToken = result.tokens.refreshToken
        requestedScope = result.requestedScope
        grantedScope = result.tokens.scope ?? result.requestedScope
        idToken = result.idToken
    }

    /// A session whose ID token was not looked at.
    init(_ tokens: TokenResponse, requestedScope: [String]) {
        self.init(SignInResult(tokens: tokens, idToken: nil, requestedScope: requestedScope))
    }

    /// The values of a scope that an answer's scope lacks, and that no token of the session proves.
    func missing(of scope: [String], in granted: [String]) -> [String] {
        var status = SessionStatus()
        (status.requestedScope, status.scope) = (scope, granted)
        status.refreshToken = refreshToken.map {
            TokenStatus(fingerprint: $0.fingerprint, obtainedAt: tokens.requestedAt, expiry: .unknown)
        }
        status.idToken = idToken.map {
            IDTokenStatus(fingerprint: $0.token.fingerprint, expiresAt: $0.expiresAt, trust: $0.trust)
        }
        return status.missingScope
    }

    /// Takes the tokens of a refresh.
    mutating func take(_ response: TokenResponse) {
        tokens = response
        refreshToken = response.refreshToken ?? refreshToken
    }
}

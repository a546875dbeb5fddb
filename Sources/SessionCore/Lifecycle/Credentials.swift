import FoundationEssentials

/// The tokens of one session at one moment.
struct Credentials: Sendable, Equatable {
    var access: Secret
    /// When it was requested: its lifetime counts from here.
    var accessObtainedAt: Date
    var accessLifetime: Duration?
    /// The end of its life by ``SessionClock/uptime``; `nil` where the provider did not say.
    var accessEnd: Duration?
    /// When it arrived, by ``SessionClock/uptime``.
    var accessArrivedAt: Duration
    /// When a server rejected it, or a person declared it expired; it is never used again.
    var accessRejectedAt: Duration?
    /// Whether it was a person who did, and no server.
    var isAccessDeclaredExpired = false
    /// Whether a refresh returned it: another refresh then returns nothing better.
    var isAccessRefreshed = false
    /// When userinfo accepted it after an API had rejected it, by ``SessionClock/uptime``.
    var accessVouchedAt: Duration?
    var refresh: Secret?
    var refreshObtainedAt: Date
    var refreshLifetime: RefreshTokenLifetime?
    /// The end of its life by ``SessionClock/uptime``, as far as the provider said; it is sent all the same.
    var refreshEnd: Duration?
    /// The end of what the user allowed, as far as the provider said.
    var grantEnd: ClockReading?
    var idToken: ValidatedIDToken?
    /// As the provider said it.
    var scope: [String]?
    /// What the sign-in asked for.
    var requestedScope: [String]?
    /// Why the refresh token may be invalid; `nil` for a new one.
    var suspicion: SessionSuspicion?
    /// How far the provider's clock was ahead when it issued them; `nil` where that is not known.
    var clockSkew: Duration?
    /// Whether the sign-in's own request gets the next tokens, because it needs no person.
    var isRepeatable = false
}

extension Credentials {
    /// Whether userinfo is for them, as far as is known (OpenID Connect Core §5.3.1).
    var isOfOpenID: Bool {
        guard idToken == nil, let requestedScope else { return true }
        return (requestedScope + (scope ?? [])).contains("openid")
    }

    /// The tokens of a sign-in: nothing of an earlier session is kept.
    init(_ result: SignInResult, arrivedAt: Duration) {
        let tokens = result.tokens
        self.init(
            access: tokens.accessToken, accessObtainedAt: tokens.requestedAt, accessLifetime: tokens.expiresIn,
            accessEnd: tokens.expiresIn.map { tokens.requestedAtUptime + $0 }, accessArrivedAt: arrivedAt,
            refresh: tokens.refreshToken, refreshObtainedAt: tokens.requestedAt,
            refreshLifetime: tokens.refreshLifetime, refreshEnd: tokens.refreshEnd, grantEnd: tokens.grantEnd,
            idToken: result.idToken, scope: tokens.scope, requestedScope: result.requestedScope)
    }

    /// The session's tokens after a refresh; what the response leaves out stays (RFC 6749 §6).
    func refreshed(by tokens: TokenResponse, idToken newIDToken: ValidatedIDToken?, arrivedAt: Duration) -> Credentials
    {
        let rotated = rotated(by: tokens)
        return Credentials(
            access: tokens.accessToken, accessObtainedAt: tokens.requestedAt, accessLifetime: tokens.expiresIn,
            accessEnd: tokens.expiresIn.map { tokens.requestedAtUptime + $0 }, accessArrivedAt: arrivedAt,
            isAccessRefreshed: true, refresh: rotated.refresh, refreshObtainedAt: rotated.refreshObtainedAt,
            refreshLifetime: rotated.refreshLifetime, refreshEnd: rotated.refreshEnd, grantEnd: rotated.grantEnd,
            idToken: newIDToken ?? idToken, scope: tokens.scope ?? scope, requestedScope: requestedScope,
            isRepeatable: isRepeatable)
    }

    /// The tokens with the new refresh token alone, which must not be lost even where the rest of the response is
    /// unusable.
    func rotated(by tokens: TokenResponse) -> Credentials {
        var rotated = self
        rotated.grantEnd = tokens.grantEnd ?? grantEnd
        if let refresh = tokens.refreshToken {
            rotated.refresh = refresh
            rotated.refreshObtainedAt = tokens.requestedAt
            rotated.refreshLifetime = tokens.refreshLifetime
            rotated.refreshEnd = tokens.refreshEnd
            rotated.suspicion = nil
        }
        return rotated
    }
}

extension Credentials {
    /// How long an access token that had expired on arrival is used: a refresh returns nothing better.
    private static let grace = Duration.seconds(2)

    /// A token with a shorter life is refreshed by its next use only; otherwise an idle program would refresh for ever.
    private static let shortestAhead = Duration.seconds(30)

    /// How long userinfo's word for the access token counts against an API's: it may be revoked a moment later.
    private static let vouchingLimit = Duration.seconds(60)

    var isAccessRejected: Bool { accessRejectedAt != nil }

    /// Whether there is something to get the next tokens with.
    var isRenewable: Bool { refresh != nil || isRepeatable }

    /// Whether userinfo has accepted the access token lately, so that an API's 401 is about the API.
    func isAccessVouched(at uptime: Duration) -> Bool {
        accessVouchedAt.map { uptime < $0 + Self.vouchingLimit } ?? false
    }

    /// Whether the access token has ended for certain.
    func isExpired(at uptime: Duration) -> Bool {
        isAccessRejected || accessEnd.map { $0 <= uptime } ?? false
    }

    /// Why it is not refreshed ahead of its use; `nil` where it lives long enough for that.
    var refreshDeferral: RefreshDeferral? {
        guard isRenewable, let accessEnd, let accessLifetime else { return nil }
        let left = accessEnd - accessArrivedAt
        if left <= .zero { return .arrivedExpired }
        if accessLifetime < Self.shortestAhead { return .shortLived(accessLifetime) }
        // The time that the answer took does not make a token of 30 s a short-lived one; a very slow answer does.
        return left < Self.shortestAhead / 2 ? .shortLived(left) : nil
    }

    /// Until when the access token is used without a refresh, by ``SessionClock/uptime``; `nil` means until it is
    /// rejected.
    ///
    /// The margin is at most a fifth of the lifetime, and what a caller asks for at most four fifths: a token that
    /// lives shorter than that would be refreshed on every call.
    func usableUntil(margin: Duration, minimumValidity: Duration?) -> Duration? {
        if isAccessRejected { return .zero }
        guard let accessEnd, let accessLifetime else { return nil }
        guard isRenewable else { return accessEnd }
        let reserve = minimumValidity.map { min($0, accessLifetime * 4 / 5) } ?? min(margin, accessLifetime / 5)
        let end = accessEnd - reserve
        return isAccessRefreshed && end <= accessArrivedAt ? accessArrivedAt + Self.grace : end
    }
}

extension TokenResponse {
    /// The end of the refresh token's life by ``SessionClock/uptime``.
    fileprivate var refreshEnd: Duration? { refreshLifetime.map { requestedAtUptime + $0.duration } }

    fileprivate var grantEnd: ClockReading? {
        authorizationLifetime.map { ClockReading(requestedAt.addingTimeInterval($0.seconds), requestedAtUptime + $0) }
    }
}

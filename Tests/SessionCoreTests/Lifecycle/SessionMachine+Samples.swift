import FoundationEssentials

@testable import SessionCore

/// The moment at which the tests of the machine sign in.
let signedInAt = Duration.seconds(1_000)

extension TokenResponse {
    /// Tokens that were asked for at ``signedInAt`` plus `delay`.
    static func sample(
        access: String = "A1", lifetime: Duration? = .seconds(60), refresh: String? = "R1",
        refreshLifetime: Duration? = nil, scope: [String]? = nil, after delay: Duration = .zero,
        providerDate: Date? = nil
    ) -> TokenResponse {
        TokenResponse(
            accessToken: Secret(access), expiresIn: lifetime, refreshToken: refresh.map { Secret($0) },
            refreshLifetime: refreshLifetime.map { RefreshTokenLifetime(duration: $0, source: .refreshExpiresIn) },
            scope: scope, requestedAt: .sample(after: delay), requestedAtUptime: signedInAt + delay,
            providerDate: providerDate)
    }
}

extension Date {
    /// The wall clock's time at ``signedInAt`` plus `delay`.
    static func sample(after delay: Duration = .zero) -> Date {
        Date(timeIntervalSince1970: 1_767_225_600 + delay / .seconds(1))
    }
}

extension ClockReading {
    /// Both clocks at ``signedInAt`` plus `delay`, the wall clock after it was set ahead.
    static func sample(after delay: Duration = .zero, jump: Duration = .zero) -> ClockReading {
        ClockReading(.sample(after: delay + jump), signedInAt + delay)
    }
}

extension Credentials {
    static func sample(_ tokens: TokenResponse = .sample(), idToken: ValidatedIDToken? = nil) -> Credentials {
        Credentials(SignInResult(tokens: tokens, idToken: idToken), arrivedAt: tokens.requestedAtUptime)
    }
}

extension ValidatedIDToken {
    static func sample(_ subject: String) -> ValidatedIDToken {
        ValidatedIDToken(
            token: Secret("id-token-of-\(subject)"), trust: .verified(algorithm: "RS256", keyID: "k1"),
            issuer: "https://issuer.example", subject: subject, expiresAt: .sample(after: .seconds(60)),
            authenticatedAt: nil)
    }
}

extension SessionMachine {
    /// A machine with the default margin of 30 s and no session.
    static func signedOut(_ end: SessionEnd = .signedOut) -> SessionMachine {
        var machine = SessionMachine(margin: .seconds(30), policy: .refreshThenForceLogout)
        machine.adoptAbsence(end)
        return machine
    }

    /// A machine whose first session has these tokens.
    static func signedIn(
        _ tokens: TokenResponse = .sample(), subject: String? = nil,
        policy: UnauthorizedPolicy = .refreshThenForceLogout
    ) -> SessionMachine {
        var machine = SessionMachine(margin: .seconds(30), policy: policy)
        machine.adoptAbsence(.noStoredSession)
        _ = machine.begin(.sample("one", tokens, subject: subject))
        return machine
    }

    /// Begins a refresh of the present session at ``signedInAt``.
    mutating func started(_ trigger: RefreshTrigger, cause: Int? = nil) throws -> RefreshFlight {
        guard let flight = startFlight(trigger, cause: cause, at: signedInAt) else { throw SessionError.noSession }
        return flight
    }

    /// Lets a refresh fail, so that the next one has to wait.
    mutating func failRefresh(at uptime: Duration, retryAfter: Duration? = nil) {
        guard let flight = startFlight(.expired, cause: nil, at: uptime) else { return }
        _ = endFlight(flight)
        _ = recordRefreshFailure(
            flight, .server(status: 503, during: .token, retryAfter: retryAfter), at: uptime)
    }
}

extension SessionMachine.Active {
    static func sample(
        _ id: String, _ tokens: TokenResponse = .sample(), subject: String? = nil
    ) -> SessionMachine.Active {
        SessionMachine.Active(
            id: id, start: .signedIn(flow: "given"), flow: "given", credentials: .sample(tokens), subject: subject,
            revision: 0, wasStored: false)
    }
}

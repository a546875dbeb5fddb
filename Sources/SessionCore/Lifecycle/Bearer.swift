/// An access token as a request carries it, with all that is needed to judge the answer.
final class Bearer: Sendable, Equatable {
    let generation: Int
    let token: Secret
    let fingerprint: Fingerprint
    /// The `Authorization` field (RFC 6750 §2.1, RFC 9449 §7.1).
    let field: Secret
    /// The field as it may be shown.
    let maskedField: String
    /// The end of the token's life by ``SessionClock/uptime``; `nil` where unknown.
    let end: Duration?
    /// Until when it is used without asking the session's actor; `nil` where unknown.
    private let usableUntil: Duration?
    /// When it came, by ``SessionClock/uptime``.
    let arrivedAt: Duration
    /// The event that brought it, where that was a refresh.
    let refresh: Int?

    init(generation: Int, credentials: Credentials, margin: Duration, refresh: Int?, scheme: TokenScheme) {
        self.generation = generation
        self.refresh = refresh
        token = credentials.access
        fingerprint = credentials.access.fingerprint
        field = Secret("\(scheme.rawValue) \(credentials.access.reveal())")
        maskedField = "\(scheme.rawValue) •••• \(fingerprint)"
        end = credentials.accessEnd
        arrivedAt = credentials.accessArrivedAt
        usableUntil = credentials.usableUntil(margin: margin, minimumValidity: nil)
    }

    static func == (one: Bearer, other: Bearer) -> Bool { one === other }

    /// Whether these credentials would make the same one.
    func isOf(_ credentials: Credentials, margin: Duration) -> Bool {
        token == credentials.access && end == credentials.accessEnd && arrivedAt == credentials.accessArrivedAt
            && usableUntil == credentials.usableUntil(margin: margin, minimumValidity: nil)
    }

    /// Whether its life is over by the session's own clock.
    func hasEnded(at uptime: Duration) -> Bool { end.map { $0 <= uptime } ?? false }

    func isUsable(at uptime: Duration) -> Bool { usableUntil.map { uptime < $0 } ?? true }
}

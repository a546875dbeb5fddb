package import FoundationEssentials
package import SessionCore

extension SessionStatus {
    /// How inexact a time of the provider is by our clock: it has whole seconds, and the skew is known to half of one.
    private static let inexactness: TimeInterval = 1.5

    /// A time in a token by our clock.
    ///
    /// It counts in the provider's time (RFC 7519 §2). Where that is not to be told from the end of the access token by
    /// `expires_in`, both are the same moment: clocks beside each other agree.
    package func localTime(_ date: Date) -> Date {
        guard case .at(let end, let source) = accessToken?.expiry, source == .expiresIn else { return byOurClock(date) }
        return localTime(date, near: end)
    }

    /// A moment in local time, where the token ends at another moment than the access token.
    func localTime(_ date: Date, near end: Date) -> Date {
        let local = byOurClock(date)
        return abs(end.timeIntervalSince(local)) <= Self.inexactness ? end : local
    }

    private func byOurClock(_ date: Date) -> Date { date.addingTimeInterval(-((clockSkew ?? .zero) / .seconds(1))) }
}

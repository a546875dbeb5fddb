import FoundationEssentials

/// The provider's wall clock, with an offset that a switch sets.
struct ProviderClock: Sendable {
    let base: @Sendable () -> Date
    var offset = Duration.zero

    var now: Date { base() + offset.seconds }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }

    /// Whole seconds for `expires_in`, `interval` and `Retry-After`; a fraction is rounded up.
    var wholeSeconds: Int {
        Int(seconds.rounded(.up))
    }
}

extension Date {
    /// Seconds since 1970 as a NumericDate, without a fraction (RFC 7519 §2).
    var numericDate: Int { Int(timeIntervalSince1970.rounded(.down)) }
}

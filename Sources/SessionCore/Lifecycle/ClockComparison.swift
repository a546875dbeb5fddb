import FoundationEssentials

/// How far the provider's clock is ahead of ours by the `Date` field of an answer, whatever ours is set to later.
struct ClockComparison: Sendable {
    private let skew: Duration
    private let measured: ClockReading

    /// Compares the clocks; `nil` where the answer has no date.
    init?(_ response: TokenResponse, answeredAt answered: ClockReading, before: ClockComparison?) {
        guard let providerDate = response.providerDate else { return nil }
        // The wall clock may have been set since the request.
        let requestedAt = ClockReading(response.requestedAt, response.requestedAtUptime).time(by: answered)
        // The field is cut to whole seconds; what it says was true somewhere between the request and its answer.
        let least = Duration.seconds(providerDate.timeIntervalSince(answered.time))
        let most = Duration.seconds(providerDate.addingTimeInterval(1).timeIntervalSince(requestedAt))
        // A slow answer proves little: what was known before stays where it fits.
        let known = [before?.skew(at: answered) ?? .zero, .zero].first { least <= $0 && $0 <= most }
        (skew, measured) = (known ?? (least + most) / 2, answered)
    }

    /// The difference at a later moment: a wall clock that was set meanwhile changes it by as much.
    func skew(at moment: ClockReading) -> Duration { skew - measured.jump(until: moment) }
}

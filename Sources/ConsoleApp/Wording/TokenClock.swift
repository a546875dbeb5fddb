import FoundationEssentials
import SessionCore

/// How a token stands at one moment: computed from its times for every frame, never counted down.
struct TokenClock: Sendable, Equatable {
    /// Seconds left, negative when it is over; `nil` where nobody said when it ends.
    let secondsLeft: Double?
    /// The part of its life that is left, where its beginning is known too.
    let fraction: Double?

    init(_ token: TokenStatus, now: Date) {
        if case .at(let end, _) = token.expiry {
            self.init(end: end, obtainedAt: token.obtainedAt, now: now)
        } else {
            self.init(end: nil, obtainedAt: nil, now: now)
        }
    }

    init(end: Date?, obtainedAt: Date?, now: Date) {
        secondsLeft = end.map { $0.timeIntervalSince(now) }
        let life = end.flatMap { end in obtainedAt.map { end.timeIntervalSince($0) } }
        fraction =
            if let secondsLeft, let life, life > 0 {
                min(max(0, secondsLeft / life), 1)
            } else {
                nil
            }
    }

    /// The fraction rounded up to a whole number of steps: a bar that moves too finely costs bytes every second.
    func fraction(inStepsOf steps: Int) -> Double? {
        fraction.map { steps > 0 ? ($0 * Double(steps)).rounded(.up) / Double(steps) : $0 }
    }

    var isOver: Bool { secondsLeft.map { $0 <= 0 } ?? false }

    /// Less than a fifth is left.
    var isNearEnd: Bool { fraction.map { $0 < 0.2 } ?? false }

    /// `expires in 00:47`, `expired 42 s ago`, `expiry unknown`.
    var words: String {
        guard let secondsLeft else { return "expiry unknown" }
        if secondsLeft > 0 { return "expires in \(DurationText.countdown(seconds: Int(secondsLeft.rounded(.up))))" }
        let over = Int((-secondsLeft).rounded(.down))
        return over < 1 ? "expired just now" : "expired \(DurationText.short(seconds: over)) ago"
    }

    static func countdown(to date: Date, from now: Date) -> String {
        DurationText.countdown(seconds: Int(date.timeIntervalSince(now).rounded(.up)))
    }
}

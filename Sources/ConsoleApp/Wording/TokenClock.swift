import FoundationEssentials
import SessionCore

/// How a token stands at one moment: computed from its times for every frame, never counted down.
struct TokenClock: Sendable, Equatable {
    /// Seconds left, negative when it is over; `nil` where nobody said when it ends.
    let secondsLeft: Double?
    /// The part of its life that is left, where its beginning is known too.
    let fraction: Double?
    /// The part that is left when the token is due to be refreshed.
    let dueFraction: Double?

    /// What a token asks for: said by a word beside its bar, and by the bar's colour.
    enum Stage: Sendable, Equatable {
        case fresh, due, low, ending

        /// Empty where nothing is to be said.
        var word: String {
            switch self {
            case .fresh: ""
            case .due: "due"
            case .low: "low"
            case .ending: "ends"
            }
        }
    }

    init(_ token: TokenStatus, dueAt: Date? = nil, now: Date) {
        if case .at(let end, _) = token.expiry {
            self.init(end: end, obtainedAt: token.obtainedAt, dueAt: dueAt, now: now)
        } else {
            self.init(end: nil, obtainedAt: nil, now: now)
        }
    }

    init(end: Date?, obtainedAt: Date?, dueAt: Date? = nil, now: Date) {
        secondsLeft = end.map { $0.timeIntervalSince(now) }
        let life = end.flatMap { end in obtainedAt.map { end.timeIntervalSince($0) } }
        dueFraction =
            if let end, let dueAt, let life, life > 0 {
                min(max(0, end.timeIntervalSince(dueAt) / life), 1)
            } else {
                nil
            }
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

    var stage: Stage {
        guard let fraction, !isOver else { return .fresh }
        if fraction < 0.1 { return .ending }
        if let dueFraction { return fraction <= dueFraction ? .due : .fresh }
        return isNearEnd ? .low : .fresh
    }

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

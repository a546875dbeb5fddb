import FoundationEssentials
import SessionCore

/// A token's remaining validity: computed from its times for every frame, not counted down.
struct TokenClock: Sendable, Equatable {
    /// Seconds left, negative after its expiry; `nil` if its expiry is unknown.
    let secondsLeft: Double?
    /// The fraction of its lifetime that is left, if its beginning is known too.
    let fraction: Double?
    /// The fraction that is left when the token is due to be refreshed.
    let dueFraction: Double?
    /// Whether it was over when it began.
    let hadNoTime: Bool

    /// The urgency of a refresh, shown by a word beside the token's bar and by the bar's colour.
    enum Urgency: Sendable, Equatable {
        case fresh, due, low, ending

        /// The word beside the bar; empty for a fresh token.
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
        // Lifetimes are whole seconds (RFC 6749 §4.2.2); of one that was stored some milliseconds may be left.
        hadNoTime = life.map { $0 < 0.5 } ?? false
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

    var urgency: Urgency {
        guard let fraction, !isOver else { return .fresh }
        if fraction < 0.1 { return .ending }
        if let dueFraction { return fraction <= dueFraction ? .due : .fresh }
        return isNearEnd ? .low : .fresh
    }

    /// Less than a fifth is left.
    var isNearEnd: Bool { fraction.map { $0 < 0.2 } ?? false }

    /// `expires in 00:47`, `expired 42 s ago`, `expired on arrival`, `expiry unknown`.
    var words: String { words(past: "expired") }

    /// The time that is left, with another word for what has happened to the token.
    func words(past: String) -> String {
        guard let secondsLeft else { return "expiry unknown" }
        if secondsLeft > 0 { return "expires in \(DurationText.countdown(seconds: Int(secondsLeft.rounded(.up))))" }
        if hadNoTime { return "\(past) on arrival" }
        let over = Int((-secondsLeft).rounded(.down))
        return "\(past) " + (over < 1 ? "just now" : "\(DurationText.short(seconds: over)) ago")
    }

    /// The time as a countdown in its last two minutes, before that in whole minutes: what ticks is sent each second.
    static func calm(to date: Date, from now: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now).rounded(.up))
        return seconds > 120 ? DurationText.short(seconds: seconds) : DurationText.countdown(seconds: seconds)
    }

    static func countdown(to date: Date, from now: Date) -> String {
        DurationText.countdown(seconds: Int(date.timeIntervalSince(now).rounded(.up)))
    }
}

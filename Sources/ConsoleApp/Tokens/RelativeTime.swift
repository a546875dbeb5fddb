package import FoundationEssentials
package import JOSE
package import SessionCore

/// A time in a token, relative to now.
package struct RelativeTime: Sendable {
    package let date: Date
    package let now: Date

    package init(date: Date, now: Date) {
        self.date = date
        self.now = now
    }

    /// The time of a NumericDate (RFC 7519 §2); `nil` for any other value.
    package static func date(_ value: JSONValue) -> Date? { JWTClaims.time(value) }

    /// The seconds until the time; negative if it is past.
    package var distance: Double { date.timeIntervalSince(now) }

    /// `expires in 47 s`, `expired 2 min ago`.
    package func text(_ phrases: MemberGlossary.TimePhrases) -> String {
        distance > 0 ? "\(phrases.ahead) \(amount)" : "\(phrases.past) \(amount) ago"
    }

    /// The distance in its largest unit, and from an hour on in the next one too: `47 s`, `2 min`, `3 h 5 min`.
    ///
    /// What is left is rounded up and what is past down, as clocks are that count down.
    package var amount: String {
        let seconds = Int(distance.magnitude.rounded(distance > 0 ? .up : .down))
        if (60..<3600).contains(seconds) { return "\(seconds / 60) min" }
        return seconds < 1 ? "0 s" : Duration.seconds(seconds).inWords
    }

    /// `2026-11-21 12:04:31 UTC`.
    package var utc: String {
        date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
    }
}

extension SessionStatus {
    /// `this grant ends in 29 d`; `nil` where the provider does not say.
    package func grantEnd(now: Date) -> String? {
        grantEndsAt.map {
            RelativeTime(date: $0, now: now)
                .text(MemberGlossary.TimePhrases(ahead: "this grant ends in", past: "this grant ended"))
        }
    }
}

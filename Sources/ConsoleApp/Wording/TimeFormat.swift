package import FoundationEssentials
import SessionCore

/// How times are shown.
enum TimeFormat: String, Sendable, CaseIterable {
    case local = "local time"
    case utc = "UTC"
    case relative = "time ago"

    var next: TimeFormat {
        switch self {
        case .local: .utc
        case .utc: .relative
        case .relative: .local
        }
    }
}

/// Times as text; the text depends on the format, the present time and the local offset.
struct TimeText: Sendable {
    var format: TimeFormat
    var now: Date
    var secondsFromUTC: Int

    /// Whether both show the same moment in the same words.
    func isAlike(_ other: TimeText) -> Bool {
        format == other.format && secondsFromUTC == other.secondsFromUTC
    }

    /// `12:04:31.877`, `12:04:31.877Z` or `42 s ago`; never wider than twelve columns, apart from UTC's `Z`.
    func moment(_ date: Date) -> String {
        switch format {
        case .local: Self.timeOfDay(date, secondsFromUTC: secondsFromUTC, withMilliseconds: true)
        case .utc: Self.timeOfDay(date, secondsFromUTC: 0, withMilliseconds: true) + "Z"
        case .relative: ago(date)
        }
    }

    /// A moment, on another day than the present one with its date: `2026-11-24 12:03:31`.
    func momentOnDay(_ date: Date) -> String {
        let day = "2026-11-21".count
        let text = self.date(date)
        return format == .relative || text.prefix(day) == self.date(now).prefix(day) ? moment(date) : text
    }

    /// `12:04:31`, local unless the format is UTC.
    func clock(_ date: Date, withMilliseconds: Bool = false) -> String {
        format == .utc
            ? Self.timeOfDay(date, secondsFromUTC: 0, withMilliseconds: withMilliseconds) + "Z"
            : Self.timeOfDay(date, secondsFromUTC: secondsFromUTC, withMilliseconds: withMilliseconds)
    }

    /// `12:04:31`, `12:04:31Z` or `42 s ago`, for lists; never wider than ``briefWidth``.
    func brief(_ date: Date) -> String { format == .relative ? ago(date) : clock(date) }

    var briefWidth: Int {
        switch format {
        case .local: 8
        case .utc: 9
        case .relative: 10
        }
    }

    /// `since 12:04:31`, `since 12:04:31Z` or `began 42 s ago`.
    func beginning(_ date: Date) -> String { format == .relative ? "began \(ago(date))" : "since \(clock(date))" }

    /// `just now`, `3 s ago`, `2 min ago`; a time in the future, as after a clock's jump, counts as now.
    func ago(_ date: Date) -> String {
        let seconds = Int(now.timeIntervalSince(date).rounded(.down))
        return seconds < 1 ? "just now" : "\(DurationText.short(seconds: seconds)) ago"
    }

    /// Like ``ago(_:)`` in steps of ten seconds after the first ten: for text that is always visible, so that an idle
    /// screen hardly changes.
    func agoCoarsely(_ date: Date) -> String {
        let seconds = Int(now.timeIntervalSince(date).rounded(.down))
        guard (10..<60).contains(seconds) else { return ago(date) }
        return "\(DurationText.short(seconds: seconds / 10 * 10)) ago"
    }

    /// `2026-11-21 12:04:31`, `2026-11-21 12:04:31Z`, `in 47 s` or `42 s ago`.
    func date(_ date: Date) -> String {
        switch format {
        case .local: Self.dateAndTime(date, secondsFromUTC: secondsFromUTC)
        case .utc: Self.dateAndTime(date)
        case .relative:
            date > now ? "in \(DurationText.short(seconds: Int(date.timeIntervalSince(now).rounded(.up))))" : ago(date)
        }
    }

    /// `2026-11-21 12:04:31Z`.
    static func dateAndTime(_ date: Date) -> String { dateAndTime(date, secondsFromUTC: 0) + "Z" }

    private static func dateAndTime(_ date: Date, secondsFromUTC: Int) -> String {
        let total = Int(date.timeIntervalSince1970.rounded(.down)) + secondsFromUTC
        let civil = civilDate(daysSince1970: total.floorDivided(by: 86_400))
        let time = timeOfDay(date, secondsFromUTC: secondsFromUTC, withMilliseconds: false)
        return "\(padded(civil.year, 4))-\(padded(civil.month))-\(padded(civil.day)) \(time)"
    }

    private static func timeOfDay(_ date: Date, secondsFromUTC: Int, withMilliseconds: Bool) -> String {
        let milliseconds = Int((date.timeIntervalSince1970 * 1000).rounded()) + secondsFromUTC * 1000
        let rest = milliseconds - milliseconds.floorDivided(by: 86_400_000) * 86_400_000
        let seconds = rest / 1000
        let text = "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        return withMilliseconds ? "\(text).\(padded(rest % 1000, 3))" : text
    }

    /// The proleptic Gregorian date of a day number, counted in years that begin in March.
    private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension Date {
    /// `12:04:31.877`, in UTC, rounded as on the screens.
    package var utcClock: String {
        String(TimeText(format: .utc, now: self, secondsFromUTC: 0).moment(self).dropLast())
    }

    /// `12:04:31` by local time, on another day than the present one with its date.
    package func localClock(now: Date, secondsFromUTC: Int) -> String {
        let time = TimeText(format: .local, now: now, secondsFromUTC: secondsFromUTC)
        return time.date(self).hasPrefix(time.date(now).prefix("2026-11-21".count)) ? time.clock(self) : time.date(self)
    }
}

extension Int {
    fileprivate func floorDivided(by divisor: Int) -> Int {
        self >= 0 ? self / divisor : (self + 1) / divisor - 1
    }
}

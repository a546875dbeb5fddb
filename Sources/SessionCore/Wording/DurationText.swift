/// Lengths of time as text: minutes begin after 60 seconds everywhere, so that times beside each other agree.
package enum DurationText {
    /// A countdown: `00:47`, `1:02:03`, `9 d 04 h`; a negative time counts as zero.
    package static func countdown(seconds: Int) -> String {
        let seconds = max(0, seconds)
        if seconds >= 86_400 { return "\(seconds / 86_400) d \(padded(seconds / 3600 % 24)) h" }
        let minutes = "\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        return seconds >= 3600 ? "\(seconds / 3600):\(minutes)" : minutes
    }

    /// The largest unit alone: `47 s`, `12 min`, `3 h`, `9 d`.
    package static func short(seconds: Int) -> String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    package static func short(_ duration: Duration) -> String {
        short(seconds: Int(duration.components.seconds))
    }

    /// The time that is left, which is never called shorter than it is, as in a ``countdown(seconds:)``.
    package static func left(_ duration: Duration) -> String {
        short(seconds: Int((duration / .seconds(1)).rounded(.up)))
    }

    /// How long something took: `0.4 ms`, `12.1 ms`, `381 ms`, `1.24 s`, `2 min 5 s`.
    package static func measured(_ duration: Duration) -> String {
        let microseconds = Int(duration / .microseconds(1))
        switch microseconds {
        case ..<50: return "less than 0.1 ms"
        case ..<99_950: return decimal((microseconds + 50) / 100, digits: 1) + " ms"
        case ..<999_500: return "\((microseconds + 500) / 1000) ms"
        case ..<60_000_000: return decimal((microseconds + 5000) / 10_000, digits: 2) + " s"
        default: return "\(microseconds / 60_000_000) min \(microseconds / 1_000_000 % 60) s"
        }
    }

    /// A lifetime, which is seldom rounded: `60 s`, `1 min 30 s`, `10 min`.
    package static func lifetime(seconds: Int) -> String {
        seconds <= 60 ? "\(seconds) s" : Duration.seconds(seconds).inWords
    }

    /// A difference of clocks: `+0.2s`, `-37s`, `+1min15s`.
    package static func skew(_ duration: Duration) -> String {
        let tenths = Int((duration / .milliseconds(100)).rounded())
        let sign = tenths < 0 ? "-" : "+"
        let size = abs(tenths)
        return size >= 100
            ? "\(sign)\(Duration.seconds(size / 10).inWords.filter { $0 != " " })" : "\(sign)\(size / 10).\(size % 10)s"
    }

    /// A number counted in units of its last digit.
    private static func decimal(_ number: Int, digits: Int) -> String {
        let base = digits == 1 ? 10 : 100
        return "\(number / base).\(padded(number % base, digits))"
    }

    private static func padded(_ number: Int, _ digits: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

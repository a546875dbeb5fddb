import FoundationEssentials

/// A moment in the Gregorian calendar, as `{{$datetime}}` writes it.
struct DateText {
    private let date: Date
    /// How far its clock is ahead of UTC, in seconds.
    private let offset: Int
    private let civil: Civil

    init(_ date: Date, offset: Int = 0) {
        self.date = date
        self.offset = offset
        civil = Civil(date.timeIntervalSince1970 + Double(offset))
    }

    private static let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// `rfc1123`, `iso8601`, or a format of tokens such as `YYYY-MM-DD HH:mm:ss`; `[text]` stands for itself.
    func text(_ format: String) throws(Remark.Matter) -> String {
        switch format {
        case "rfc1123": return filled("ddd, DD MMM YYYY HH:mm:ss ") + (offset == 0 ? "GMT" : filled("ZZ"))
        case "iso8601": return filled("YYYY-MM-DD[T]HH:mm:ss.SSS") + (offset == 0 ? "Z" : filled("Z"))
        default:
            guard !format.isEmpty, format.utf8.count <= 256 else {
                throw .badDynamic("$datetime", expected: "a format of at most 256 characters")
            }
            return filled(format)
        }
    }

    private func filled(_ format: String) -> String {
        var text = ""
        var rest = format[...]
        while let first = rest.first {
            if first == "[", let end = rest.firstIndex(of: "]") {
                text += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else {
                let run = rest.prefix { $0 == first }
                let (value, length) = token(run)
                text += value
                rest = rest.dropFirst(length)
            }
        }
        return text
    }

    /// What the longest token at the beginning of a run of one letter stands for, and its length.
    private func token(_ run: Substring) -> (String, Int) {
        for length in stride(from: min(4, run.count), to: 0, by: -1) {
            if let value = value(of: run.prefix(length)) { return (value, length) }
        }
        return (String(run), run.count)
    }

    private func value(of token: Substring) -> String? {
        switch token {
        case "YYYY": Self.padded(civil.year, 4)
        case "YY": Self.padded(civil.year % 100, 2)
        case "MMMM": Self.months[civil.month - 1]
        case "MMM": String(Self.months[civil.month - 1].prefix(3))
        case "MM": Self.padded(civil.month, 2)
        case "M": "\(civil.month)"
        case "DD": Self.padded(civil.day, 2)
        case "D": "\(civil.day)"
        case "dddd": Self.days[civil.weekday]
        case "ddd": String(Self.days[civil.weekday].prefix(3))
        case "d": "\(civil.weekday)"
        case "HH": Self.padded(civil.hour, 2)
        case "H": "\(civil.hour)"
        case "hh": Self.padded((civil.hour + 11) % 12 + 1, 2)
        case "h": "\((civil.hour + 11) % 12 + 1)"
        case "mm": Self.padded(civil.minute, 2)
        case "m": "\(civil.minute)"
        case "ss": Self.padded(civil.second, 2)
        case "s": "\(civil.second)"
        case "SSS": Self.padded(civil.millisecond, 3)
        case "A": civil.hour < 12 ? "AM" : "PM"
        case "a": civil.hour < 12 ? "am" : "pm"
        case "ZZ": zone("")
        case "Z": zone(":")
        case "X": "\(Int64(date.timeIntervalSince1970.rounded(.down)))"
        case "x": "\(Int64((date.timeIntervalSince1970 * 1000).rounded(.down)))"
        default: nil
        }
    }

    private func zone(_ separator: String) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + Self.padded(minutes / 60, 2) + separator + Self.padded(minutes % 60, 2)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = "\(number)"
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// The moment so many units later; `nil` where the unit is unknown or the year beyond 9999.
    static func date(_ number: Int, _ unit: String, after date: Date) -> Date? {
        let seconds: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]
        let months = ["M": 1, "Q": 3, "y": 12]
        var time = date.timeIntervalSince1970
        if let scale = seconds[unit] {
            time += Double(number) * scale
        } else if let scale = months[unit] {
            time = Civil(time).adding(months: number.multipliedReportingOverflow(by: scale).partialValue, to: time)
        } else {
            return nil
        }
        return abs(time) < 250_000_000_000 ? Date(timeIntervalSince1970: time) : nil
    }
}

/// Year, month, day and time of day in the Gregorian calendar.
private struct Civil {
    let year: Int, month: Int, day: Int, weekday: Int
    let hour: Int, minute: Int, second: Int, millisecond: Int

    init(_ seconds: Double) {
        let milliseconds = Int((seconds * 1000).rounded(.down))
        let days = (milliseconds - Self.remainder(milliseconds, 86_400_000)) / 86_400_000
        let time = Self.remainder(milliseconds, 86_400_000)
        (hour, minute, second, millisecond) = (
            time / 3_600_000, time / 60_000 % 60, time / 1000 % 60, time % 1000
        )
        weekday = Self.remainder(days + 4, 7)
        (year, month, day) = Self.date(days)
    }

    private static func remainder(_ number: Int, _ divisor: Int) -> Int {
        let remainder = number % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }

    /// The date of a day counted from 1970-01-01, by eras of 400 years that begin on 1 March.
    private static func date(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let dayOfEra = remainder(shifted, 146_097)
        let era = (shifted - dayOfEra) / 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let yearOfEra = remainder(year, 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return (year - yearOfEra) / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - 719_468
    }

    /// That time of day so many months later, on the month's last day where it has no such day.
    func adding(months: Int, to seconds: Double) -> Double {
        let all = year * 12 + month - 1 + months
        let newMonth = Self.remainder(all, 12) + 1
        let newYear = (all - newMonth + 1) / 12
        guard (0...9999).contains(newYear) else { return .infinity }
        let first = Self.days(newYear, newMonth, 1)
        let next = newMonth == 12 ? Self.days(newYear + 1, 1, 1) : Self.days(newYear, newMonth + 1, 1)
        let day = first + min(day, next - first) - 1
        return seconds + Double(day - Self.days(year, month, self.day)) * 86_400
    }
}

package import FoundationEssentials
package import JOSE

/// A time in UTC as RFC 3339 §5.6 writes it, exact to the nanosecond.
///
/// A `Date` of this century is less exact than that, so that it is the same after it was read.
extension Date: Recordable {
    package var recorded: JSONValue { .string(recordedText) }

    package init(recorded: JSONValue) throws(RecordFlaw) {
        guard var text = recorded.string else { throw RecordFlaw(reason: "is not a string") }
        guard let time = text.withUTF8({ Civil($0) }) else { throw RecordFlaw(reason: "is not an RFC 3339 time") }
        self.init(timeIntervalSinceReferenceDate: Double(time.seconds) + Double(time.nanoseconds) / 1e9)
    }

    /// With milliseconds if these are exact, else with nanoseconds; times outside the years 1 to 9999 become the
    /// nearest one inside.
    package var recordedText: String {
        let interval = min(max(timeIntervalSinceReferenceDate, Civil.earliest), Civil.latest)
        let whole = interval.rounded(.down)
        return Civil(seconds: Int(whole), nanoseconds: Int(((interval - whole) * 1e9).rounded())).text
    }
}

/// Seconds since the start of 2001 in UTC, as `Date` counts them, and as a calendar writes them.
private struct Civil {
    static let earliest = -63_113_904_000.0
    static let latest = 252_423_993_599.0
    private static let daysBeforeReference = 11_323
    private static let secondsOfDay = 86_400

    var seconds: Int
    var nanoseconds: Int

    init(seconds: Int, nanoseconds: Int) {
        self.seconds = seconds + nanoseconds / 1_000_000_000
        self.nanoseconds = nanoseconds % 1_000_000_000
    }

    var text: String {
        let days = (seconds - (seconds < 0 ? Self.secondsOfDay - 1 : 0)) / Self.secondsOfDay
        let time = seconds - days * Self.secondsOfDay
        let (year, month, day) = Self.date(of: days + Self.daysBeforeReference)
        var text: [UInt8] = []
        text.reserveCapacity(30)
        func write(_ number: Int, _ digits: Int, _ mark: Unicode.Scalar) {
            var divisor = (1..<digits).reduce(1) { value, _ in value * 10 }
            while divisor > 0 {
                text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
            text.append(UInt8(ascii: mark))
        }
        write(year, 4, "-")
        write(month, 2, "-")
        write(day, 2, "T")
        write(time / 3_600, 2, ":")
        write(time / 60 % 60, 2, ":")
        write(time % 60, 2, ".")
        let isExact = nanoseconds % 1_000_000 == 0
        write(isExact ? nanoseconds / 1_000_000 : nanoseconds, isExact ? 3 : 9, "Z")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads `2026-11-23T06:14:52.123456789Z`, with any number of decimals or none, or with an offset instead of `Z`.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        var rest = text[...]
        func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
            guard rest.count >= digits else { return nil }
            var number = 0
            for byte in rest.prefix(digits) {
                guard let digit = Self.digit(byte) else { return nil }
                number = number * 10 + digit
            }
            rest = rest.dropFirst(digits)
            return range.contains(number) ? number : nil
        }
        func take(_ mark: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: mark) else { return false }
            rest = rest.dropFirst()
            return true
        }
        guard let year = number(4, 1...9_999), take("-"), let month = number(2, 1...12), take("-"),
            let day = number(2, 1...Self.days(in: month, of: year)), take("T"), let hour = number(2, 0...23), take(":"),
            let minute = number(2, 0...59), take(":"), let second = number(2, 0...60)
        else { return nil }
        nanoseconds = 0
        if take(".") {
            var (unit, count) = (100_000_000, 0)
            while let digit = rest.first.flatMap(Self.digit) {
                nanoseconds += digit * unit
                unit /= 10
                count += 1
                rest = rest.dropFirst()
            }
            guard count > 0 else { return nil }
        }
        var offset = 0
        if !take("Z") {
            let isAhead = rest.first == UInt8(ascii: "+")
            guard take("+") || take("-"), let hours = number(2, 0...23), take(":"), let minutes = number(2, 0...59)
            else { return nil }
            offset = (hours * 3_600 + minutes * 60) * (isAhead ? 1 : -1)
        }
        guard rest.isEmpty else { return nil }
        let days = Self.day(year, month, day) - Self.daysBeforeReference
        seconds = days * Self.secondsOfDay + hour * 3_600 + minute * 60 + second - offset
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private static func days(in month: Int, of year: Int) -> Int {
        day(month == 12 ? year + 1 : year, month % 12 + 1, 1) - day(year, month, 1)
    }

    /// Days since 1970-01-01 in the Gregorian calendar, whose years of 400 years begin in March here.
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let (cycle, yearOfCycle) = (year / 400, year % 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear - 719_468
    }

    private static func date(of day: Int) -> (year: Int, month: Int, day: Int) {
        let days = day + 719_468
        let (cycle, dayOfCycle) = (days / 146_097, days % 146_097)
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            cycle * 400 + yearOfCycle + (month > 2 ? 0 : 1), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }
}

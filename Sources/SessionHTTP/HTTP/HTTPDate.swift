package import FoundationEssentials

/// The date of a header field, in any of the three forms that RFC 9110 §5.6.7 has recipients accept.
package enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    ///
    /// Two-digit years are those from 1970 to 2069.
    package static func parse(_ text: String) -> Date? {
        let words = text.utf8.split { " ,-\t".utf8.contains($0) }.map { String(Substring($0)) }
        let isAsctime = words.count == 5
        guard isAsctime || (words.count == 6 && words[5] == "GMT") else { return nil }
        let (day, month, year, time) =
            isAsctime
            ? (words[2], words[1], words[4], words[3])
            : (words[1], words[2], words[3], words[4])
        let clock = time.utf8.split(separator: UInt8(ascii: ":")).map { Int(Substring($0)) }
        guard let day = Int(day), let month = months.firstIndex(of: month), let year = Int(year), clock.count == 3,
            let hour = clock[0], let minute = clock[1], let second = clock[2], (1...31).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second), (0...9999).contains(year)
        else { return nil }
        let fullYear = year >= 100 ? year : year >= 70 ? 1900 + year : 2000 + year
        let days = daysSince1970(year: fullYear, month: month + 1, day: day)
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The proleptic Gregorian calendar, with years counted from March so that the leap day comes last.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + (monthFromMarch * 153 + 2) / 5 + day - 1 - 719_468
    }
}

extension HTTPResponse {
    /// When the answer was made, by the server's clock (RFC 9110 §6.6.1).
    package var date: Date? { headers["Date"].flatMap(HTTPDate.parse) }

    /// How long to wait before asking again (RFC 9110 §10.2.3); a date is measured against the answer's own.
    package func retryAfter(now: Date) -> Duration? {
        guard let text = headers["Retry-After"] else { return nil }
        if let seconds = Int64(text) { return seconds >= 0 ? .seconds(min(seconds, 86_400)) : nil }
        guard let moment = HTTPDate.parse(text) else { return nil }
        return .seconds(min(max(0, moment.timeIntervalSince(date ?? now).rounded(.up)), 86_400))
    }

    /// The media type in lower case, without parameters.
    package var mediaType: String? {
        headers["Content-Type"].map { $0.prefix { $0 != ";" && $0 != " " }.lowercased() }
    }
}

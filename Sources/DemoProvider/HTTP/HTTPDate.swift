import FoundationEssentials
import HostSystem

/// A date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func text(of date: Date) -> String {
        var seconds = time_t(date.numericDate)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let (day, month) = (days[Int(parts.tm_wday)], months[Int(parts.tm_mon)])
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits).joined(separator: ":")
        return "\(day), \(twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(time) GMT"
    }

    private static func twoDigits(_ number: CInt) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}

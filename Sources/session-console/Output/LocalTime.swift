import FoundationEssentials
import HostSystem

/// The local time zone by the C library: that of `TZ`, else the system's.
struct LocalTime {
    /// The offset of the minute that was asked for last: no zone changes within one.
    private var known: (minute: Double, secondsFromUTC: Int)?

    mutating func secondsFromUTC(at date: Date) -> Int {
        let minute = (date.timeIntervalSince1970 / 60).rounded(.down)
        if let known, known.minute == minute { return known.secondsFromUTC }
        let offset = Self.secondsFromUTC(at: date)
        known = (minute, offset)
        return offset
    }

    static func secondsFromUTC(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var local = tm()
        localtime_r(&seconds, &local)
        return local.tm_gmtoff
    }
}

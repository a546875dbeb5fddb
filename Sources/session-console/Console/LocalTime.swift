import FoundationEssentials
import Glibc

/// The local time zone by the C library: that of `TZ`, else the system's.
enum LocalTime {
    static func secondsFromUTC(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var local = tm()
        localtime_r(&seconds, &local)
        return local.tm_gmtoff
    }
}

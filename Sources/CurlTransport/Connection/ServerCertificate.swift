import CCurl
import FoundationEssentials

/// A server's certificate, as libcurl reports it.
struct ServerCertificate {
    private(set) var subject: String?
    private(set) var issuer: String?
    private(set) var expiry: Date?

    /// Reads the first certificate of the chain, the server's own; `nil` if the chain is not known.
    init?(of easy: UnsafeMutableRawPointer) {
        var chain: UnsafeMutablePointer<curl_certinfo>?
        console_curl_get_certificates(easy, &chain)
        guard let chain, chain.pointee.num_of_certs > 0, let list = chain.pointee.certinfo[0] else { return nil }
        var node: UnsafeMutablePointer<curl_slist>? = list
        while let line = node?.pointee.data {
            read(String(cString: line))
            node = node?.pointee.next
        }
    }

    private mutating func read(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        // Names are short; a longer value of the server's must not fill the events.
        let value = String(line[line.index(after: colon)...].prefix(1_024))
        switch line[..<colon] {
        case "Subject": subject = value
        case "Issuer": issuer = value
        case "Expire date": expiry = Self.date(value)
        default: break
        }
    }

    /// Reads OpenSSL's form, `Jan  1 00:00:00 2030 GMT`.
    static func date(_ text: String) -> Date? {
        let parts = text.split(separator: " ")
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard parts.count == 5, parts[4] == "GMT", let month = months.firstIndex(of: String(parts[0])),
            let day = Int(parts[1]), (1...31).contains(day), let year = Int(parts[3]), (1...9999).contains(year)
        else { return nil }
        let time = parts[2].split(separator: ":").map { Int($0) }
        guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2] else { return nil }
        let seconds = (daysSince1970(year, month + 1, day) * 24 + hour) * 3600 + minute * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Counts in years that begin in March, so that a leap day is the last day of a year.
    private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}

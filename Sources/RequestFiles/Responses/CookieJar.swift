package import FoundationEssentials

/// The cookies that answers of one run have set (RFC 6265); nothing of it is kept beyond the run.
package struct CookieJar: Sendable, Hashable {
    private struct Cookie: Sendable, Hashable {
        var name: String
        var value: String
        var domain: String
        /// Whether only that host itself gets it.
        var isHostOnly: Bool
        var path: String
        var isSecure: Bool
        /// `nil` until the run ends.
        var expiry: Date?
    }

    /// In the order in which they were first set.
    private var cookies: [Cookie] = []
    private static let countLimit = 300
    private static let sizeLimit = 4096

    package init() {}

    package var isEmpty: Bool { cookies.isEmpty }

    /// Takes the cookies of an answer that came from that URL; the values are those of its `Set-Cookie` fields.
    package mutating func take(_ fields: [String], from url: URL, at now: Date) {
        guard let place = CookiePlace(url) else { return }
        for field in fields where field.utf8.count <= Self.sizeLimit {
            guard let cookie = Self.cookie(field, at: place, now) else { continue }
            let old = cookies.firstIndex { ($0.name, $0.domain, $0.path) == (cookie.name, cookie.domain, cookie.path) }
            // RFC 6265 §5.3: one that has expired removes what it replaces.
            switch (old, cookie.expiry.map { $0 <= now } ?? false) {
            case (let old?, true): cookies.remove(at: old)
            case (let old?, false): cookies[old] = cookie
            case (nil, true): break
            case (nil, false): cookies.append(cookie)
            }
        }
        if cookies.count > Self.countLimit { cookies.removeFirst(cookies.count - Self.countLimit) }
    }

    /// The cookies that go to a URL, as pairs: those of longer paths first (RFC 6265 §5.4).
    package func pairs(for url: URL, at now: Date) -> [(name: String, value: String)] {
        guard let place = CookiePlace(url) else { return [] }
        let sent = cookies.filter { cookie in
            (cookie.isHostOnly ? place.host == cookie.domain : place.isInside(domain: cookie.domain))
                && place.isInside(path: cookie.path) && (place.isSecure || !cookie.isSecure)
                && (cookie.expiry.map { $0 > now } ?? true)
        }
        return sent.enumerated().sorted { one, other in
            (other.element.path.utf8.count, one.offset) < (one.element.path.utf8.count, other.offset)
        }.map { ($0.element.name, $0.element.value) }
    }

    /// RFC 6265 §5.2 and §5.3; `nil` for one that is ignored.
    private static func cookie(_ field: String, at place: CookiePlace, _ now: Date) -> Cookie? {
        var parts = field.split(separator: ";", omittingEmptySubsequences: false).map { Array($0.utf8)[...].trimmed }[
            ...]
        guard let pair = parts.popFirst(), let equals = pair.firstIndex(of: UInt8(ascii: "=")),
            !pair.contains(where: \.isControl)
        else { return nil }
        let name = pair[..<equals].trimmed.text
        guard !name.isEmpty else { return nil }
        var cookie = Cookie(
            name: name, value: pair[(equals + 1)...].trimmed.text, domain: place.host, isHostOnly: true,
            path: place.folder, isSecure: false)
        var (hasAge, hasPath) = (false, false)
        for part in parts {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let value = part[equals...].dropFirst().trimmed.text
            switch part[..<equals].trimmed.text.lowercased() {
            case "secure": cookie.isSecure = true
            case "path":
                hasPath = value.hasPrefix("/")
                cookie.path = hasPath ? value : place.folder
            case "max-age":
                guard let seconds = Int(value) else { continue }
                hasAge = true
                cookie.expiry = seconds <= 0 ? .distantPast : now.addingTimeInterval(Double(min(seconds, 400 * 86_400)))
            case "expires":
                if !hasAge { cookie.expiry = CookieDate(value)?.date ?? cookie.expiry }
            case "domain" where !value.isEmpty:
                let domain = (value.hasPrefix(".") ? String(value.dropFirst()) : value).lowercased()
                guard domain != place.host else {
                    cookie.isHostOnly = place.isAddress
                    continue
                }
                // A domain of one label, such as 'com', is everyone's.
                guard domain.contains("."), place.isInside(domain: domain) else { return nil }
                (cookie.domain, cookie.isHostOnly) = (domain, false)
            default: break
            }
        }
        guard place.isSecure || !cookie.isSecure else { return nil }
        if name.hasPrefix("__Secure-"), !cookie.isSecure { return nil }
        if name.hasPrefix("__Host-"), !cookie.isSecure || !cookie.isHostOnly || !hasPath || cookie.path != "/" {
            return nil
        }
        return cookie
    }
}

/// Where a request goes, as far as it matters to cookies.
private struct CookiePlace {
    let host: String
    let path: String
    let isSecure: Bool

    init?(_ url: URL) {
        guard let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty else { return nil }
        self.host = host
        let path = url.path(percentEncoded: true)
        self.path = path.hasPrefix("/") ? path : "/"
        isSecure = url.scheme?.lowercased() == "https"
    }

    /// Whether the host is an IP address, which has no domains.
    var isAddress: Bool { host.contains(":") || host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") } }

    /// RFC 6265 §5.1.3.
    func isInside(domain: String) -> Bool { host == domain || !isAddress && host.hasSuffix("." + domain) }

    /// RFC 6265 §5.1.4.
    func isInside(path: String) -> Bool {
        self.path == path || self.path.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }

    /// The path of a cookie that names none.
    var folder: String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

/// RFC 6265 §5.1.1: the words of a date, in whatever order.
private struct CookieDate {
    let date: Date

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    init?(_ text: String) {
        var (day, month, year): (Int?, Int?, Int?)
        var time: [Int]?
        for word in text.lowercased().split(whereSeparator: {
            !($0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":"))
        }) {
            let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
            if time == nil, numbers.count == 3, !numbers.contains(nil) {
                time = numbers.compactMap(\.self)
            } else if day == nil, word.count <= 2, let number = Int(word) {
                day = number
            } else if month == nil, let index = Self.months.firstIndex(where: word.hasPrefix) {
                month = index + 1
            } else if year == nil, (2...4).contains(word.count), let number = Int(word) {
                year = number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
            }
        }
        guard let day, (1...31).contains(day), let month, let year, (1601...9999).contains(year), let time,
            time[0] <= 23, time[1] <= 59, time[2] <= 59
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        guard let zone = TimeZone(secondsFromGMT: 0) else { return nil }
        calendar.timeZone = zone
        let parts = DateComponents(
            year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])
        guard let date = calendar.date(from: parts) else { return nil }
        self.date = date
    }
}

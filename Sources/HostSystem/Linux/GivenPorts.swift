import FoundationEssentials

/// The ports that the system gives to sockets that ask for none, those of connections, too.
package enum GivenPorts {
    /// By `ip_local_port_range`.
    package static var first: UInt16 {
        let range = FileManager.default.contents(atPath: "/proc/sys/net/ipv4/ip_local_port_range")
        let words = String(decoding: range ?? Data(), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        return words.first.flatMap { UInt16($0) } ?? 32_768
    }
}

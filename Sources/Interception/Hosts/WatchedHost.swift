import HostSystem

/// A host whose connections are opened: a DNS name or an IP address, without a port.
///
/// Equal where they name the same host: names are in lower case and without the trailing dot, addresses are bytes.
package enum WatchedHost: Sendable, Hashable {
    /// Letters, digits, hyphens and underscores between dots. International names are in their ASCII form (`xn--…`).
    case name(String)
    /// 4 bytes of IPv4, or 16 of IPv6.
    case address([UInt8])

    /// Reads a host as a person, a `CONNECT` or a URL writes it: `ID.example.com.`, `127.0.0.1`, `::1` or `[::1]`.
    package init(_ text: String) throws(HostFlaw) {
        guard !text.isEmpty else { throw .empty }
        let bytes = text.utf8
        guard !bytes.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else { throw .controlCharacter }
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .notASCII(text) }
        guard !bytes.contains(UInt8(ascii: "*")) else { throw .wildcard(text) }
        if bytes.contains(UInt8(ascii: "/")) { throw .url(text) }
        self =
            if let address = Self.address(text) { .address(address) } else { .name(try Self.name(text)) }
    }

    private static func address(_ text: String) -> [UInt8]? {
        if text.first == "[", text.last == "]" {
            return parse(String(text.dropFirst().dropLast()), AF_INET6, count: 16)
        }
        return parse(text, AF_INET6, count: 16) ?? parse(text, AF_INET, count: 4)
    }

    private static func parse(_ text: String, _ family: CInt, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }

    /// RFC 1123 §2.1, with the underscore that names inside companies have.
    private static func name(_ text: String) throws(HostFlaw) -> String {
        guard !text.contains("["), !text.contains("]"), !text.contains("%") else { throw .badAddress(text) }
        guard !text.contains(":") else { throw .port(text) }
        let lowered = text.lowercased()
        let name = lowered.hasSuffix(".") ? String(lowered.dropLast()) : lowered
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy({ 1...63 ~= $0.utf8.count }) else { throw .badLength(text) }
        let isSpelt = labels.allSatisfy { label in
            label.first != "-" && label.last != "-"
                && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" || $0 == "_" }
        }
        guard isSpelt else { throw .badCharacter(text) }
        // Some clients read `127.1` and `0x7f000001` as addresses, others as names (WHATWG URL, "ends in a number").
        if let last = labels.last, last.first?.isNumber == true, last.allSatisfy(\.isNumber) || last.hasPrefix("0x") {
            throw .badAddress(text)
        }
        return name
    }
}

extension WatchedHost {
    /// Whether some clients know it as this machine, and pass a proxy by (RFC 6761 §6.3, RFC 1122 §3.2.1.3, RFC 4291
    /// §2.5.3).
    var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .address(let bytes):
            bytes.count == 4 ? bytes[0] == 127 : bytes.last == 1 && bytes.dropLast().allSatisfy { $0 == 0 }
        }
    }
}

extension WatchedHost: CustomStringConvertible {
    /// The name, or the address without brackets.
    package var description: String {
        switch self {
        case .name(let name): return name
        case .address(let bytes):
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            let family = bytes.count == 4 ? AF_INET : AF_INET6
            guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

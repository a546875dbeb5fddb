import HostSystem

/// What network an address belongs to (RFC 6890).
public enum AddressKind: String, Sendable, Hashable, CaseIterable {
    /// An address of the internet.
    case global
    /// An address of a private network, or one reserved for anything other than hosts of the internet.
    case privateNetwork
    /// A link-local address, where cloud machines get their credentials.
    case linkLocal
    /// This machine.
    case loopback

    /// The kinds of address that a server at such an address may lead a client to.
    ///
    /// From the internet nothing leads into a private network, and from there nothing to this machine. What runs on
    /// this machine may use its network.
    public var reachable: Set<AddressKind> {
        self == .loopback ? [.global, .privateNetwork, .loopback] : [.global, self]
    }
}

extension AddressKind {
    /// The kind of a URL's host, where that is an address or `localhost`; `nil` for any other name.
    package init?(host: String) {
        let host = String(host.drop { $0 == "[" }.prefix { $0 != "]" && $0 != "%" }).lowercased()
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        // RFC 6761 §6.3: names below it are this machine's as well.
        if name == "localhost" || name.hasSuffix(".localhost") {
            self = .loopback
            return
        }
        var four = in_addr()
        // Not only dotted decimals: `127.1` and `0x7f000001` are addresses, too.
        if inet_aton(name, &four) != 0 {
            self.init(four: UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, host, &six) == 1 else { return nil }
        self.init(six: withUnsafeBytes(of: six) { Array($0) })
    }

    /// The kind of an address of four bytes or sixteen; `nil` for anything else.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.init(four: bytes.reduce(0) { $0 << 8 | UInt32($1) })
        case 16: self.init(six: bytes)
        default: return nil
        }
    }

    private init(four address: UInt32) {
        func isIn(_ network: UInt32, _ length: UInt32) -> Bool { address >> (32 - length) == network >> (32 - length) }
        self =
            if isIn(0x7F00_0000, 8) || isIn(0, 8) {
                .loopback
            } else if isIn(0xA9FE_0000, 16) {
                .linkLocal
            } else if isIn(0x0A00_0000, 8) || isIn(0xAC10_0000, 12) || isIn(0xC0A8_0000, 16) || isIn(0x6440_0000, 10)
                || isIn(0xC000_0000, 24) || isIn(0xC612_0000, 15) || isIn(0xE000_0000, 3)
            {
                .privateNetwork
            } else {
                .global
            }
    }

    /// Addresses that stand for one of IPv4, as NAT64 and 6to4 have them, are of its kind.
    private init(six address: [UInt8]) {
        let isZero = { (range: Range<Int>) in address[range].allSatisfy { $0 == 0 } }
        func four(at start: Int) -> UInt32 { address[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        if isZero(0..<15), address[15] < 2 {
            self = .loopback
        } else if isZero(0..<10), address[10..<12] == [0xFF, 0xFF] || isZero(10..<12) {
            self.init(four: four(at: 12))
        } else if address.starts(with: [0, 0x64, 0xFF, 0x9B]) {
            self.init(four: four(at: 12))
        } else if address.starts(with: [0x20, 0x02]) {
            self.init(four: four(at: 2))
        } else if address[0] == 0xFE, address[1] & 0xC0 == 0x80 {
            self = .linkLocal
        } else if address[0] & 0xFE == 0xFC || address[0] == 0xFF || address[0] == 0xFE && address[1] & 0xC0 == 0xC0 {
            self = .privateNetwork
        } else {
            self = .global
        }
    }
}

extension AddressKind: CustomStringConvertible {
    /// As the rest of a sentence about an address.
    public var description: String {
        switch self {
        case .global: "of the internet"
        case .privateNetwork: "of a private network"
        case .linkLocal: "of the local link"
        case .loopback: "of this machine"
        }
    }
}

extension HTTPConnectionFacts {
    /// The kind of the server's address; `nil` where that is not known.
    package var addressKind: AddressKind? {
        guard !mayBeProxied, let address = remoteAddress, let colon = address.lastIndex(of: ":") else { return nil }
        return AddressKind(host: String(address[..<colon]))
    }
}

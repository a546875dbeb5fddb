import CTLS

/// The hosts for which an authority may sign (RFC 5280 §4.2.1.10).
///
/// A DNS name admits its sub-domains, too. A form of names without a permitted subtree is unrestricted: where no name
/// is watched, all of DNS is excluded, and where no address is, all of IPv4 and IPv6.
///
/// Where addresses of one family alone are watched, the other must be closed as well, because GnuTLS treats the two as
/// two forms. It is by permitting an address that no host has: Java fails on an IPv4 address when IPv6 is excluded.
struct NameConstraints: ~Copyable {
    let pointer: OpaquePointer

    static func allowing(_ list: WatchList) throws(InterceptionError) -> Self {
        let constraints = try Self()
        for name in list.names {
            try constraints.add(console_name_dns, Array(name.utf8))
        }
        if list.names.isEmpty { try constraints.add(console_name_dns, [], isExcluded: true) }
        for nobody in [nobodyIPv4, nobodyIPv6] {
            let watched = list.addresses.filter { $0.count == nobody.count }
            if list.addresses.isEmpty {
                let all = [UInt8](repeating: 0, count: 2 * nobody.count)
                try constraints.add(console_name_address, all, isExcluded: true)
            } else {
                // An address is followed by its mask, here of all bits.
                for address in watched.isEmpty ? [nobody] : watched {
                    let mask = [UInt8](repeating: 0xFF, count: address.count)
                    try constraints.add(console_name_address, address + mask)
                }
            }
        }
        return constraints
    }

    /// 192.0.2.0, of a network for documentation (RFC 5737).
    private static let nobodyIPv4: [UInt8] = [192, 0, 2, 0]
    /// 100::, of the network whose packets are discarded (RFC 6666).
    private static let nobodyIPv6: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)

    private init() throws(InterceptionError) {
        guard let pointer = console_constraints_new() else { throw .takeOpenSSL() }
        self.pointer = pointer
    }

    deinit { console_constraints_free(pointer) }

    private func add(
        _ form: console_name_form, _ bytes: [UInt8], isExcluded: Bool = false
    ) throws(InterceptionError) {
        guard console_constraints_add(pointer, isExcluded ? 1 : 0, form, bytes, bytes.count) == 1 else {
            throw .takeOpenSSL()
        }
    }
}

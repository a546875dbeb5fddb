/// The first message of a TLS client, for clients that no library is (RFC 5246 §7.4.1.2).
package struct ClientHello: Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// TLS 1.2 with P-256, and one protocol by ALPN.
    package static func offering(_ name: String) -> Self {
        let ALPN = sized(sized(Array(name.utf8), by: 1), by: 2)
        let extensions: [(UInt8, [UInt8])] = [
            (10, [0, 2, 0, 23]), (11, [1, 0]), (13, [0, 2, 4, 3]), (16, ALPN),
        ]
        let body: [UInt8] =
            [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0xC0, 0x2B] + [1, 0]
            + sized(extensions.flatMap { [0, $0.0] + sized($0.1, by: 2) }, by: 2)
        return Self(bytes: [0x16, 3, 1] + sized([1] + sized(body, by: 3), by: 2))
    }

    private static func sized(_ bytes: [UInt8], by width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
    }
}

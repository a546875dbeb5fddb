/// A shared secret (RFC 7518 §6.4).
struct SymmetricKey: Sendable, Hashable {
    static let type = "oct"

    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ members: KeyMembers) throws(JOSEError) {
        bytes = try members.bytes("k")
        guard !bytes.isEmpty else { throw .invalid(.keyMember("k"), expected: "at least one byte") }
    }
}

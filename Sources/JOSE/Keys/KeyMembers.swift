/// Reads the members of a JWK, naming the one at fault.
struct KeyMembers {
    let object: JSONObject

    func has(_ name: String) -> Bool { object[name] != nil }

    func string(_ name: String) throws(JOSEError) -> String? {
        guard let value = object[name] else { return nil }
        guard let string = value.string else { throw .wrongType(.keyMember(name), expected: "a string") }
        return string
    }

    func requiredString(_ name: String) throws(JOSEError) -> String {
        guard let string = try string(name) else { throw .missing(.keyMember(name)) }
        return string
    }

    /// The decoded bytes of a required member, at any length or at exactly this one.
    func bytes(_ name: String, count: Int? = nil) throws(JOSEError) -> [UInt8] {
        let bytes = try Base64URL.decode(try requiredString(name), part: .keyMember(name))
        if let count, bytes.count != count {
            throw .wrongLength(.keyMember(name), bytes: bytes.count, expected: count)
        }
        return bytes
    }

    /// The big-endian bytes of a required positive integer, without the leading zeros that some issuers add to what
    /// RFC 7518 §2 calls Base64urlUInt.
    func integer(_ name: String) throws(JOSEError) -> [UInt8] {
        let bytes = Array(try bytes(name).drop { $0 == 0 })
        guard !bytes.isEmpty else { throw .invalid(.keyMember(name), expected: "a positive integer") }
        return bytes
    }

    /// The bytes of a required number at its curve's full length, as RFC 7518 §6.2.1.2 asks.
    ///
    /// Providers that keep such a number as an integer leave its leading zeros out, in one key of 128, or add one; the
    /// number is the same, and without it nobody could sign in there until the key is replaced.
    func coordinate(_ name: String, byteCount: Int) throws(JOSEError) -> [UInt8] {
        let number = try integer(name)
        guard number.count <= byteCount else {
            throw .wrongLength(.keyMember(name), bytes: number.count, expected: byteCount)
        }
        return Array(repeating: 0, count: byteCount - number.count) + number
    }
}

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
}

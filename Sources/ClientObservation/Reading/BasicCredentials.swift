import JOSE
import SessionHTTP

/// What Basic authentication says of the client (RFC 6749 §2.3.1); its secret is not kept, not even as a hash.
struct BasicCredentials: Sendable {
    /// `nil` where it is masked.
    var client: String?
    /// Whether there is a password: an empty one is that of a public client.
    var hasSecret: Bool
    /// Whether they hold what form-encoding would have replaced, and a provider that decodes them reads otherwise: a
    /// space, a percent sign that begins no triplet, or a plus sign where nothing else is encoded.
    var isUnencoded: Bool

    /// Reads the part after the scheme's name.
    init(_ credentials: String) {
        let padding = String(repeating: "=", count: (4 - credentials.utf8.count % 4) % 4)
        // Masked credentials still say that there are some.
        guard let pair = try? Base64.decode(credentials + padding),
            let colon = pair.firstIndex(of: UInt8(ascii: ":"))
        else {
            (client, hasSecret, isUnencoded) = (nil, true, false)
            return
        }
        let name = FormParameters.decode(pair[..<colon])
        client = name.isEmpty ? nil : name
        hasSecret = colon + 1 < pair.endIndex
        isUnencoded = Self.isUnencoded(pair[..<colon]) || Self.isUnencoded(pair[(colon + 1)...])
    }

    private static func isUnencoded(_ part: ArraySlice<UInt8>) -> Bool {
        var triplets = 0
        for index in part.indices where part[index] == UInt8(ascii: "%") {
            guard part[(index + 1)...].prefix(2).count(where: isHexadecimal) == 2 else { return true }
            triplets += 1
        }
        return part.contains(UInt8(ascii: " ")) || triplets == 0 && part.contains(UInt8(ascii: "+"))
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        Character(Unicode.Scalar(byte)).isHexDigit
    }
}

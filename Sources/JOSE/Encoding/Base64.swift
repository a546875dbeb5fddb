/// Base64 with padding (RFC 4648 §4), as HTTP's Basic scheme and certificates use it.
package enum Base64 {
    package static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Base64Codec.standard.encode(bytes, padded: true)
    }

    /// Accepts exactly what `encode` makes; throws ``JOSEError/notBase64(_:)`` for anything else.
    package static func decode(
        _ text: some StringProtocol, part: JOSEError.Part = .text
    ) throws(JOSEError) -> [UInt8] {
        let padding = text.utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
        guard text.utf8.count % 4 == 0, let bytes = Base64Codec.standard.decode(text.utf8.dropLast(padding)) else {
            throw .notBase64(part)
        }
        return bytes
    }
}

/// A secret in all the forms in which a text may hold it: as it is, with `+` for spaces, in hexadecimal digits, in
/// base64.
///
/// Of each form only the first four bytes are kept. What follows is computed from the secret where a text has those, so
/// that a secret takes no more memory than its text and no more time than its beginning.
struct SecretForms: Sendable {
    /// A form of the secret, by what it begins with.
    struct Needle: Sendable {
        let form: Form
        let key: UInt32
    }

    enum Form: Sendable {
        case plain
        case plusForSpace
        case encoded(BitEncoding)
    }

    /// Shorter ones are not looked for: they would be found in every other word.
    static let shortest = 6
    /// A secret this long is found inside of words too.
    static let unmistakable = 16
    private static let encodedSizes = 12...8_192

    let text: String
    let needles: [Needle]

    /// `nil` where the secret is too short to be found.
    init?(_ secret: String) {
        guard Self.canFind(secret) else { return nil }
        var text = secret
        needles = text.withUTF8 { bytes in
            var forms = [Form.plain]
            if bytes.contains(UInt8(ascii: " ")) { forms.append(.plusForSpace) }
            if Self.encodedSizes.contains(bytes.count) { forms += BitEncoding.all.map(Form.encoded) }
            return forms.map { Needle(form: $0, key: Self.key(of: $0, bytes)) }
        }
        self.text = text
    }

    static func canFind(_ secret: String) -> Bool { secret.utf8.count >= shortest }

    /// What is shown in its place: the fingerprint of a password would help to guess it.
    var mask: String { text.utf8.count < Self.unmistakable ? SecretNames.dots : SecretNames.mask(text) }

    /// Four bytes of a text as one number, which is compared with that of a needle.
    @inline(__always)
    static func key(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt32 {
        UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: start, as: UInt32.self)
    }

    private static func key(of form: Form, _ secret: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var key: UInt32 = 0
        for index in 0..<4 { key |= UInt32(byte(index, of: form, secret)) << UInt32(8 * index) }
        return UInt32(littleEndian: key)
    }

    private static func byte(_ index: Int, of form: Form, _ secret: UnsafeBufferPointer<UInt8>) -> UInt8 {
        switch form {
        case .plain: secret[index]
        case .plusForSpace: secret[index] == UInt8(ascii: " ") ? UInt8(ascii: "+") : secret[index]
        case .encoded(let encoding): encoding.character(index, of: secret)
        }
    }

    /// How many bytes of a form stand at a place of a text, from its beginning on, and whether that is the whole of it.
    func match(
        _ form: Form, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> (length: Int, isWhole: Bool) {
        var text = text
        return text.withUTF8 { secret in
            let count = if case .encoded(let encoding) = form { encoding.count(of: secret.count) } else { secret.count }
            let end = min(count, bytes.count - start)
            var length = 0
            while length < end, bytes[start + length] == Self.byte(length, of: form, secret) { length += 1 }
            return (length, length == count)
        }
    }
}

extension SecretForms: CustomStringConvertible, CustomReflectable {
    var description: String { SecretNames.dots }
    /// Shows nothing to a debugger or to `dump`.
    var customMirror: Mirror { Mirror(self, children: []) }
}

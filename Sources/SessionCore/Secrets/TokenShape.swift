/// Recognises by its shape alone a piece of text that is most likely a token or another secret.
enum TokenShape {
    /// A shorter piece counts as a token only where its name says so.
    static let shortest = 20
    private static let mixedLength = 30
    private static let hexadecimalLength = 40
    private static let namedLength = 8

    /// The pieces, in order.
    static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var start = 0
        while start < bytes.count {
            guard isTokenByte(bytes[start]) else {
                start += 1
                continue
            }
            var end = start + 1
            while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
            if end - start >= namedLength, isNamed(start..<end, in: bytes) {
                found.append(start..<padded(end, in: bytes))
            } else if end - start >= shortest {
                found += unnamed(start..<end, in: bytes)
            }
            start = end
        }
        return found
    }

    /// Tokens that show themselves: compact JWS and JWE (RFC 7515 §7.1), long runs of mixed characters, long
    /// hexadecimal ones.
    private static func unnamed(_ run: Range<Int>, in bytes: [UInt8]) -> [Range<Int>] {
        for index in run where run.upperBound - index >= shortest && bytes[index...].starts(with: "eyJ".utf8) {
            // Base64url of `{"`: the header of a JWT, and all that follows.
            if index == run.lowerBound || !isWordByte(bytes[index - 1]) { return [index..<run.upperBound] }
        }
        var found: [Range<Int>] = []
        var start = run.lowerBound
        while start < run.upperBound {
            var end = start
            while end < run.upperBound, isBase64URL(bytes[end]) { end += 1 }
            if end > start, isRandom(bytes[start..<end]) { found.append(start..<padded(end, in: bytes)) }
            start = max(end, start + 1)
        }
        return found
    }

    private static func isRandom(_ piece: ArraySlice<UInt8>) -> Bool {
        guard piece.count >= mixedLength else { return false }
        if piece.count >= hexadecimalLength, piece.allSatisfy({ kind($0) == .digit || ($0 | 0x20) <= 0x66 }) {
            return piece.contains { kind($0) == .digit }
        }
        let kinds = piece.map(kind)
        guard kinds.contains(.digit), kinds.contains(.upper), kinds.contains(.lower) else { return false }
        // Words in camel case change from one kind to the other less often.
        return changes(in: piece) * 3 >= piece.count
    }

    private static func changes(in piece: ArraySlice<UInt8>) -> Int {
        zip(piece, piece.dropFirst()).count { kind($0) != kind($1) }
    }

    /// Whether what stands before says that it is a secret: `refresh_token=…`, `"password": "…"`, `Bearer …`.
    private static func isNamed(_ run: Range<Int>, in bytes: [UInt8]) -> Bool {
        let piece = bytes[run]
        guard piece.contains(where: { kind($0) == .digit }) || changes(in: piece) * 4 >= piece.count else {
            return false
        }
        var index = run.lowerBound
        var assigns = false
        while index > 0, run.lowerBound - index < 6, " \t=:\"'`([{<>".utf8.contains(bytes[index - 1]) {
            index -= 1
            assigns = assigns || bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ":")
        }
        guard index < run.lowerBound, assigns || run.count >= shortest else { return false }
        var start = index
        while start > 0, index - start < 64, isWordByte(bytes[start - 1]) || bytes[start - 1] == UInt8(ascii: "%") {
            start -= 1
        }
        guard start < index else { return false }
        return SecretNames.contains(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private static func padded(_ end: Int, in bytes: [UInt8]) -> Int {
        var end = end
        while end < bytes.count, bytes[end] == UInt8(ascii: "=") { end += 1 }
        return end
    }

    private enum Kind { case digit, upper, lower, other }

    private static func kind(_ byte: UInt8) -> Kind {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .upper
        case UInt8(ascii: "a")...UInt8(ascii: "z"): .lower
        default: .other
        }
    }

    /// RFC 4648 §5.
    static func isBase64URL(_ byte: UInt8) -> Bool { isWordByte(byte) || byte == UInt8(ascii: "-") }

    static func isWordByte(_ byte: UInt8) -> Bool { kind(byte) != .other || byte == UInt8(ascii: "_") }

    /// What a bearer token may consist of (RFC 6750 §2.1), without its padding.
    static func isTokenByte(_ byte: UInt8) -> Bool {
        isBase64URL(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: "/")
    }
}

extension String {
    /// Whether it can be the token of a Bearer field: `b64token` (RFC 6750 §2.1).
    package var isB64Token: Bool {
        let text = utf8.prefix { TokenShape.isTokenByte($0) }
        return !text.isEmpty && utf8[text.endIndex...].allSatisfy { $0 == UInt8(ascii: "=") }
    }

    /// Whether it has only characters that a token or a client identifier may have: `VSCHAR` (RFC 6749 Appendix A).
    var isVSCHAR: Bool {
        var text = self
        return text.withUTF8 { bytes in bytes.allSatisfy { 0x20...0x7E ~= $0 } }
    }
}

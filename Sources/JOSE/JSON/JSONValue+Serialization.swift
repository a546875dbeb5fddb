extension JSONValue {
    /// The value as JSON without white space; strings escape only what RFC 8259 §7 requires.
    package func serialized() -> String { String(decoding: bytes, as: UTF8.self) }

    /// The serialized value in UTF-8.
    package var bytes: [UInt8] {
        var text: [UInt8] = []
        write(to: &text)
        return text
    }

    fileprivate func write(to text: inout [UInt8]) {
        switch self {
        case .null: text += "null".utf8
        case .bool(let value): text += (value ? "true" : "false").utf8
        case .number(let number): text += number.literal.utf8
        case .string(let string): JSONValue.write(string, to: &text)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.write(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let object): object.write(to: &text)
        }
    }

    fileprivate static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { bytes in
            // Without a branch for each byte, the compiler looks at many at once: 3 % of a refresh.
            let marks = bytes.reduce(UInt8(0)) { $0 | ($1 < 0x20 || $1 == 0x22 || $1 == 0x5C ? 1 : 0) }
            guard marks != 0 else { return text.append(contentsOf: bytes) }
            var written = 0
            for index in bytes.indices {
                guard let escape = escape(of: bytes[index]) else { continue }
                text += bytes[written..<index]
                text += escape.utf8
                written = index + 1
            }
            text += bytes[written...]
        }
        text.append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private static func escape(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case 0..<0x20: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
        default: nil
        }
    }
}

extension JSONObject {
    /// The object as JSON without white space, members in order.
    package func serialized() -> String { JSONValue.object(self).serialized() }

    fileprivate func write(to text: inout [UInt8]) {
        text.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            JSONValue.write(member.name, to: &text)
            text.append(UInt8(ascii: ":"))
            member.value.write(to: &text)
        }
        text.append(UInt8(ascii: "}"))
    }
}

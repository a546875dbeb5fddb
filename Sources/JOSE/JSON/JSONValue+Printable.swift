extension JSONValue {
    /// The value as JSON that is safe on a terminal: control, format and separator characters are escaped, which means
    /// the same to a JSON parser.
    package var printable: String {
        var text = ""
        for scalar in serialized().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: text += Self.escaped(scalar)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The scalar as a string of JSON may have it: `\u202e`.
    package static func escaped(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { unit in
            unit.map { value in
                let digits = String(value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}

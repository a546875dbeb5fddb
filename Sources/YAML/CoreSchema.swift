import JOSE

/// What plain scalars mean (YAML 1.2.2 §10.3.2).
enum CoreSchema {
    static func value(of text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return true
        case "false", "False", "FALSE": return false
        default: break
        }
        guard let number = number(text) else { return .string(text) }
        return .number(number)
    }

    /// A number as JSON spells it; `nil` where the text is none, or one that JSON can't spell.
    private static func number(_ text: String) -> JSONNumber? {
        guard text.utf8.count <= 1_000 else { return nil }
        if text.hasPrefix("0o") { return Int.whole(text.dropFirst(2), radix: 8) }
        if text.hasPrefix("0x") { return Int.whole(text.dropFirst(2), radix: 16) }
        var rest = text.utf8[...]
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        let whole = rest.takeDigits()
        var fraction: Substring?
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = rest.takeDigits()
        }
        guard !whole.isEmpty || fraction?.isEmpty == false else { return nil }
        var exponent = ""
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            exponent = String(Character(Unicode.Scalar(mark)))
            rest.removeFirst()
            if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
                exponent.unicodeScalars.append(Unicode.Scalar(sign))
                rest.removeFirst()
            }
            let digits = rest.takeDigits()
            guard !digits.isEmpty else { return nil }
            exponent += digits
        }
        guard rest.isEmpty else { return nil }
        // JSON has neither a plus, nor zeros in front, nor a point without digits on both sides.
        let significant = whole.drop { $0 == "0" }
        var literal = (isNegative ? "-" : "") + (significant.isEmpty ? "0" : significant)
        if let fraction, !fraction.isEmpty { literal += ".\(fraction)" }
        return JSONNumber(literal: literal + exponent)
    }
}

extension Int {
    /// Digits without a sign.
    fileprivate static func whole(_ digits: Substring, radix: Int) -> JSONNumber? {
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return Int(digits, radix: radix).map { JSONNumber($0) }
    }
}

extension Substring.UTF8View {
    fileprivate mutating func takeDigits() -> Substring {
        let digits = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        self = self[digits.endIndex...]
        return Substring(digits)
    }
}

/// Says where a text stops being JSON (RFC 8259), and why.
package struct JSONError: Error, Sendable, Hashable {
    /// Counts the bytes before the fault.
    package let offset: Int
    package let reason: Reason

    package enum Reason: Sendable, Hashable {
        /// Thrown when something else is where this was expected.
        case expected(String)
        /// Thrown when the text ends where this was expected.
        case ended(expected: String)
        /// Thrown when a value is complete and more than white space follows.
        case trailing
        /// Thrown when a string holds bytes that are not UTF-8.
        case notUTF8
        /// Thrown when a string holds a control character that is not escaped.
        case controlCharacter(UInt8)
        /// Thrown when an escape sequence names half of a surrogate pair alone.
        case loneSurrogate
        /// Thrown when arrays and objects are nested deeper than the limit.
        case tooDeep(limit: Int)
        /// Thrown when the text holds more values than the limit.
        case tooMany(limit: Int)
        /// Thrown when an object repeats a name and its reader asked for unique ones.
        case repeatedName(String)
    }

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension JSONError {
    /// Where it stands in the text; both numbers count from 1, columns in Unicode scalars.
    package func place(in bytes: [UInt8]) -> (line: Int, column: Int) {
        let before = bytes.prefix(offset)
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Continuation bytes of UTF-8 begin no character.
        return (1 + before.count { $0 == 0x0A }, 1 + before[start...].count { $0 & 0xC0 != 0x80 })
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(reason) (at byte \(offset))" }
}

extension JSONError.Reason: CustomStringConvertible {
    /// What is wrong, without the place.
    package var description: String {
        switch self {
        case .expected(let what): "expected \(what)"
        case .ended(let what): "the text ends, expected \(what)"
        case .trailing: "more text after the value"
        case .notUTF8: "not UTF-8"
        case .controlCharacter(let byte): "control character \(byte) in a string"
        case .loneSurrogate: "half of a surrogate pair"
        case .tooDeep(let limit): "nested deeper than \(limit)"
        case .tooMany(let limit): "more than \(limit) values"
        case .repeatedName(let name): "the name \(JSONValue.string(name).serialized()) is repeated"
        }
    }
}

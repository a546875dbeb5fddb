/// Maps bytes to keys: sequences like xterm's by their grammar, a terminal's own from a table.
package struct KeySequences: Sendable {
    enum Outcome: Equatable {
        case key(Key, Int)
        /// Bytes that are ignored, such as an unknown sequence.
        case nothing(Int)
        case report(TerminalReport, Int)
        case pasteStart(Int)
        case incomplete
    }

    private var table: [[UInt8]: Key] = [:]
    private var beginnings: Set<[UInt8]> = []
    private var longest = 0

    /// Adds the sequences of one terminal, as terminfo lists them; only those that begin with ESC count.
    package init(_ own: [[UInt8]: Key] = [:]) {
        for (bytes, key) in own where bytes.first == 0x1B && bytes.count > 2 {
            table[bytes] = key
            longest = max(longest, bytes.count)
            for length in 2..<bytes.count { beginnings.insert(Array(bytes.prefix(length))) }
        }
    }

    /// Decodes the first key or report of at least one byte.
    func next(in bytes: ArraySlice<UInt8>) -> Outcome {
        let first = bytes[bytes.startIndex]
        if first == 0x1B { return escaped(bytes) }
        if first < 0x20 || first == 0x7F { return .key(Self.control(first), 1) }
        return Self.character(bytes)
    }

    private func escaped(_ bytes: ArraySlice<UInt8>) -> Outcome {
        guard bytes.count > 1 else { return .incomplete }
        if longest >= 3, bytes.count >= 3 {
            for length in 3...max(3, min(longest, bytes.count)) {
                if let key = table[Array(bytes.prefix(length))] { return .key(key, length) }
            }
        }
        switch bytes[bytes.startIndex + 1] {
        case 0x1B:
            return .key(.escape, 1)
        case UInt8(ascii: "["):
            let outcome = ControlSequence.next(in: bytes)
            let isOwn = outcome != .incomplete && beginnings.contains(Array(bytes))
            return isOwn && bytes.count > 2 ? .incomplete : outcome
        case UInt8(ascii: "O"):
            return ControlSequence.singleShift(in: bytes)
        case _ where Self.beginsString(bytes):
            return Self.controlString(bytes)
        default:
            return alternate(bytes)
        }
    }

    /// ESC before a key is how terminals send alt.
    private func alternate(_ bytes: ArraySlice<UInt8>) -> Outcome {
        switch next(in: bytes.dropFirst()) {
        case .key(let key, let length): .key(.modified(key, .alt), length + 1)
        case .nothing(let length), .report(_, let length): .nothing(length + 1)
        case .pasteStart, .incomplete: .incomplete
        }
    }

    /// Whether the bytes open an OSC, DCS, PM or APC (ECMA-48 §5.6).
    static func beginsString(_ bytes: some Collection<UInt8>) -> Bool {
        guard bytes.first == 0x1B, let second = bytes.dropFirst().first else { return false }
        return [UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "^"), UInt8(ascii: "_")].contains(second)
    }

    /// A control string: ended by BEL or ESC backslash, broken off by ctrl-c, CAN, SUB or any other ESC, which are then
    /// decoded by themselves.
    private static func controlString(_ bytes: ArraySlice<UInt8>) -> Outcome {
        for index in bytes.indices.dropFirst(2) {
            let length = index - bytes.startIndex
            switch bytes[index] {
            case 0x07: return ended(bytes.prefix(length), length + 1)
            case 0x03, 0x18, 0x1A: return .nothing(length)
            case 0x1B:
                guard index + 1 < bytes.endIndex else { return .incomplete }
                guard bytes[index + 1] == UInt8(ascii: "\\") else { return .nothing(length) }
                return ended(bytes.prefix(length), length + 2)
            default: continue
            }
        }
        return bytes.count < 4096 ? .incomplete : .nothing(bytes.count)
    }

    private static func ended(_ string: ArraySlice<UInt8>, _ length: Int) -> Outcome {
        TerminalReport(controlString: string.dropFirst()).map { .report($0, length) } ?? .nothing(length)
    }

    private static func control(_ byte: UInt8) -> Key {
        switch byte {
        case 0x00: .control(" ")
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        default: .control(Character(Unicode.Scalar(byte < 0x1B ? byte | 0x60 : byte | 0x40)))
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> Outcome {
        let length =
            switch bytes[bytes.startIndex] {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        let candidate = bytes.prefix(length)
        let isCut = candidate.dropFirst().contains { $0 & 0xC0 != 0x80 }
        if length == 0 || isCut { return .key(.character("\u{FFFD}"), 1) }
        if candidate.count < length { return .incomplete }
        guard let text = String(validating: candidate, as: UTF8.self), let character = text.first else {
            return .key(.character("\u{FFFD}"), 1)
        }
        let isControl = character.unicodeScalars.allSatisfy { $0.properties.generalCategory == .control }
        return isControl ? .nothing(length) : .key(.character(character), length)
    }
}

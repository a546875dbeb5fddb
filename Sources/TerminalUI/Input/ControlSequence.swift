/// The grammar of sequences that begin with ESC [ and ESC O (ECMA-48 §5.4, and xterm's use of it).
enum ControlSequence {
    /// No terminal sends a longer one for a key.
    private static let maximumLength = 64

    static func next(in bytes: ArraySlice<UInt8>) -> KeySequences.Outcome {
        let start = bytes.startIndex
        var index = start + 2
        // The Linux console sends F1 to F5 as ESC [ [ and a letter.
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "[") {
            guard index + 1 < bytes.endIndex else { return .incomplete }
            let number = Int(bytes[index + 1]) - 0x40
            return (1...5).contains(number) ? .key(.function(number), 4) : .nothing(4)
        }
        while index < bytes.endIndex, (0x20...0x3F).contains(bytes[index]) { index += 1 }
        guard index < bytes.endIndex else {
            return bytes.count < maximumLength ? .incomplete : .nothing(bytes.count)
        }
        let final = bytes[index]
        let length = index - start + 1
        // A byte that can't be part of a sequence ends it, and is then decoded by itself.
        guard (0x40...0x7E).contains(final) else { return .nothing(length - 1) }
        let parameters = bytes[start + 2..<index]
        if final == UInt8(ascii: "M"), parameters.isEmpty { return MouseReport.legacy(bytes) }
        if parameters.first == UInt8(ascii: "<") {
            return MouseReport.event(parameters.dropFirst(), final: final).map { .key(.mouse($0), length) }
                ?? .nothing(length)
        }
        // A character from < to ? before the numbers marks a report of the terminal.
        if let first = parameters.first, first >= 0x3C {
            let isIdentity = first == UInt8(ascii: "?") && final == UInt8(ascii: "c")
            return isIdentity ? .report(.deviceAttributes, length) : .nothing(length)
        }
        let numbers = self.numbers(in: parameters)
        if final == UInt8(ascii: "~"), numbers.first == 200 { return .pasteStart(length) }
        guard let key = key(final: final, numbers: numbers.isEmpty ? [0] : numbers) else { return .nothing(length) }
        return .key(modified(key, by: numbers.count > 1 ? numbers[1] : 1), length)
    }

    static func singleShift(in bytes: ArraySlice<UInt8>) -> KeySequences.Outcome {
        guard bytes.count > 2 else { return .incomplete }
        let final = bytes[bytes.startIndex + 2]
        switch final {
        case UInt8(ascii: "M"): return .key(.enter, 3)
        case UInt8(ascii: "a")...UInt8(ascii: "d"):
            guard let arrow = letters[final & 0xDF] else { return .nothing(3) }
            return .key(.modified(arrow, .control), 3)
        // The keypad in application mode: its digits and signs are shifted by 0x40.
        case UInt8(ascii: "j")...UInt8(ascii: "y"):
            return .key(.character(Character(Unicode.Scalar(final - 0x40))), 3)
        default:
            if let key = letters[final] { return .key(key, 3) }
            return .key(.modified(.character("O"), .alt), 2)
        }
    }

    static func numbers(in parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { digits in
            Int(String(decoding: digits.prefix(6), as: UTF8.self)) ?? 0
        }
    }

    private static let letters: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end, UInt8(ascii: "Z"): .backTab,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2), UInt8(ascii: "R"): .function(3),
        UInt8(ascii: "S"): .function(4),
    ]

    private static let numbered: [Int: Key] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5), 17: .function(6),
        18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10), 23: .function(11),
        24: .function(12),
    ]

    private static func key(final: UInt8, numbers: [Int]) -> Key? {
        switch final {
        case UInt8(ascii: "~"): numbers.first.flatMap { numbered[$0] }
        // Arrows with shift, as rxvt sends them.
        case UInt8(ascii: "a")...UInt8(ascii: "d") where numbers == [0]:
            letters[final & 0xDF].map { .modified($0, .shift) }
        default: letters[final]
        }
    }

    /// xterm adds the modifiers as a bit set plus one.
    private static func modified(_ key: Key, by parameter: Int) -> Key {
        let modifiers = KeyModifiers(rawValue: UInt8(truncatingIfNeeded: max(0, parameter - 1)) & 7)
        return modifiers.isEmpty ? key : .modified(key, modifiers)
    }
}

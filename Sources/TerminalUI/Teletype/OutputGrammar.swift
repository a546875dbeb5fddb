/// Splits what a program prints into text and controls (ECMA-48 §5), wherever its bytes are split between reads.
///
/// Of the strings that only a terminal could use, such as a title or text for the clipboard, nothing is kept. Controls
/// of the C1 set have their two-byte form alone: in UTF-8 their other form is text.
struct OutputGrammar: Sendable {
    enum Step: Equatable {
        /// Text without C0 controls.
        case text(String)
        case control(UInt8)
        /// ESC and one byte.
        case escape(UInt8)
        case function(ControlFunction)
    }

    private enum State {
        case ground, escape
        /// Between ESC with an intermediate byte and its final one.
        case intermediate
        case function
        /// A string of so many bytes.
        case string(Int)
    }

    private var state = State.ground
    /// The text since the last control, or the beginning of a character that is cut off.
    private var text: [UInt8] = []
    /// The bytes between CSI and its final one.
    private var parameters: [UInt8] = []

    /// A string that is longer has lost its end.
    private static let stringLimit = 1 << 20
    private static let parameterLimit = 128

    mutating func steps(in bytes: some Sequence<UInt8>) -> [Step] {
        var steps: [Step] = []
        for byte in bytes { take(byte, &steps) }
        flush(&steps, keepingTail: true)
        return steps
    }

    private mutating func take(_ byte: UInt8, _ steps: inout [Step]) {
        switch state {
        case .string(let count): return takeInString(byte, count)
        case .ground, .escape, .intermediate, .function: break
        }
        switch byte {
        case 0x1B:
            flush(&steps)
            state = .escape
        // CAN and SUB break off what has begun.
        case 0x18, 0x1A: state = .ground
        case ..<0x20:
            flush(&steps)
            steps.append(.control(byte))
        case 0x7F: break
        default: takeGraphic(byte, &steps)
        }
    }

    private mutating func takeGraphic(_ byte: UInt8, _ steps: inout [Step]) {
        switch state {
        case .ground: text.append(byte)
        case .escape: takeAfterEscape(byte, &steps)
        case .intermediate: if byte >= 0x30 { state = .ground }
        case .function:
            if (0x40...0x7E).contains(byte) {
                steps += ControlFunction(parameters, final: byte).map { [.function($0)] } ?? []
                state = .ground
            } else if parameters.count < Self.parameterLimit {
                parameters.append(byte)
            }
        case .string: break
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ steps: inout [Step]) {
        switch byte {
        case UInt8(ascii: "["):
            parameters = []
            state = .function
        // OSC, DCS, SOS, PM, APC, and the title of screen.
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "k"):
            state = .string(0)
        case 0x20...0x2F: state = .intermediate
        default:
            steps.append(.escape(byte))
            state = .ground
        }
    }

    /// Any ESC ends the string; that of its terminator is then a sequence without an effect.
    private mutating func takeInString(_ byte: UInt8, _ count: Int) {
        switch byte {
        case 0x1B: state = .escape
        case 0x07, 0x18, 0x1A: state = .ground
        default: state = count < Self.stringLimit ? .string(count + 1) : .ground
        }
    }

    private mutating func flush(_ steps: inout [Step], keepingTail: Bool = false) {
        guard !text.isEmpty else { return }
        let tail = keepingTail ? text.incompleteTail : 0
        let whole = text.dropLast(tail)
        if !whole.isEmpty { steps.append(.text(String(decoding: whole, as: UTF8.self))) }
        text = Array(text.suffix(tail))
    }
}

/// A control function with parameters: CSI, numbers, and the byte that names it.
struct ControlFunction: Equatable {
    /// `?` or another character that marks a function as a terminal's own.
    let mark: Character?
    /// Each with its parts; a number that is left out is 0.
    let parameters: [[Int]]
    let name: Character

    /// `nil` where it has an intermediate byte: none of those is of use here.
    init?(_ bytes: [UInt8], final: UInt8) {
        var rest = bytes[...]
        if let first = rest.first, first >= 0x3C {
            mark = Character(Unicode.Scalar(first))
            rest.removeFirst()
        } else {
            mark = nil
        }
        guard rest.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        parameters = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            part.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { digits in
                digits.prefix(5).reduce(0) { $0 * 10 + Int($1 & 0x0F) }
            }
        }
        name = Character(Unicode.Scalar(final))
    }

    /// A parameter's number; 0 where it is left out.
    func number(_ index: Int = 0) -> Int { parameters.indices.contains(index) ? parameters[index].first ?? 0 : 0 }

    /// How often something is done, once at least.
    var count: Int { max(1, number()) }
}

extension [UInt8] {
    /// How many bytes at the end begin a character of UTF-8 that has more.
    fileprivate var incompleteTail: Int {
        for length in 1...3 where length <= count {
            switch self[count - length] {
            case 0xC2...0xDF: return length < 2 ? length : 0
            case 0xE0...0xEF: return length < 3 ? length : 0
            case 0xF0...0xF4: return length < 4 ? length : 0
            case 0x80...0xBF: continue
            default: return 0
            }
        }
        return 0
    }
}

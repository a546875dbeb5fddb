/// What a terminal answers to a question: no key, although it comes the same way.
package enum TerminalReport: Hashable, Sendable {
    /// The colour that the terminal has behind its text (xterm, OSC 11).
    case background(ColorComponents)
    /// What the terminal is (ECMA-48 DA, `CSI c`): every terminal answers that, and answers in order.
    case deviceAttributes

    /// What an OSC reports; its bytes are those between ESC and the terminator.
    init?(controlString bytes: ArraySlice<UInt8>) {
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
        guard fields.count == 2, fields[0] == "]11", let color = ColorComponents(specification: fields[1]) else {
            return nil
        }
        self = .background(color)
    }
}

extension ColorComponents {
    /// The colour of an X11 specification such as `rgb:fdfd/f6f6/e3e3`, in which each part has one to four digits.
    init?(specification: some StringProtocol) {
        guard let colon = specification.firstIndex(of: ":"), ["rgb", "rgba"].contains(specification[..<colon]) else {
            return nil
        }
        let parts = specification[colon...].dropFirst().split(separator: "/").prefix(3).compactMap { digits -> UInt8? in
            guard (1...4).contains(digits.count), let value = UInt32(digits, radix: 16) else { return nil }
            let largest: UInt32 = (1 << (4 * UInt32(digits.count))) - 1
            return UInt8((value * 255 + largest / 2) / largest)
        }
        guard parts.count == 3 else { return nil }
        self.init(red: parts[0], green: parts[1], blue: parts[2])
    }
}

/// A terminal's answer to a question; it arrives between keys.
package enum TerminalReport: Hashable, Sendable {
    /// The terminal's background colour (xterm, OSC 11).
    case background(ColorComponents)
    /// The kind of terminal (ECMA-48 DA, `CSI c`): every terminal answers this question, and answers in order.
    case deviceAttributes

    /// Reads an OSC; its bytes are those between ESC and the terminator.
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

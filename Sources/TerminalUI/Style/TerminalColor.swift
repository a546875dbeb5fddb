/// A colour by its number in xterm's palette of 256, which other terminals have too.
package struct TerminalColor: Hashable, Sendable {
    package let number: UInt8

    package init(_ number: UInt8) {
        self.number = number
    }

    package static let black = TerminalColor(0)
    package static let red = TerminalColor(1)
    package static let green = TerminalColor(2)
    package static let magenta = TerminalColor(5)
    package static let cyan = TerminalColor(6)
    package static let white = TerminalColor(7)

    /// The colour that terminals show; `nil` for the first sixteen, which the user chooses.
    package var components: ColorComponents? {
        switch number {
        case ..<16: return nil
        case ..<232:
            let steps: [UInt8] = [0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF]
            let place = Int(number) - 16
            return ColorComponents(red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
        default:
            let level = 8 + 10 * (number - 232)
            return ColorComponents(red: level, green: level, blue: level)
        }
    }
}

/// Decodes mouse reports: xterm's SGR form, and the older form of terminals without SGR.
enum MouseReport {
    static func event(_ parameters: ArraySlice<UInt8>, final: UInt8) -> MouseEvent? {
        let numbers = ControlSequence.numbers(in: parameters)
        guard numbers.count == 3 else { return nil }
        return event(code: numbers[0], x: numbers[1], y: numbers[2], isRelease: final == UInt8(ascii: "m"))
    }

    static func legacy(_ bytes: ArraySlice<UInt8>) -> KeySequences.Outcome {
        guard bytes.count >= 6 else { return .incomplete }
        let values = bytes.dropFirst(3).prefix(3).map { Int($0) - 32 }
        let event = event(code: values[0], x: values[1], y: values[2], isRelease: values[0] & 3 == 3)
        return event.map { .key(.mouse($0), 6) } ?? .nothing(6)
    }

    private static func event(code: Int, x: Int, y: Int, isRelease: Bool) -> MouseEvent? {
        let position = Point(x: x - 1, y: y - 1)
        guard position.x >= 0, position.y >= 0 else { return nil }
        // 32 marks a movement, 128 the buttons at the side of a mouse; 66 and 67 are a wheel that is tilted.
        guard code & (32 | 128) == 0 else { return nil }
        if code & 64 != 0 {
            return code & 2 != 0 ? nil : MouseEvent(code & 1 == 0 ? .scrollUp : .scrollDown, at: position)
        }
        let button: MouseEvent.Button =
            switch code & 3 {
            case 0: .left
            case 1: .middle
            case 2: .right
            default: .none
            }
        return MouseEvent(isRelease ? .release : .press, button: button, at: position)
    }
}

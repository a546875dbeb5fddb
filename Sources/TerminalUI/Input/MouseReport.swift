/// What terminals send for the mouse: xterm's SGR form, and the older one of terminals that don't know it.
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
        if code & 64 != 0 { return MouseEvent(code & 1 == 0 ? .scrollUp : .scrollDown, at: position) }
        let button: MouseEvent.Button =
            switch code & 3 {
            case 0: .left
            case 1: .middle
            case 2: .right
            default: .none
            }
        if isRelease { return MouseEvent(.release, button: button, at: position) }
        return MouseEvent(code & 32 != 0 ? .drag : .press, button: button, at: position)
    }
}

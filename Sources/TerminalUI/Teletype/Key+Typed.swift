extension Key {
    /// What a terminal sends a program for the key; `nil` for a click.
    ///
    /// The text of a paste has no ESC, by which it could end the paste and go on as keys.
    package func typed(_ modes: Teletype.KeyModes) -> [UInt8]? {
        switch self {
        case .character(let character): Array(String(character).utf8)
        case .enter: [0x0D]
        case .tab: [0x09]
        case .escape: [0x1B]
        case .backspace: [0x7F]
        case .control(let letter): letter.asciiValue.map { [$0 & 0x1F] }
        case .paste(let text): Self.typed(paste: text, isMarked: modes.marksPastes)
        case .modified(let key, let modifiers): key.typed(with: modifiers)
        case .mouse: nil
        case .backTab: Self.sequence("[Z")
        default: typedSequence(modes)
        }
    }

    private func typedSequence(_ modes: Teletype.KeyModes) -> [UInt8]? {
        if let final { return Self.sequence((modes.sendsApplicationArrows ? "O" : "[") + final) }
        if case .function(let number) = self, (1...4).contains(number) {
            return Self.sequence("O" + ["P", "Q", "R", "S"][number - 1])
        }
        return number.map { Self.sequence("[\($0)~") }
    }

    private func typed(with modifiers: KeyModifiers) -> [UInt8]? {
        let parameter = Int(modifiers.rawValue) + 1
        if let final { return Self.sequence("[1;\(parameter)\(final)") }
        if let number { return Self.sequence("[\(number);\(parameter)~") }
        return typed(Teletype.KeyModes()).map { (modifiers.contains(.alt) ? [0x1B] : []) + $0 }
    }

    /// The letter that ends the sequence of an arrow, and of home and end.
    private var final: String? {
        switch self {
        case .up: "A"
        case .down: "B"
        case .right: "C"
        case .left: "D"
        case .home: "H"
        case .end: "F"
        default: nil
        }
    }

    /// The number of a key whose sequence ends with a tilde.
    private var number: Int? {
        switch self {
        case .insert: 2
        case .delete: 3
        case .pageUp: 5
        case .pageDown: 6
        case .function(let number):
            [5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24][number]
        default: nil
        }
    }

    private static func typed(paste text: String, isMarked: Bool) -> [UInt8] {
        let bytes = text.utf8.filter { $0 != 0x1B }.map { $0 == 0x0A ? 0x0D : $0 }
        return isMarked ? sequence("[200~") + bytes + sequence("[201~") : bytes
    }

    private static func sequence(_ text: String) -> [UInt8] { [0x1B] + Array(text.utf8) }
}

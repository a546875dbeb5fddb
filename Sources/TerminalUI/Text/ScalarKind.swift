/// How a terminal treats one Unicode scalar.
enum ScalarKind: Equatable {
    /// Takes this many columns, one or two.
    case spacing(Int)
    /// Is drawn over the character before it and takes no column.
    case mark
    /// Chooses between forms of the character before it.
    case variationSelector
    /// Must not be sent to a terminal: a control, invisible or reordering character, or an unassigned one, whose effect
    /// on a terminal is unknown.
    case hidden

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x20..<0x7F: self = .spacing(1)
        case 0..<0xA0: self = .hidden
        case 0xA0..<0x300 where value != 0xAD: self = .spacing(1)
        case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x3164, 0xFFA0: self = .hidden
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: self = .variationSelector
        // Medial vowels and final consonants of Hangul share the two columns of the initial consonant.
        case 0x1161...0x11FF, 0xD7B0...0xD7FB: self = .mark
        default: self = ScalarKind(category: scalar.properties.generalCategory, of: scalar)
        }
    }

    private init(category: Unicode.GeneralCategory, of scalar: Unicode.Scalar) {
        switch category {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: self = .hidden
        case .nonspacingMark, .enclosingMark: self = .mark
        default: self = .spacing(scalar.isWide ? 2 : 1)
        }
    }
}

extension Unicode.Scalar {
    /// Unicode's East Asian Width is W or F (UAX #11), over the assigned scalars.
    fileprivate var isWide: Bool {
        switch value {
        case ..<0x1100: false
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
            0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        // Half of a flag is shown as a letter in a box.
        case 0x1F1E6...0x1F1FF: false
        default: properties.isEmojiPresentation
        }
    }
}

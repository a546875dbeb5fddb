extension Appearance {
    fileprivate static func ink(_ number: UInt8, _ attributes: Attributes = []) -> Appearance {
        Appearance(TerminalColor(number), attributes)
    }

    fileprivate static func ink(_ number: UInt8, on ground: UInt8, _ attributes: Attributes = []) -> Appearance {
        Appearance(TerminalColor(number), on: TerminalColor(ground), attributes)
    }
}

/// The themes with a background of their own, in colours that look alike on every terminal with 256.
extension Theme {
    package static let dark = Theme(
        plain: .ink(252, on: 234),
        [
            .dim: .ink(248), .title: .ink(255, .bold), .border: .ink(245), .borderFocused: .ink(117),
            .accent: .ink(117), .success: .ink(114), .warning: .ink(221), .danger: .ink(210, .bold),
            .key: .ink(117, .bold), .selection: .ink(255, on: 24), .selectionUnfocused: .ink(252, on: 238),
            .badge: .ink(16, on: 215, .bold), .header: .ink(255, .bold), .card: .ink(210, .bold),
            .jsonName: .ink(117), .jsonString: .ink(114), .jsonNumber: .ink(215), .jsonLiteral: .ink(183),
            .barFull: .ink(114), .barEmpty: .ink(245), .barCaution: .ink(221), .barWarning: .ink(210, .bold),
            .symbol: .ink(16, on: 183), .match: .ink(16, on: 221),
            .field: .ink(252, on: 236, .underline), .fieldFocused: .ink(255, on: 238, .underline),
            .scrollbar: .ink(215), .codeModules: .ink(231, on: 16), .shade: .ink(245),
        ])

    package static let light = Theme(
        plain: .ink(235, on: 231),
        [
            .dim: .ink(241), .title: .ink(16, .bold), .border: .ink(243), .borderFocused: .ink(25),
            .accent: .ink(25), .success: .ink(28), .warning: .ink(94), .danger: .ink(160, .bold),
            .key: .ink(25, .bold), .selection: .ink(231, on: 25), .selectionUnfocused: .ink(235, on: 253),
            .badge: .ink(231, on: 94, .bold), .header: .ink(16, .bold), .card: .ink(160, .bold),
            .jsonName: .ink(25), .jsonString: .ink(28), .jsonNumber: .ink(130), .jsonLiteral: .ink(90),
            .barFull: .ink(28), .barEmpty: .ink(243), .barCaution: .ink(94), .barWarning: .ink(160, .bold),
            .symbol: .ink(231, on: 90), .match: .ink(16, on: 220),
            .field: .ink(235, on: 255, .underline), .fieldFocused: .ink(16, on: 254, .underline),
            .scrollbar: .ink(130), .codeModules: .ink(231, on: 16), .shade: .ink(243),
        ])

    package static let highContrast = Theme(
        plain: .ink(231, on: 16),
        [
            .dim: .ink(252), .title: .ink(231, .bold), .border: .ink(252), .borderFocused: .ink(226, .bold),
            .accent: .ink(51), .success: .ink(46), .warning: .ink(226), .danger: .ink(217, .bold),
            .key: .ink(51, .bold), .selection: .ink(16, on: 226, .bold), .selectionUnfocused: .ink(231, on: 19, .bold),
            .badge: .ink(16, on: 214, .bold), .header: .ink(231, .bold), .card: .ink(217, .bold),
            .jsonName: .ink(51), .jsonString: .ink(46), .jsonNumber: .ink(226), .jsonLiteral: .ink(213),
            .barFull: .ink(46), .barEmpty: .ink(252), .barCaution: .ink(226), .barWarning: .ink(217, .bold),
            .symbol: .ink(16, on: 213), .match: .ink(16, on: 46, .bold),
            .field: .ink(231, on: 235, .underline), .fieldFocused: .ink(231, on: 235, [.underline, .bold]),
            .scrollbar: .ink(51), .codeModules: .ink(231, on: 16), .shade: .ink(248),
        ])
}

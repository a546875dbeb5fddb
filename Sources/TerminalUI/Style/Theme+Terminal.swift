extension Theme {
    /// The terminal's own colours on its own background.
    ///
    /// Yellow and white as text, bright and dim variants, and any colour as background under the terminal's own
    /// foreground are not used: they can't be read on every background. Reverse video is used for emphasis instead.
    package static let terminal = Theme([
        .title: Appearance(nil, .bold),
        .borderFocused: Appearance(.cyan),
        .accent: Appearance(.cyan),
        .success: Appearance(.green),
        .warning: Appearance(.magenta),
        .danger: Appearance(.red),
        .key: Appearance(.cyan),
        .selection: Appearance(nil, .reverse),
        .selectionUnfocused: Appearance(nil, [.bold, .underline]),
        .badge: Appearance(.magenta, .reverse),
        .header: Appearance(nil, .bold),
        .card: Appearance(.red),
        .jsonName: Appearance(.cyan),
        .jsonString: Appearance(.green),
        .jsonNumber: Appearance(.magenta),
        .jsonLiteral: Appearance(.magenta),
        .barFull: Appearance(.green),
        .barCaution: Appearance(.magenta),
        .barWarning: Appearance(.red),
        .symbol: Appearance(.magenta, .reverse),
        .match: Appearance(nil, [.reverse, .bold]),
        .field: Appearance(nil, .underline),
        .fieldFocused: Appearance(nil, [.underline, .bold]),
        .scrollbar: Appearance(.green),
        .codeModules: Appearance(.white, on: .black),
        .shade: Appearance(nil, .dim),
    ])

    /// Attributes alone, for `NO_COLOR` and for terminals without colour.
    package static let monochrome = Theme([
        .title: Appearance(nil, .bold),
        .borderFocused: Appearance(nil, .bold),
        .danger: Appearance(nil, .bold),
        .key: Appearance(nil, .bold),
        .selection: Appearance(nil, .reverse),
        .selectionUnfocused: Appearance(nil, [.bold, .underline]),
        .badge: Appearance(nil, [.bold, .reverse]),
        .header: Appearance(nil, .bold),
        .card: Appearance(nil, .bold),
        .jsonLiteral: Appearance(nil, .bold),
        .barWarning: Appearance(nil, .bold),
        .symbol: Appearance(nil, .reverse),
        .match: Appearance(nil, [.reverse, .bold]),
        .field: Appearance(nil, .underline),
        .fieldFocused: Appearance(nil, [.underline, .bold]),
        .shade: Appearance(nil, .dim),
    ])
}

/// Resolves roles to looks.
package struct Theme: Hashable, Sendable {
    private let appearances: [StyleRole: Appearance]

    private init(_ appearances: [StyleRole: Appearance]) {
        self.appearances = appearances
    }

    /// The look of a role, with the style's own attributes added; a role that the theme leaves out looks plain.
    package subscript(style: Style) -> Appearance {
        var appearance = appearances[style.role] ?? Appearance()
        appearance.attributes.formUnion(style.attributes)
        return appearance
    }

    /// Whether any role has a colour.
    package var usesColor: Bool {
        appearances.values.contains { $0.foreground != nil || $0.background != nil }
    }

    /// Colours on the terminal's own background.
    ///
    /// Yellow and white as text, and any colour as background under the terminal's own foreground, are left out:
    /// they can't be read on every background. What stands out most is reversed instead.
    package static let standard = Theme([
        .dim: Appearance(nil, [.dim]),
        .title: Appearance(nil, [.bold]),
        .border: Appearance(nil, [.dim]),
        .borderFocused: Appearance(.cyan, [.bold]),
        .accent: Appearance(.cyan),
        .success: Appearance(.green),
        .warning: Appearance(.magenta),
        .danger: Appearance(.red, [.bold]),
        .key: Appearance(.cyan, [.bold]),
        .selection: Appearance(nil, [.reverse]),
        .selectionUnfocused: Appearance(nil, [.bold, .underline]),
        .badge: Appearance(.magenta, [.bold, .reverse]),
        .header: Appearance(nil, [.bold]),
        .card: Appearance(.red, [.bold]),
        .jsonName: Appearance(.cyan),
        .jsonString: Appearance(.green),
        .jsonNumber: Appearance(.magenta),
        .jsonLiteral: Appearance(.magenta, [.bold]),
        .barFull: Appearance(.green),
        .barEmpty: Appearance(nil, [.dim]),
        .barWarning: Appearance(.red, [.bold]),
        .symbol: Appearance(.magenta, [.reverse]),
        .match: Appearance(nil, [.reverse, .bold]),
        .field: Appearance(nil, [.underline]),
        .fieldFocused: Appearance(nil, [.underline, .bold]),
        .scrollbar: Appearance(.cyan),
        .codeModules: Appearance(.white, on: .black),
    ])

    /// Attributes alone, for `NO_COLOR` and for terminals without colour.
    package static let monochrome = Theme(
        standard.appearances.mapValues { Appearance(nil, $0.attributes) })
}

/// Resolves roles to looks.
///
/// `dark`, `light` and `high-contrast` have backgrounds of their own, so that every role has the same contrast on any
/// terminal. `terminal` has the sixteen colours and the background that the user has chosen.
package struct Theme: Hashable, Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case dark, light
        case highContrast = "high-contrast"
        case terminal
    }

    /// How many colours a terminal has.
    package enum ColorSupport: Sendable {
        case none
        /// Eight or sixteen, which the user chooses.
        case basic
        case palette
    }

    /// The look of plain text, and the background of every role without one.
    private let plain: Appearance
    private let appearances: [StyleRole: Appearance]

    init(plain: Appearance = Appearance(), _ appearances: [StyleRole: Appearance]) {
        self.plain = plain
        self.appearances = appearances
    }

    /// The named theme, or the nearest one for the terminal's number of colours.
    ///
    /// With few colours, nothing has more contrast than the terminal's own foreground and background.
    package init(_ name: Name, for colors: ColorSupport) {
        switch (colors, name) {
        case (.none, _), (.basic, .highContrast): self = .monochrome
        case (.basic, _), (.palette, .terminal): self = .terminal
        case (.palette, .dark): self = .dark
        case (.palette, .light): self = .light
        case (.palette, .highContrast): self = .highContrast
        }
    }

    /// The look of a style; of its own attributes only those that keep it readable are added.
    package subscript(style: Style) -> Appearance {
        var appearance = appearances[style.role] ?? plain
        appearance.foreground = appearance.foreground ?? plain.foreground
        appearance.background = appearance.background ?? plain.background
        appearance.attributes.formUnion(style.attributes)
        // Terminals show one of the first sixteen colours in bold as its bright variant, which may have no contrast.
        if let color = appearance.foreground, color.components == nil { appearance.attributes.remove(.bold) }
        // Each terminal decides how much paler dim text is.
        if plain.background != nil { appearance.attributes.remove(.dim) }
        return appearance
    }
}

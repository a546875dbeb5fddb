/// Resolves roles to looks.
///
/// `dark`, `light` and `high-contrast` bring their own background, so that every role is as readable on any terminal
/// as it is here. `terminal` has the colours that the terminal's owner has chosen, on their background.
package struct Theme: Hashable, Sendable {
    package enum Name: String, CaseIterable, Sendable {
        case dark, light
        case highContrast = "high-contrast"
        case terminal
    }

    /// How many colours a terminal has.
    package enum ColorSupport: Sendable {
        case none
        /// Eight or sixteen, which the terminal's owner chooses.
        case basic
        case palette
    }

    /// How text looks that has no other role, and what every background is that a role doesn't bring itself.
    private let plain: Appearance
    private let appearances: [StyleRole: Appearance]

    init(plain: Appearance = Appearance(), _ appearances: [StyleRole: Appearance]) {
        self.plain = plain
        self.appearances = appearances
    }

    /// The theme as far as the terminal's colours go.
    ///
    /// With few colours nothing contrasts more than the terminal's own foreground and background.
    package init(_ name: Name, for colors: ColorSupport) {
        switch (colors, name) {
        case (.none, _), (.basic, .highContrast): self = .monochrome
        case (.basic, _), (.palette, .terminal): self = .terminal
        case (.palette, .dark): self = .dark
        case (.palette, .light): self = .light
        case (.palette, .highContrast): self = .highContrast
        }
    }

    /// The look of a role, with the style's own attributes added as far as they keep it readable.
    package subscript(style: Style) -> Appearance {
        var appearance = appearances[style.role] ?? plain
        appearance.foreground = appearance.foreground ?? plain.foreground
        appearance.background = appearance.background ?? plain.background
        appearance.attributes.formUnion(style.attributes)
        // Terminals show one of the first colours in bold as its bright variant, which need not contrast at all.
        if let color = appearance.foreground, color.components == nil { appearance.attributes.remove(.bold) }
        // How much paler dim text is, each terminal decides.
        if plain.background != nil { appearance.attributes.remove(.dim) }
        return appearance
    }
}

/// How one role looks; `nil` is the terminal's own foreground or background.
package struct Appearance: Hashable, Sendable {
    package var foreground: TerminalColor?
    package var background: TerminalColor?
    package var attributes: Attributes

    package init(
        _ foreground: TerminalColor? = nil, on background: TerminalColor? = nil, _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}

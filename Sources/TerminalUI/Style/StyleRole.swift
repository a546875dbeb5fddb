/// The meaning of a cell; a ``Theme`` decides how it looks.
package enum StyleRole: UInt8, Hashable, Sendable, CaseIterable {
    case text, dim, title, border, borderFocused
    case accent, success, warning, danger
    /// A key in a hint, a tab strip or a help page.
    case key
    case selection
    /// The selection in a pane that hasn't the focus.
    case selectionUnfocused
    /// A short mark that must not be overlooked, such as an armed fault.
    case badge
    case header
    case card
    case jsonName, jsonString, jsonNumber, jsonLiteral
    case barFull, barEmpty, barWarning
    /// A symbol in place of a character that can't be shown.
    case symbol
    /// A search's match.
    case match
    case field, fieldFocused
    case scrollbar
    /// The light modules of a QR code on dark ones, which a camera needs on every background.
    case codeModules
    /// The screen behind a popup.
    case shade
    /// A bar that is about to need attention, between ``barFull`` and ``barWarning``.
    case barCaution
}

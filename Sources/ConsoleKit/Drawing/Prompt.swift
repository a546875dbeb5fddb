package import TerminalUI

/// A text field that has the keys, as the last row of the screen shows it.
package struct Prompt: Sendable {
    package var title: String
    /// What enter does.
    package var verb: String
    /// What esc does.
    package var cancel: String
    /// `nil` where the field is drawn in its pane.
    package var field: TextField?
    package var placeholder: String
    package var flaw: String?
    /// Whether enter begins a new line, and tab does what enter does elsewhere.
    package var isMultiline: Bool
    /// The only key that is not typed; `nil` where enter and esc end the field.
    package var wayOut: Binding?
    /// What enter reaches with what is typed.
    package var reaches: Outside

    package init(
        title: String, verb: String, cancel: String = "cancel", field: TextField? = nil, placeholder: String = "",
        flaw: String? = nil, isMultiline: Bool = false, wayOut: Binding? = nil, reaches: Outside = []
    ) {
        (self.title, self.verb, self.cancel, self.field) = (title, verb, cancel, field)
        (self.placeholder, self.flaw, self.isMultiline) = (placeholder, flaw, isMultiline)
        (self.wayOut, self.reaches) = (wayOut, reaches)
    }

    /// What esc does where something was typed that it would lose.
    package static let askingCancel = "discard it, after asking"
}

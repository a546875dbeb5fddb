import TerminalUI

/// A text field that has the keys, as the last row of the screen shows it.
struct Prompt: Sendable {
    var title: String
    /// What enter does.
    var verb: String
    /// What esc does.
    var cancel = "cancel"
    /// `nil` where the field is drawn in its pane.
    var field: TextField?
    var placeholder = ""
    var flaw: String?
    /// Whether enter begins a new line, and tab does what enter does elsewhere.
    var isMultiline = false
    /// The only key that is not typed; `nil` where enter and esc end the field.
    var wayOut: Binding?
    /// What enter reaches with what is typed.
    var reaches: Outside = []

    /// What esc does where something was typed that it would lose.
    static let askingCancel = "discard it, after asking"
}

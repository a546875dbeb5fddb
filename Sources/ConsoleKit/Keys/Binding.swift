package import TerminalUI

/// The keys of an action and what it does, in words.
package struct Binding: Sendable, Hashable {
    /// The first one is what hints show.
    package let keys: [Key]
    /// One or two words for the hint line.
    package let hint: String
    /// One line for the help page.
    package let summary: String
    package let group: Group
    /// What it reaches, as far as that is known before it is carried out; its effects say the rest.
    package let reaches: Outside

    /// A heading of the help page.
    package enum Group: String, Sendable, CaseIterable {
        case screens = "Screens"
        case session = "Session"
        case requests = "Requests"
        case events = "Events"
        case tokens = "Tokens"
        case lab = "Lab"
        case panes = "Panes"
        case time = "Time"
        case movement = "Moving"
        case text = "Text"
        case program = "Program"
        case dialogs = "In a dialog"
        case scenario = "While a scenario plays"
    }

    package init(_ keys: [Key], _ hint: String, _ summary: String, _ group: Group, reaches: Outside = []) {
        self.keys = keys
        self.hint = hint
        self.summary = summary
        self.group = group
        self.reaches = reaches
    }

    /// The first key as texts on the screen name it.
    package func key(_ glyphs: Glyphs) -> String { keys.first?.name(glyphs) ?? "" }

    /// The key in notices, which are made without glyphs: for keys that are letters.
    package var letter: String { key(.ascii) }
}

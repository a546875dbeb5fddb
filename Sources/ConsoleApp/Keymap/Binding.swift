package import TerminalUI

/// One line of the keymap: an action, its keys, where they work and what they do, in words.
package struct Binding: Sendable {
    package let action: Action
    /// The first one is what hints show.
    package let keys: [Key]
    /// The panes it works in while they have the focus.
    package let panes: Set<Panel>
    /// One or two words for the hint line.
    package let hint: String
    /// One line for the help page and the README.
    package let summary: String
    package let group: Group

    /// A heading of the help page.
    package enum Group: String, Sendable, CaseIterable {
        case session = "Session"
        case requests = "Requests"
        case events = "Events"
        case panes = "Panes"
        case movement = "Moving"
        case text = "Text"
        case program = "Program"
    }

    init(
        _ action: Action, _ keys: [Key], _ hint: String, _ summary: String, _ group: Group,
        in panes: Set<Panel> = Set(Panel.allCases)
    ) {
        self.action = action
        self.keys = keys
        self.panes = panes
        self.hint = hint
        self.summary = summary
        self.group = group
    }

    var isEverywhere: Bool { panes.count == Panel.allCases.count }
}

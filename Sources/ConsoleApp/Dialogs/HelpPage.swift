import TerminalUI

/// The help page, made of the keymap and of the menus' tables.
struct HelpPage {
    let panel: Panel
    /// Below 60 columns the actions' names are left out.
    let width: Int
    let glyphs: Glyphs

    private static let keyWidth = 12
    private static let nameWidth = 15

    /// The number of lines; it depends on nothing.
    static let height = HelpPage(panel: .request, width: 80, glyphs: .unicode).lines.count

    /// All keys by groups; those that do nothing in the pane are dim.
    var lines: [StyledText] {
        let groups = Binding.Group.allCases.flatMap { group in
            [StyledText(group.rawValue, .title)]
                + Keymap.bindings.filter { $0.group == group }.map(line) + [StyledText()]
        }
        let flows = SignInFlowKind.allCases.map { row("l \($0.letter)", $0.rawValue, $0.summary) }
        let faults = Fault.allCases.map { row("x \($0.letter)", $0.rawValue, $0.summary) }
        let copies = CopyItem.allCases.map { row("y \($0.rawValue)", "copy", $0.title) }
        let panels = Panel.allCases.map { row("tab", $0.title.lowercased(), $0.summary) }
        return groups + [StyledText("Signing in, after l", .title)] + flows
            + [StyledText(), StyledText("Faults, after x", .title)] + faults
            + [StyledText(), StyledText("Copying, after y", .title)] + copies
            + [StyledText(), StyledText("The panes", .title)] + panels
    }

    private func line(of binding: Binding) -> StyledText {
        let place = Keymap.place(binding).map { " (\($0))" } ?? ""
        return row(
            Keymap.keys(binding, glyphs), binding.action.rawValue, binding.summary + place,
            isDim: !binding.panes.contains(panel))
    }

    private func row(_ keys: String, _ name: String, _ text: String, isDim: Bool = false) -> StyledText {
        let shownName = width < 60 ? "" : TextWidth.pad(name, to: Self.nameWidth + 1)
        let style: Style = isDim ? .dim : .text
        return StyledText(" ") + StyledText(TextWidth.pad(keys, to: Self.keyWidth), isDim ? .dim : .key)
            + StyledText(shownName, .dim) + StyledText(text, style)
    }
}

import ConsoleFaults
import ConsoleKit
import TerminalUI

/// What the help page lists.
struct HelpContent {
    private let rows: [KeyRow]
    private let screen: ScreenID
    private let panes: [PaneTitle]
    private let copyItems: [CopyItem]
    /// What can be typed and has no key.
    private let commands: [CommandPrompt.Candidate]
    /// Empty where nothing signs in.
    private let flows: [SignInFlowKind]
    private let faults: [LabFault]
    private let glossary: [HelpLine.Row]

    init(
        rows: [KeyRow], on screen: ScreenID, panes: [PaneTitle], copyItems: [CopyItem],
        commands: [CommandPrompt.Candidate], context: ConsoleContext
    ) {
        (self.rows, self.screen, self.panes, self.copyItems) = (rows, screen, panes, copyItems)
        self.commands = commands
        let hasSession = context.allows(.session)
        flows = hasSession ? SignInFlowKind.allCases : []
        faults = context.faults
        glossary = [Self.fingerprint] + Self.marks + (hasSession ? Self.signs + Self.sessionWords : [])
    }

    /// The lines: those of this pane first, and those of other panes dimmed.
    func lines(in place: String) -> [HelpLine] {
        let here = rows.filter { $0.works(on: screen) }
        let line = { (row: KeyRow, isElsewhere: Bool) in
            HelpLine.Row(
                keys: row.keys, name: row.name,
                text: row.binding.summary + (isElsewhere ? row.place.map { " (\($0))" } ?? "" : ""),
                isElsewhere: isElsewhere,
                target: Motion(rawValue: row.name) == nil ? .action(row.name, place: row.place, on: nil) : .motion)
        }
        let ofPane = here.filter { $0.place == place.lowercased() }.map { line($0, false) }
        let keyRows = { (group: Binding.Group) in
            here.filter { $0.binding.group == group && $0.place != place.lowercased() }
                .map { line($0, $0.place != nil) }
        }
        let typed = commands.map { command in
            HelpLine.Row(
                keys: { "\(ShellAction.command.key($0))\(command.name.trimmed)" }, name: command.name.trimmed,
                text: command.words, target: .command(command.name))
        }
        let elsewhere = ScreenID.allCases.map { other in
            let rows = rows.filter { !$0.works(on: screen) && $0.screens.first == other }.map { row in
                HelpLine.Row(
                    keys: row.keys, name: row.name, text: "\(row.binding.summary) (\(row.whereabouts))",
                    isElsewhere: true, target: .action(row.name, place: row.place, on: other))
            }
            return ("On screen \(other.letter), \(other.binding.hint)", rows)
        }
        let after = { (action: ShellAction, letter: Character) -> @Sendable (Glyphs) -> String in
            { "\(action.key($0)) \(letter)" }
        }
        let signIns = flows.map {
            HelpLine.Row(keys: after(.signIn, $0.letter), name: $0.rawValue, text: $0.summary, target: .signIn)
        }
        let injections = faults.map {
            HelpLine.Row(keys: after(.faults, $0.letter), name: $0.rawValue, text: $0.summary, target: .fault($0))
        }
        let copies = copyItems.map {
            HelpLine.Row(keys: after(.copy, $0.rawValue), name: "copy", text: $0.title, target: .copy($0))
        }
        let titles = panes.map { pane in
            HelpLine.Row(
                keys: ShellAction.nextPane.key, name: pane.title.lowercased(), text: pane.summary,
                target: .pane(pane.title))
        }
        let groups =
            [("This pane", ofPane)] + Binding.Group.allCases.map { ($0.rawValue, keyRows($0)) } + [
                ("Commands without a key", typed),
                ("Signing in, after \(ShellAction.signIn.letter)", signIns),
                ("Faults, after \(ShellAction.faults.letter)", injections),
                ("Copying, after \(ShellAction.copy.letter)", copies),
                ("The panes", titles), ("What the words and signs mean", glossary),
            ] + elsewhere
        let lines = groups.filter { !$0.1.isEmpty }.flatMap { (heading, rows) -> [HelpLine] in
            [.heading(heading)] + rows.map { .row($0) } + [.blank]
        }
        return Array(lines.dropLast())
    }

    // Words and signs of the screen that are not everybody's.

    private static let fingerprint = word("A3F1", "a token: the first 4 hex digits of its SHA-256")
    private static let marks = [
        mark(\.cross, "refused", "refused, lost, or a client's fault: red"),
        mark({ _ in "!" }, "needed", "will need you, or was injected: yellow"),
        mark(\.dash, "aside", "by the way: dim; of a server, where a client is watched"),
        mark(\.square, "ended", "over: a session that was lost, or what was watched"),
    ]
    private static let signs = [
        HelpLine.Row(
            keys: { "\($0.arrowHeadLeft)A3F1" }, name: "issued", text: "the answer issued this token (flow)",
            target: .nothing),
        HelpLine.Row(
            keys: { "\(FlowStep.alteredSign($0))A3F1" }, name: "altered",
            text: "a fault altered this token on the way (flow)", target: .nothing),
    ]
    private static let sessionWords = [
        word("sign-in 2", "the second session of this profile: each sign-in begins one"),
        word("verified", "when a server last answered 2xx to the token"),
        word("suspect", "a refresh was refused once; the next call decides"),
    ]

    private static func mark(
        _ sign: @escaping @Sendable (Glyphs) -> String, _ name: String, _ meaning: String
    ) -> HelpLine.Row { HelpLine.Row(keys: sign, name: name, text: meaning, target: .nothing) }

    private static func word(_ word: String, _ meaning: String) -> HelpLine.Row {
        HelpLine.Row(keys: { _ in "" }, name: word, text: meaning, target: .nothing)
    }
}

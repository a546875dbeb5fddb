import ConsoleKit
import ConsoleApp
import TerminalUI

extension HelpTopic {
    /// The console's screens; the tables of keys are the keymap's.
    static let screens = HelpTopic(
        name: "screens",
        summary: "the console's screens, commands, colours and every key",
        parts: { introduction + screenParts + console + keyParts })

    private static let introduction: [Part] = [
        .paragraph(
            """
            The console shows one session on five screens. A number chooses a screen. '?' lists the keys that work on \
            it, \
            and ':' runs any action by its name. One pane has the focus; 'tab' moves it to the next one, and 'f' zooms \
            the pane.
            """),
        .table(keys(of: .screens)),
    ]

    private static let screenParts: [Part] = [
        .heading("Session"),
        .paragraph(
            """
            The screen shows the state, the remaining lifetime of each token, user info, the request panel, the last \
            response and the events. 'r' sends the request of the panel, and 'b' sends it many times at once. 'd' in \
            the \
            response lists every message of that call, retries and refresh included. A forced logout opens a card with \
            the chain of events that led to it.
            """),
        .heading("Client"),
        .paragraph(
            """
            'session-console watch --from FILE.har' and 'session-console open FILE.har' show another program's \
            traffic. \
            This screen stands in the place of Session then: the sessions that were seen, with the refresh tokens of \
            each \
            and the program that presented each one last; the findings; and the messages of the session or finding \
            that \
            is selected. '⏎' shows the messages behind a finding, 'c' what a right client does, with the section that \
            says \
            so, and 'w' saves the findings as a page for a ticket. '{' and '}' go from finding to finding: the \
            screens are \
            shown as they were then. Flow has a lane for each program. 'session-console open watch-demo' shows a wrong \
            client that ships with the program.
            """),
        .heading("Flow"),
        .paragraph(
            """
            Each line is a message between the console, the browser, the provider and the API. '⏎' opens a message \
            with \
            its answer, 'c' jumps to its cause, '/' filters the lines, and 'w' saves the diagram as Mermaid. The \
            screen keeps the newest \(Flow.capacity) lines. Requests that other processes send for the same session \
            appear in a \
            lane of their own, without headers and bodies.
            """),
        .heading("Tokens"),
        .paragraph(
            """
            The screen decodes the session's tokens and shows how each one ended. 'p' reads a pasted token; nothing is \
            sent. 'V' verifies the signature, 'I' asks the provider, and 'c' compares a token with others.
            """),
        .heading("Requests"),
        .paragraph(
            """
            The screen lists the request files of a folder and sends their requests: see 'session-console help \
            requests'. What is chosen here stands in the panel of the first screen, too, with its answer, and is sent \
            and edited from either; there 'D' shows the panel's own request again.
            """),
        .heading("Lab"),
        .paragraph(
            """
            'x' lists the faults over any screen. A letter or '⏎' injects one; '+' and '-' change how often it \
            strikes, and an asterisk keeps it armed. After each fault the Lab says what the session did, and whether \
            that was right; beside it stands what is armed, which '⏎' disarms. 'P' arms a preset of several. In the \
            demo another pane shows the provider: its sessions, its tokens with their clocks, and its requests by \
            endpoint. 'X' revokes, '+' and '-' change the lifetime of access tokens, and '(' and ')' move the \
            provider's clock.
            """),
        .paragraph(
            """
            'session-console provider --watch' shows that pane for a provider that other programs use. Point an app at \
            it to see each request of the app, and what was wrong with it.
            """),
    ]

    private static let console: [Part] = [
        .heading("Commands"),
        .paragraph(
            """
            After ':' type the name of an action, or a part of it. Enter runs an exact name at once and shows a guess \
            first. '↑' recalls earlier commands. After a method the paths are listed, in the demo with what each shows.
            """),
        .table([
            (":get /me", "send a request; ':post /echo {\"a\":1}' sends a body too"),
            (":burst 50", "send the request of the panel 50 times"),
            (":fault network off", "inject a fault by its name"),
            (":preset flaky mobile network", "arm a preset of several faults"),
            (":profile NAME", "show the session of another profile; this one goes on"),
            (":split NAME", "show two sessions side by side, in 81 columns or more"),
            (":split", "open a second session on the same store, as another process would"),
            (":sessions", "list the sessions of all profiles, as their stores have them"),
            (":proxy", "open an address where other programs' calls get the session's token"),
            (":proxy 8080", "the same at another port, with a key for this console alone"),
            (":record FILE", "record the session to a new file"),
            (":messages", "list the last notices"),
            (":theme light", "change the colours"),
            (":mouse", "use the mouse, or stop using it"),
        ]),
        .heading("Two sessions"),
        .paragraph(
            """
            In the demo the names for ':profile' and ':split' are 'demo' and the users. 'W' moves the focus to the \
            other \
            session, and 'q' closes a half. A second session on the same store picks up the tokens that the first one \
            refreshes, and the flow of each shows what the other sends.
            """),
        .heading("Back in time"),
        .paragraph(
            """
            '<' and '>' step through the past of the session, '{' and '}' go from one main event to the next, and '@' \
            goes to a time. The session itself goes on. 'session-console help recordings' explains how to keep the past.
            """),
        .heading("Colours and the mouse"),
        .paragraph(
            """
            The colours are dark or light, as the background of the terminal is. '--theme', ':theme' and a profile's \
            'theme' choose \(Theme.Choice.allCases.map(\.rawValue).joined(separator: ", ")). 'terminal' uses the \
            terminal's own sixteen colours. NO_COLOR turns colours off, and '--ascii' draws with ASCII characters.
            """),
        .paragraph(
            """
            Each colour repeats what a word or a sign says. For a screen reader or a log, 'session-console status \
            --follow' prints the session and each change of it as lines of text, and needs no terminal.
            """),
        .paragraph(
            """
            '--mouse' turns the mouse on. A click focuses a pane, selects a row or a tab, or presses a key's hint; the \
            wheel scrolls. Each of these has a key too.
            """),
    ]

    private static var keyParts: [Part] {
        Binding.Group.allCases.filter { $0 != .screens }.flatMap { group -> [Part] in
            let keys = keys(of: group)
            return keys.isEmpty ? [] : [.heading("Keys: \(group.rawValue)"), .table(keys)]
        }
    }

    /// The keys of a group with what they do, where they work, and the action's name after ':'.
    static func keys(of group: Binding.Group) -> [Row] {
        Keymap.rows.filter { $0.binding.group == group }.map { row in
            let place = row.whereabouts.isEmpty ? "" : " (\(row.whereabouts))"
            return (row.keys(.unicode), "\(row.binding.summary)\(place) [:\(row.name)]")
        }
    }
}

import ConsoleApp
import FoundationEssentials
import HostSystem
import JOSE
import Recordings
import TerminalUI

/// `events`: the session's recent events, of every process that uses it.
extension Command {
    static let events = Command(
        name: "events",
        summary: "show the session's recent events, of every process that uses it",
        usage: "[--follow] [--flow]",
        details: """
            The record is stored next to the session. Its size is limited, and it holds no
            secrets: tokens appear as the first digits of their SHA-256. 'because of N'
            names the earlier event of the same process that caused this one. It has room
            for some 500 events of calls a second; a line says how many events before it
            are left out.

            With --flow the messages are the lines of a sequence diagram for each process
            and, where a console has several sessions, for each session: the time, how long
            after the end of the previous line, the direction ('->' or '<-'), the status,
            the duration, the token's fingerprint, the path and the names of parameters.
            Equal lines of a burst become one line. Lines are as wide as the terminal;
            without one, as wide as COLUMNS says, or 160 columns. Longer lines continue on
            the next.

            With --json, one line per event with what is known of it,
            \(OtherProcessEvent.shape.lines)
            and the facts of the kind, such as "access_token" (its fingerprint), "error",
            "flow", "reason", "status".
            "uptime" is a time in seconds that never jumps; "session" is the number of a
            process's session, from the second on. Messages have no contents, only the names
            of parameters, the error of an answer and the fingerprints of tokens.
            """,
        example: "session-console events --follow --json | jq -r .kind",
        options: [.follow, .flowDiagram, .json],
        takesProvider: true,
        run: { context in
            let profile = context.profileName
            guard ProfileFolder.isName(profile) else { throw CommandFailure(.badName(profile)) }
            let file = EventFile(path: try context.folders().eventFile(profile: profile))
            if let obstacle = file.obstacle {
                throw CommandFailure(
                    .failed, "The events can't be read: \(obstacle).",
                    advice: "Make that file your own (chown, chmod 600), or move it away.")
            }
            var tail = EventTail(file)
            let isFollowing = context.invocation.contains(.follow)
            var flow = FlowPrinter(width: Terminal.width ?? Self.columns ?? Self.widthWithoutTerminal)
            var leftOut = 0
            repeat {
                let events = tail.next()
                if context.printsJSON {
                    for event in events { try context.output.json(.object(event)) }
                } else if context.invocation.contains(.flowDiagram) {
                    for event in events { flow.take(event) }
                    for line in flow.lines(isEnd: !isFollowing) {
                        try context.output.line(SafeText.plain(line, glyphs: .unicode))
                    }
                } else {
                    for event in events {
                        // A message has no line, and what is left out before it is left out before the next one.
                        leftOut += event["left_out"]?.int ?? 0
                        guard event["kind"] != "exchange" else { continue }
                        try context.output.line(SafeText.plain(line(event, after: leftOut), glyphs: .unicode))
                        leftOut = 0
                    }
                }
                if isFollowing { try await Task.sleep(for: .milliseconds(100)) }
            } while isFollowing
            return .done
        })

    /// There the names of parameters stand beside most messages.
    private static let widthWithoutTerminal = 160

    /// What the environment says of the terminal's width.
    private static var columns: Int? {
        getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { (40...1_000).contains($0) ? $0 : nil }
    }

    /// `leftOut` events before it are in no line.
    private static func line(_ event: JSONObject, after leftOut: Int) -> String {
        func text(_ name: String) -> String { event[name].map { $0.string ?? $0.serialized() } ?? "" }
        let cause = event["cause"]?.int.map { " (because of \($0))" } ?? ""
        let gap = leftOut > 0 ? " (\(leftOut) before it are left out)" : ""
        let process = "\(text("program"))[\(text("process"))]"
        return "\(text("time"))  \(process) \(text("sequence"))  \(text("text"))\(cause)\(gap)"
    }
}

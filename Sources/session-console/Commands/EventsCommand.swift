import FoundationEssentials
import JOSE
import TerminalUI

/// `events`: the session's recent events, of every process that uses it.
extension Command {
    static let events = Command(
        name: "events",
        summary: "show the session's recent events, of every process that uses it",
        usage: "[--follow]",
        details: """
            The record is kept beside the session. Its size is limited, and it holds no
            secrets: tokens appear as the first digits of their SHA-256. 'because of N'
            names the earlier event of the same process that led to this one.

            With --json, a line each: {"time", "sequence", "generation", "cause", "kind",
            "text", "process", "program"} and the facts of the kind, such as "access_token"
            (its fingerprint), "error", "flow", "reason", "status".
            """,
        example: "session-console events --follow --json | jq -r .kind",
        options: [.follow, .json],
        takesProvider: true,
        run: { context in
            let profile = context.invocation.value(of: .profile) ?? "default"
            guard ProfileFolder.isName(profile) else { throw CommandFailure(.badName(profile)) }
            let file = EventFile(path: try context.folders().eventFile(profile: profile))
            if let obstacle = file.obstacle {
                throw CommandFailure(
                    .failed, "The events can't be read: \(obstacle).",
                    advice: "Make that file your own (chown, chmod 600), or move it away.")
            }
            var tail = EventTail(file)
            repeat {
                for event in tail.next() {
                    if context.printsJSON {
                        try context.output.json(.object(event))
                    } else {
                        try context.output.line(SafeText.plain(line(event), glyphs: .unicode))
                    }
                }
                if context.invocation.contains(.follow) { try await Task.sleep(for: .milliseconds(100)) }
            } while context.invocation.contains(.follow)
            return .done
        })

    private static func line(_ event: JSONObject) -> String {
        func text(_ name: String) -> String { event[name].map { $0.string ?? $0.serialized() } ?? "" }
        let cause = event["cause"]?.int.map { " (because of \($0))" } ?? ""
        return "\(text("time"))  \(text("program"))[\(text("process"))] \(text("sequence"))  \(text("text"))\(cause)"
    }
}

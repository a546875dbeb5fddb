import ConsoleApp
import TerminalUI

/// `open`: a recording in the console's screens.
extension Command {
    static let open = Command(
        name: "open",
        summary: "show a recording or an archive of traffic in the console's screens, moment by moment",
        usage: "FILE",
        details: """
            FILE is a recording made with --record or in the console. The screens show what
            the console showed: < and > step through the moments, { and } go from one
            sign-in, refresh, 401, fault or end to the next, and @ goes to a time. Nothing
            is sent, and the file does not change. Lines that are damaged, or that only a
            newer version understands, are left out, and the console says so.

            FILE can also be an HTTP Archive (HAR) of another program's traffic: the console
            shows that program's sessions and what it does wrong, see 'watch --help'.
            Two such stories ship with the program: watch-demo, two processes that spend one
            refresh token; and somebody-elses-client, what a server sees of hosted clients.
            """,
        example: "session-console open bug-report.jsonl",
        options: Option.screen,
        operands: 1...1,
        takesFile: true,
        asText: { context in
            let path = context.operands[0]
            let call =
                path.hasSuffix(".har") || ShippedTraffic.named(path) != nil
                ? ProgramCall.line("watch", "--headless", "--from", path) : ProgramCall.line("report", path)
            return "The recording as text: \(call)"
        },
        run: { context in
            let source = try RecordingSource(context.operands[0])
            let theme = try context.theme()
            try await Console.show(source, context, theme: theme)
            return .done
        })
}

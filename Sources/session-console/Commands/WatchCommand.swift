import ClientObservation
import ClientWatch
import ConsoleApp
import Recordings
import SessionCore
import TerminalUI

/// `watch`: what another program does to its session.
extension Command {
    static let watch = Command(
        name: "watch",
        summary: "find what a client does wrong with its session, live or recorded",
        usage:
            "[--issuer URL] [--api ORIGIN]... [--host HOST]... -- COMMAND... | --serve PORT --to URL | --from FILE.har",
        details: """
            COMMAND runs unchanged, with a proxy on loopback in its environment.
            Connections to the hosts of --issuer with its endpoints, of --api and of --host
            are opened, by an authority that lives as long as the command and that it alone
            trusts. TLS to any other host passes unread, and so does TLS to those of
            --tunnel; what goes in the clear is read for tokens. Where none is named, each
            host is opened until its messages show that they have to do with no session: of
            such a host its name and a count are kept, and nothing else. Without
            the console, findings and notices are printed on standard error as they come.
            With another format than text, the command's output goes there, too, and the
            result to standard output. --listen without COMMAND prints the variables for
            another shell, and watches until ctrl-c.

            FILE.har is an HTTP Archive (HAR) of another program's traffic, as browsers and
            intercepting proxies export it; '-' is standard input. A browser leaves the
            Authorization field out unless it is told to export sensitive data.

            Each finding names its rule, the messages that show it, what a correct client
            does, and the section that says so. An error loses the session or its secrets, a
            warning costs something or goes wrong under other circumstances, and a note is
            about the server. What began before the watch is undecided, never wrong, and so
            is a rule of which nothing was seen. Of a sign-in the authorization request is
            seen where COMMAND opens it in a browser ('help watching' says how), and its
            answer where that browser is the watch's own (--browser). Tokens are shown by
            their fingerprint. With --api, a token that goes to another origin is found:
            over TLS where that host is watched, too, and in the clear everywhere. The
            provider's own origin always counts as one.

            --expect says what a test of the client expects, such as '1 refresh, no reuses'
            or 'at most 2 401s': a number or 'no', alone or behind 'at least' or 'at most',
            \(countedNouns)

            --inject makes the servers seem to fail, to see what the client makes of it; the
            result is a finding, or says what shows a correct client, or that nothing does.
            A call is a request with an access token, with --api to one of these origins. A
            wrong ID token is signed by a key of this watch, which is added to the
            provider's keys where they pass: what a client makes of it that has these from
            before is undecided. Each NAME strikes once, and may be given again:
            \(injectableFaults)

            Exit status: 23 if there are findings of that weight or an expectation is not
            met, else COMMAND's own; 24 if that is 0 and no message of the watched hosts
            was seen, in which case no expectation is met; 127 if COMMAND is not found, 126
            if it can't be executed; 1 if entries can't be read. With tap and junit each
            rule and each expectation is a test, and what is undecided is skipped with its
            reason. Notices are printed on standard error with every format, and are part
            of each. With --format json, where what is unknown is left out:
            \(WatchReport.shape.lines)

            --serve PORT --to URL is the other side: it stands between a tunnel, or a test,
            and a server of your own, and watches whoever comes. Bytes pass as they are,
            and go where --to says, whatever a request names. For each client it shows how
            far it comes: metadata asked, registered, authorized, code redeemed, first call
            with the token, refreshed; and what never came. A finding says whose it is, and
            a server's weighs as a warning. It listens on loopback unless an address is
            written out, asks for no user, and adds no token. 'help serving' has more.

            --record FILE.har writes the messages as an HTTP Archive for other tools,
            without tokens, codes, secrets and the bodies of APIs.

            In a terminal the console opens on the client: its sessions, what is wrong, and
            the messages. There x injects a fault into the client's next message, such as a
            429 or a lost reply; the message says so, and the findings say what the client
            makes of it. COMMAND has a terminal of its own: the pane Output shows what it
            prints, and enter types into it. A program that draws whole screens is better
            run in a second terminal, with the variables of --listen. All that COMMAND
            prints goes to a file, too, which is named at the end and which no recording
            holds. Closing the console ends COMMAND; 'q' asks first. What it leaves running
            is named. Without a terminal, with --headless, --format, --fail-on or --expect
            the findings are printed. --from watch-demo is a wrong client that ships with
            the program.
            """,
        example: """
            session-console watch --issuer https://id.example.com \\
                --api https://api.example.com -- npm start
            """,
        options: [.archive] + WatchPlace.options + ServedPlace.options + [
            .inject, .expect, .findingFormat, .failOn, .headless, .record,
        ]
            + Option.screen,
        operands: 0...Int.max,
        run: { context in
            if context.invocation.contains(.serve) || context.invocation.contains(.to) {
                return try await ServedWatch(context).run()
            }
            guard let path = context.invocation.value(of: .archive) else {
                guard !context.operands.isEmpty || context.listens else {
                    throw CommandFailure(
                        .badCommandLine, "Neither a command nor an archive was named.",
                        advice: "Name one: watch --issuer URL --api URL -- COMMAND, or watch --from FILE.har")
                }
                return try await LiveWatch(context).run()
            }
            let live = WatchPlace.liveOptions + [.inject]
            if let option = live.first(where: context.invocation.contains) {
                throw CommandFailure(.conflict(.archive, option), command: context.command.name)
            }
            if let word = context.operands.first {
                throw CommandFailure(.extraOperand(word), command: context.command.name)
            }
            let terms = try WatchTerms(context)
            let archive = try WatchArchive(context)
            var traffic = try ClientTraffic(path)
            traffic.apis = try context.watchedAPIs()
            archive?.take(traffic)
            try archive?.write()
            if context.showsWatch {
                try await Console.show(
                    RecordingSource(traffic), context, theme: try context.theme())
                return .done
            }
            let record = traffic.observed()
            for notice in traffic.gaps.notices { WatchPrinter(context.output).print(notice) }
            for line in terms.lines(of: record, from: WatchSource(archive: path)) { try context.output.line(line) }
            let status = terms.status(of: record)
            guard status != .faultsFound, let flaw = traffic.flaw else { return status }
            throw CommandFailure(.failed, "\(path) was not read whole: \(flaw).")
        })
}

extension CommandContext {
    /// Whether the console's screens show it: in a terminal, unless a report or none was asked for.
    var showsWatch: Bool {
        let reports: [Option] = [.findingFormat, .failOn, .expect, .headless]
        return !reports.contains(where: invocation.contains) && Terminal.isOutput && Terminal.isInput
    }
}

/// What `--inject` can do, as lines of the help.
private let injectableFaults = Columns.list(ClientFault.all.map { (name: $0.name, meaning: $0.summary) })
    .joined(separator: "\n")

/// What `--expect` counts, as lines of the help.
private let countedNouns = Columns.lines(
    "and one of: " + ClientCount.allCases.map(\.rawValue).joined(separator: ", ")
        + ". A reuse is a refresh token that is sent after it was used, or while it is. Refreshes and sign-ins count "
        + "where they succeeded."
).joined(separator: "\n")

extension WatchTerms {
    /// The terms on the command line.
    init(_ context: CommandContext) throws(CommandFailure) {
        var expectations: [CountExpectation] = []
        for text in context.invocation.values[.expect] ?? [] {
            guard let more = CountExpectation.all(in: text) else {
                throw CommandFailure(
                    .badValue(.expect, text, expected: CountExpectation.syntax), command: context.command.name)
            }
            expectations += more
        }
        self.init(
            format: try context.choice(.findingFormat, FindingFormat.self) ?? .text,
            threshold: try context.choice(.failOn, FindingThreshold.self) ?? .error, expectations: expectations)
    }
}

extension CommandContext {
    /// The faults of `--inject`.
    func plannedFaults() throws(CommandFailure) -> [PlannedFault] {
        var planned: [PlannedFault] = []
        for text in invocation.values[.inject] ?? [] {
            guard let fault = PlannedFault(text) else {
                throw CommandFailure(.badValue(.inject, text, expected: PlannedFault.syntax), command: command.name)
            }
            planned.append(fault)
        }
        return planned
    }
}

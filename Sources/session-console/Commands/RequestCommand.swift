import Addresses
import ConsoleApp
import FoundationEssentials
import JOSE
import Recordings
import SessionCore
import TerminalUI

/// `request`: a call of an API with the session's token.
extension Command {
    static let request = Command(
        name: "request",
        summary: "call an API with the session's access token",
        usage: "[-X METHOD] [-H 'Name: value']... [-d DATA|@FILE|@-] [-i] [--no-auth] [--fail] "
            + "[--repeat N] [--parallel C] PATH|URL|@NAME",
        details: """
            A path belongs to the first --api; the token goes to the origins of --api and
            nowhere else. The body of the answer goes to standard output as it arrives; on a
            terminal it is printed once complete, with control characters as symbols. -d
            sends JSON as JSON and anything else as a form, unless -H 'Content-Type: …' says
            otherwise. A body of more than 8 MiB is sent while it is read, and is not sent
            again after a refresh.
            An Authorization field of -H is sent as it is, without the session's token.

            @NAME is a request of an .http or .rest file in this folder, or of --file, by
            its '# @name' or title. It is sent as by 'run --name'.

            \(archiveDetails)

            When the answer ends the session (401 by the policy of --on-401) the exit status
            is 4. After a 401 and a failed refresh the answer is still printed, and the exit
            status is that of the refresh.

            With --json, where what does not apply is left out, such as the reason where
            nothing is wrong:
            \(ResponseReport.shape.lines)
            With --repeat and --json, one line per call:
            \(CallReport.shape.lines)
            and last, in seconds:
            \(SeriesReport.shape.lines)
            """,
        example: "session-console request -X POST -d '{\"item\": 7}' /orders",
        options: Option.call + [.repeat, .parallel] + Option.answers + Option.requestOfFile,
        takesProvider: true,
        operands: 1...1,
        run: { context in
            if let name = try requestName(context) {
                let (run, request) = try FileRun.find(name, context)
                return try await CommandSession.open(context) { opened in
                    try await run.send(run.plan(request), opened)
                }
            }
            let series = try seriesOptions(context)
            try requireProfile(context)
            return try await CommandSession.open(context, isLive: series != nil) { opened in
                let arguments = try RequestArguments(context, apis: opened.settings.client.apis)
                if arguments.authorization == .required { try await opened.requireSession() }
                if let series {
                    return try await runSeries(arguments, series.count, series.parallel, context, opened)
                }
                let call = SingleCall(context: context, opened: opened)
                return try await call.send(arguments.request, arguments.authorization).status
            }
        })

    /// Throws where a URL is to be called, and no profile says how to sign in for it.
    private static func requireProfile(_ context: CommandContext) throws(CommandFailure) {
        let url = context.operands[0]
        guard url.isHTTPAddress, !context.namesProfile, context.namedIssuer == nil,
            !ProfileFolder(path: try context.folders().profiles).has("default")
        else { return }
        // A query or a user name may be a secret.
        let shown = url.contains { "?@".contains($0) } ? "URL" : url
        throw CommandFailure(
            .noSession, "There is no profile that says how to sign in for this URL.",
            advice: "Find out and sign in with: \(ProgramCall.line("login", shown)), or name a --profile.")
    }

    /// The name behind `@`; `nil` where the operand is a path or URL.
    private static func requestName(_ context: CommandContext) throws(CommandFailure) -> String? {
        let isName = context.operands[0].hasPrefix("@")
        let given = Set(context.invocation.values.keys)
        let ofFiles = Set(Option.requestOfFile)
        let others = Set(Option.call + [.repeat, .parallel])
        if let option = given.intersection(isName ? others : ofFiles).min(by: { $0.name < $1.name }) {
            throw CommandFailure(
                .badCommandLine,
                "--\(option.name) is for a \(isName ? "PATH or URL" : "request of a file, @NAME").",
                advice: "See: \(ProgramCall.line("request", "--help"))")
        }
        return isName ? String(context.operands[0].dropFirst()) : nil
    }

    private static func seriesOptions(
        _ context: CommandContext
    ) throws(CommandFailure) -> (count: Int, parallel: Int)? {
        let count = try context.number(.repeat, in: 1...10_000_000)
        let parallel = try context.number(.parallel, in: 1...1000)
        guard count != nil || parallel != nil else { return nil }
        if context.includesHead {
            throw CommandFailure(.conflict(.repeat, .include), command: "request")
        }
        return (count ?? parallel ?? 1, parallel ?? 1)
    }

    private static func runSeries(
        _ arguments: RequestArguments, _ count: Int, _ parallel: Int, _ context: CommandContext,
        _ opened: CommandSession
    ) async throws -> ExitStatus {
        guard arguments.body.isReplayable else {
            throw CommandFailure(
                .badCommandLine, "A body of more than 8 MiB can be sent only once.", advice: "Leave --repeat out.")
        }
        let series = RequestSeries(
            session: opened.session, request: arguments.request, authorization: arguments.authorization, count: count,
            parallel: parallel, recording: opened.recording)
        let summary = try await series.run { call in
            if context.printsJSON { try context.output.json(CallReport(call).recorded) }
        }
        if context.printsJSON {
            try context.output.json(summary.report.recorded)
        } else {
            for line in summary.lines { try context.output.line(SafeText.plain(line, glyphs: .unicode)) }
        }
        for remark in summary.remarks { opened.tell(remark) }
        let status = try await SingleCall(context: context, opened: opened).status(after: Array(summary.statuses.keys))
        guard status == .done, let failure = summary.firstFailure else { return status }
        throw failure
    }
}

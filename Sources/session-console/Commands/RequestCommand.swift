import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// `request`: a call of an API with the session's token.
extension Command {
    static let request = Command(
        name: "request",
        summary: "call an API with the session's access token",
        usage: "[-X METHOD] [-H 'Name: value']... [-d DATA|@FILE|@-] [-i] [--no-auth] [--fail] "
            + "[--repeat N] [--parallel C] PATH|URL",
        details: """
            A path belongs to the first --api; the token goes to the origins of --api and
            nowhere else. The body of the answer goes to standard output as it arrives; a
            terminal is shown it whole, with control characters as symbols. -d sends JSON as
            such and anything else as a form, unless -H 'Content-Type: …' says otherwise; a
            body of more than 8 MiB is sent while it is read, and not sent again after a
            refresh.

            When the answer ends the session (401 by the policy of --on-401) the exit status
            is 4. After a 401 and a refresh that failed the answer is printed all the same;
            the exit status is that of the refresh.

            With --json: {"status", "http_version", "url", "headers": [{"name", "value"}],
            "body", "body_base64", "size", "duration", "attempts", "waited_for_refresh",
            "authorization": "none|accepted|rejected|rejected_by_api|refresh_failed|
            session_ended|session_changed|insufficient_scope|step_up_required", "reason"};
            the reason is null where nothing is wrong.
            With --repeat and --json, a line for each call, {"index", "duration",
            "attempts", "status" and "authorization", or "error"}, and last {"calls",
            "statuses", "failures", "refreshes", "logouts", "duration", "latency": {"p50",
            "p90", "p99", "max"}}, in seconds.
            """,
        example: "session-console request -X POST -d '{\"item\": 7}' /orders",
        options: [
            .method, .header, .data, .include, .noAuth, .fail, .repeat, .parallel, .json,
        ],
        takesProvider: true,
        operands: 1...1,
        run: { context in
            let series = try seriesOptions(context)
            return try await CommandSession.open(context, isLive: series != nil) { opened in
                let arguments = try RequestArguments(context, apis: opened.settings.client.apis)
                if arguments.authorization == .required { try await opened.requireSession() }
                if let series {
                    return try await run(arguments, series.count, series.parallel, context, opened)
                }
                return try await runOnce(arguments, context, opened)
            }
        })

    private static func seriesOptions(
        _ context: CommandContext
    ) throws(CommandFailure) -> (count: Int, parallel: Int)? {
        let count = try context.number(.repeat, in: 1...10_000_000)
        let parallel = try context.number(.parallel, in: 1...1000)
        guard count != nil || parallel != nil else { return nil }
        if context.invocation.contains(.include) {
            throw CommandFailure(.conflict(.repeat, .include), command: "request")
        }
        return (count ?? parallel ?? 1, parallel ?? 1)
    }

    private static func runOnce(
        _ arguments: RequestArguments, _ context: CommandContext, _ opened: CommandSession
    ) async throws -> ExitStatus {
        let printer = ResponsePrinter(output: context.output, includesHead: context.invocation.contains(.include))
        var request = arguments.request
        if !context.printsJSON { request.bodyReceiver = printer.receiver }
        let answer: AuthorizedResponse
        do throws(SessionError) {
            answer = try await opened.session.send(request, authorization: arguments.authorization)
        } catch {
            throw printer.writeFailure ?? error
        }
        if let failure = printer.writeFailure { throw failure }
        if context.printsJSON {
            try context.output.json(answer.json)
        } else if answer.response.receivedSize == 0 {
            try printer.print(answer.response)
        }
        if let advice = answer.advice { opened.tell(advice) }
        let status = try await status(after: [answer.response.status], context, opened)
        guard status == .done, let failure = answer.verdict.failure else { return status }
        return CommandFailure(failure).status
    }

    private static func run(
        _ arguments: RequestArguments, _ count: Int, _ parallel: Int, _ context: CommandContext,
        _ opened: CommandSession
    ) async throws -> ExitStatus {
        guard arguments.body.isReplayable else {
            throw CommandFailure(
                .badCommandLine, "A body of more than 8 MiB can be sent only once.", advice: "Leave --repeat out.")
        }
        let series = RequestSeries(
            session: opened.session, request: arguments.request, authorization: arguments.authorization, count: count,
            parallel: parallel)
        let summary = try await series.run { call in
            if context.printsJSON { try context.output.json(call.json) }
        }
        if context.printsJSON {
            try context.output.json(summary.json)
        } else {
            for line in summary.lines { try context.output.line(SafeText.plain(line, glyphs: .unicode)) }
        }
        let status = try await status(after: Array(summary.statuses.keys), context, opened)
        guard status == .done, let failure = summary.firstFailure else { return status }
        throw failure
    }

    /// The command's exit status, by the session's state and the answers.
    private static func status(
        after statuses: [Int], _ context: CommandContext, _ opened: CommandSession
    ) async throws(CommandFailure) -> ExitStatus {
        if case .noSession(let end) = await opened.session.state, opened.session.hasEndedHere {
            opened.tell("The session has ended: \(end). Sign in with: \(opened.login)")
            return .sessionEnded
        }
        let isFailure = statuses.contains { $0 >= 400 }
        return isFailure && context.invocation.contains(.fail) ? .failedRequest : .done
    }
}

extension Session {
    /// Whether the session ended while this command ran.
    fileprivate nonisolated var hasEndedHere: Bool {
        let afterOpening = recentEvents.drop { event in
            if case .configured = event.kind { false } else { true }
        }
        return afterOpening.contains { event in
            switch event.kind {
            case .signedOut, .forcedOut, .endedElsewhere: true
            default: false
            }
        }
    }
}

import JOSE
import Recordings
import SessionCore

/// Sends one request for a command and prints its answer.
struct SingleCall: Sendable {
    let context: CommandContext
    let opened: CommandSession

    /// Sends the request, prints the answer, and returns the exit status if the command ends with it.
    ///
    /// `place`, in a file, comes first in the JSON. With `keepsBody` the answer has the body; otherwise it may have
    /// been printed while it arrived.
    func send(
        _ request: HTTPRequest, _ authorization: RequestAuthorization, keepsBody: Bool = false,
        place: (name: String, line: Int)? = nil
    ) async throws -> (answer: AuthorizedResponse, status: ExitStatus) {
        let printer = ResponsePrinter(output: context.output, includesHead: context.includesHead)
        var request = request
        if !context.printsJSON, !keepsBody { request.bodyReceiver = printer.receiver }
        let answer: AuthorizedResponse
        do throws(SessionError) {
            answer = try await opened.session.send(
                request, authorization: authorization, recordedBy: opened.recording)
        } catch {
            if let part = error.partialAnswer, !context.printsJSON { try printer.print(beginning: part) }
            throw printer.writeFailure ?? error
        }
        if let failure = printer.writeFailure { throw failure }
        if context.printsJSON {
            let report = ResponseReport(answer)
            try context.output.json(
                place.map { NamedResponseReport(name: $0.name, line: $0.line, response: report).recorded }
                    ?? report.recorded)
        } else if answer.response.receivedSize == 0 {
            try printer.print(answer.response)
        }
        if let advice = answer.advice(opened.settings.call) { opened.tell(advice) }
        let status = try await status(after: [answer.response.status])
        guard status == .done, let failure = answer.verdict.failure else { return (answer, status) }
        return (answer, CommandFailure(failure).status)
    }

    /// The command's exit status, by the session's state and the answers.
    func status(after statuses: [Int]) async throws(CommandFailure) -> ExitStatus {
        if case .noSession(let end) = await opened.session.state, opened.session.hasEndedHere {
            opened.tell("The session has ended: \(end). Sign in with: \(await opened.login)")
            return .sessionEnded
        }
        let isFailure = statuses.contains { $0 >= 400 }
        return isFailure && context.invocation.contains(.fail) ? .failedRequest : .done
    }
}

extension JSONObject {
    fileprivate var pairs: [(String, JSONValue)] { members.map { ($0.name, $0.value) } }
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

import HostSystem
import Addresses
import ConsoleApp
import FoundationEssentials
import JOSE
import RequestFiles
import SessionCore
import TerminalUI

/// A request file as a command sends it: all of its requests, or one with those whose answers it refers to.
struct FileRun: Sendable {
    let path: String
    let file: RequestFile
    let context: CommandContext
    let folder: RequestFolder

    /// Reads the file, `-` from standard input; throws what ends the command with status 2.
    init(_ path: String, _ context: CommandContext) throws(CommandFailure) {
        do throws(Unreadable) {
            try self.init(reading: path, context)
        } catch {
            throw CommandFailure(.badCommandLine, error.message, advice: error.advice)
        }
    }

    /// Why a file is not read.
    struct Unreadable: Error {
        let message: String
        let advice: String
    }

    init(reading path: String, _ context: CommandContext) throws(Unreadable) {
        self.path = path == "-" ? "/dev/stdin" : path
        self.context = context
        folder = RequestFolder(of: self.path, allowsOutside: context.invocation.contains(.outsideFiles))
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try InputFile.contents(of: self.path, limit: RequestFile.sizeLimit)
        } catch {
            throw Unreadable(message: "\(error).", advice: "Name a file of requests (.http or .rest).")
        }
        do throws(RequestFile.Refusal) {
            file = try RequestFile(bytes)
        } catch {
            throw Unreadable(message: "\(path): \(error.words).", advice: "Split it into several files.")
        }
    }

    /// The requests to send, in order: without a name all but those that `# @note` keeps for when they are named.
    func plan(_ name: String?) throws(CommandFailure) -> [FileRequest] {
        if let name {
            guard let request = file.request(named: name) else {
                throw CommandFailure(
                    .badCommandLine, "No request is called '\(name)' \(Self.place([self])).",
                    advice: Self.advice(for: name, among: file.requests.map(\.name)))
            }
            return plan(request)
        }
        guard !file.requests.isEmpty else {
            throw CommandFailure(
                .badCommandLine, "\(path) contains no request.", advice: "Write one: GET https://api.example.com/")
        }
        for request in file.requests where request.note != nil {
            tell("\(path):\(request.line): '\(request.name)' is sent only with --name: it has a @note.")
        }
        return file.requests.filter { $0.note == nil }
    }

    /// The request, after those whose answers it refers to.
    func plan(_ request: FileRequest) -> [FileRequest] { file.prerequisites(of: request) + [request] }

    /// Sends the requests one after the other; the first that fails, or with `--fail` is answered 400 or above, ends
    /// it.
    ///
    /// Nothing is sent when one of them can't be sent as it is written. A run that skips something is not `done`.
    func send(_ plan: [FileRequest], _ opened: CommandSession) async throws -> ExitStatus {
        let isWhole = tellRemarks(plan)
        var scope = try scope(opened.settings.client.apis)
        if try check(plan, scope) { try await opened.requireSession() }
        let referred = Set(plan.flatMap { file.prerequisites(of: $0).map(\.number) })
        let call = SingleCall(context: context, opened: opened)
        for request in plan {
            scope.now = .now
            let resolved: ResolvedRequest
            do throws(Remark) { resolved = try file.resolve(request, in: scope) } catch { throw failure(error) }
            opened.session.protect(resolved.secrets.map { Secret($0) })
            let keepsBody = referred.contains(request.number)
            let place = "\(path):\(request.line): \(request.name)"
            let result: (answer: AuthorizedResponse, status: ExitStatus)
            do {
                result = try await call.send(
                    resolved.request, resolved.carriesSession ? .required : .none, keepsBody: keepsBody,
                    place: (request.name, request.line))
            } catch {
                if plan.count > 1 { tell("\(place): failed") }
                throw error
            }
            let response = result.answer.response
            if request.usesCookies { scope.cookies.take(result.answer, at: scope.now) }
            if plan.count > 1, !context.printsJSON { tell("\(place): \(response.status)") }
            if response.status == 401, resolved.request.headers["Authorization"] == nil, !resolved.carriesSession,
                opened.settings.client.apis.contains(where: { Origin($0) == Origin(resolved.request.url) })
            {
                tell("\(place): sent without a token. The session's replaces: Authorization: Bearer {{token}}")
            }
            if keepsBody {
                scope.answers[request.name] = RecordedAnswer(
                    status: response.status, headers: response.headers.fields.map { ($0.name, $0.value) },
                    body: response.body, request: resolved)
            }
            guard result.status == .done else { return result.status }
        }
        guard !isWhole else { return .done }
        tell("\(path): something was skipped, as listed above; the exit status is \(ExitStatus.failed.rawValue).")
        return .failed
    }

    /// Returns whether the session's token is needed; throws if a request can't be sent as it is written.
    ///
    /// What a request takes from earlier answers is not known yet; that it can be there is checked.
    private func check(_ plan: [FileRequest], _ scope: VariableScope) throws(CommandFailure) -> Bool {
        var needsSession = false
        var scope = scope
        for request in plan {
            do throws(Remark) {
                if try file.resolve(request, in: scope).carriesSession { needsSession = true }
            } catch {
                guard error.mayDependOnAnswer, !file.prerequisites(of: request).isEmpty else { throw failure(error) }
            }
            scope.assumedAnswers.insert(request.name)
        }
        return needsSession
    }

    func tell(_ text: String) { context.output.inform(SafeText.plain(text, glyphs: .unicode)) }

    /// Tells what is left out of the requests, and for the whole file also what stands between them; returns whether
    /// all is done that is asked for.
    private func tellRemarks(_ plan: [FileRequest]) -> Bool {
        let isWhole = context.requestName == nil && context.command.name == "run"
        var isDone = !isWhole || plan.count == file.requests.count
        for remark in file.remarks where !remark.preventsSending {
            let line = remark.position.line - 1
            let isPlanned = plan.contains { $0.lines.contains(line) }
            let isBetween = !file.requests.contains { $0.lines.contains(line) }
            guard isPlanned || isWhole && isBetween else { continue }
            tell("\(place(of: remark)): \(remark.words)." + (remark.advice.map { " \($0)" } ?? ""))
            if remark.isSkipped { isDone = false }
        }
        return isDone
    }

    /// An answer that lacks what a later request needs is a failure; all else is wrong in the file.
    private func failure(_ remark: Remark) -> CommandFailure {
        CommandFailure(
            remark.isAboutAnswer ? .failed : .badCommandLine, "\(place(of: remark)): \(remark.words).",
            advice: environmentAdvice(remark.matter) ?? remark.advice)
    }

    private func place(of remark: Remark) -> String { "\(path):\(remark.position.line):\(remark.position.column)" }
}

import HostSystem
import ConsoleApp
import JOSE
import SessionCore
import TerminalUI

/// Copies text, and lends the terminal to the editor and the pager.
@TerminalActor
final class ToolRunner {
    var receive: @TerminalActor (ToolMessage) -> Void = { _ in }
    private let terminal: any ConsoleTerminal
    private let environment: [String: String]

    init(terminal: any ConsoleTerminal, environment: [String: String]) {
        self.terminal = terminal
        self.environment = environment
    }

    func perform(_ effect: ToolEffect) {
        switch effect {
        case .copy(let text, let name): copyOrPrint(text, name: name)
        case .edit(let text): edit(text)
        case .save(let bytes, let path): save(bytes, path)
        case .saveTicket(let ticket, let path):
            save(Array(Markdown.text(of: RecordingReport(ticket).page).utf8), path)
        case .view(let text): view(text)
        case .pipe(let body, let command, let call):
            Task.detached { [receive] in
                await receive(.piped(call, command: command, TextTool.pipe(body, to: command)))
            }
        }
    }

    /// Copies text that must not be printed on the shell's screen.
    func copy(_ text: String, name: String) {
        let wasSent = terminal.copy(text)
        receive(.copied(name, wasSent ? .sentToTerminal : .refused("it is longer than terminals accept")))
    }

    /// Whether a browser has opened the link.
    func open(_ link: String) async -> Bool { await Browser.open(link, environment: environment) }

    /// Whether the terminal was asked to copy the link.
    func copy(link: String) -> Bool { terminal.copy(link) }

    private func copyOrPrint(_ text: String, name: String) {
        if terminal.copy(text) { return receive(.copied(name, .sentToTerminal)) }
        Task {
            await terminal.printOut(
                text, prompt: "This is too long for a terminal's clipboard: select it here. Enter goes back. ")
            self.receive(.copied(name, .printed))
        }
    }

    private func edit(_ text: String) {
        Task {
            let message = await terminal.withTerminalReleased { [environment] () -> ToolMessage in
                do throws(ChildProcess.Failure) {
                    let edited = try await TextTool.edit(text, environment: environment)
                    if let failure = edited.failure { return .editFailed(edited.text, ToolFailure(failure)) }
                    return .edited(.success(edited.text))
                } catch {
                    return .edited(.failure(ToolFailure(error.reason)))
                }
            }
            self.receive(message)
        }
    }

    private func save(_ bytes: [UInt8], _ path: String) {
        Task.detached { [receive, environment] in
            await receive(.saved(path: path, Self.saved(bytes, to: path, environment)))
        }
    }

    /// Writes the exchanges and the faults of events as an HTTP Archive, unless one holds a secret that the session
    /// knows.
    func save(_ events: [SessionEvent], isCut: Bool, path: String, _ session: Session) {
        Task.detached { [receive, environment] in
            let archive = HTTPArchive(events, comment: isCut ? "earlier exchanges are no longer kept" : nil)
            if let place = archive.secretPlace(session) {
                let reason = "\(place) contains a secret of the session"
                return await receive(.saved(path: path, .failure(ToolFailure(reason))))
            }
            let bytes = Array((archive.json.serialized() + "\n").utf8)
            await receive(.saved(path: path, Self.saved(bytes, to: path, environment)))
        }
    }

    /// Saves as a new file what a person named, where `~` stands for the home folder.
    nonisolated static func saved(
        _ bytes: [UInt8], to path: String, _ environment: [String: String]
    ) -> Result<Int, ToolFailure> {
        do throws(FileFailure) {
            try NewFile.write(bytes, to: path.withHome(environment))
            return .success(bytes.count)
        } catch {
            return .failure(ToolFailure(error.clause))
        }
    }

    private func view(_ text: String) {
        Task {
            let failure = await terminal.withTerminalReleased { [environment] () -> ToolFailure? in
                do throws(ChildProcess.Failure) {
                    try await TextTool.view(text, environment: environment)
                    return nil
                } catch {
                    return ToolFailure(error.reason)
                }
            }
            if let failure { self.receive(.viewFailed(failure)) }
        }
    }
}

import SessionCore
import Synchronization
import TerminalUI

/// Prints events that the user should know of, besides the command's own result.
final class NoticePrinter: EventSink {
    private let output: Output
    private let failure = Mutex<SessionError?>(nil)

    init(output: Output) {
        self.output = output
    }

    /// Leaves out later notices of the error that ends the command, because the command prints it too.
    func leaveOut(_ error: any Error) { failure.withLock { $0 = error as? SessionError } }

    func take(_ events: [SessionEvent]) {
        for event in events {
            switch event.kind {
            case .storeFailed(let error) where failure.withLock { $0 == .store(error) }: break
            case .strayRedirect(let stray): say("\(stray); still waiting")
            case .storeFailed(let error): say("\(error)")
            case .storeWarning(let warning): say(warning)
            case .revocationPending(let token, let error):
                say("token \(token) could not be revoked (\(error)); it will be revoked later")
            case .revocationRefused(let token, .store(let error)): say("token \(token) will not be revoked: \(error)")
            default: break
            }
        }
    }

    private func say(_ text: String) { output.inform(SafeText.plain(text.capitalizedSentence, glyphs: .unicode)) }
}

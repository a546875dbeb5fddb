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
            case .strayRedirect(let stray): note("\(stray); still waiting")
            case .storeFailed(let error): note("\(error)")
            case .storeWarning(let warning): note(warning)
            case .revocationPending(let token, let error):
                note("token \(token) could not be revoked (\(error)); it will be revoked later")
            case .revocationRefused(let token, .store(let error)): note("token \(token) will not be revoked: \(error)")
            default: break
            }
        }
    }

    private func note(_ text: String) { output.note(SafeText.plain(text.capitalizedSentence, glyphs: .unicode)) }
}

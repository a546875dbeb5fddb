import SessionCore
import TerminalUI

/// Prints events that the user should know of, besides the command's own result.
struct NoticePrinter: EventSink {
    let output: Output

    func take(_ events: [SessionEvent]) {
        for event in events {
            switch event.kind {
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

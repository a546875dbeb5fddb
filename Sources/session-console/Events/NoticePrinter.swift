import SessionCore
import TerminalUI

/// Tells a person what happened beside what they asked for and should know of.
struct NoticePrinter: EventSink {
    let output: Output

    func take(_ events: [SessionEvent]) {
        for event in events {
            switch event.kind {
            case .strayRedirect(let stray): note("\(stray); still waiting")
            case .storeFailed(let error): note("\(error)")
            case .revocationPending(_, let error):
                note("the provider could not be told that the token is no longer wanted (\(error)); it will be, later")
            default: break
            }
        }
    }

    private func note(_ text: String) { output.note(SafeText.plain(text.capitalizedSentence, glyphs: .unicode)) }
}

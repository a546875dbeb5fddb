import SessionCore
import TerminalUI

/// Prints the claims of a rejected ID token, for `--verbose`; the token itself is not printed.
struct RejectedTokenPrinter: EventSink {
    let output: Output
    let isVerbose: Bool

    func take(_ events: [SessionEvent]) {
        for event in events {
            guard case .idTokenRejected(let rejected) = event.kind else { continue }
            if isVerbose {
                for line in Self.lines(of: rejected, at: event) { output.inform(line) }
            } else {
                output.inform("An ID token was rejected; --verbose shows its claims.")
            }
        }
    }

    static func lines(of rejected: RejectedIDToken, at event: SessionEvent) -> [String] {
        do {
            let inspection = try TokenInspection(rejected: rejected, now: event.time)
            return ["* the rejected ID token"] + inspection.lines.map { "* \($0)" }
        } catch {
            return ["* the rejected ID token can't be decoded: " + SafeText.plain("\(error)", glyphs: .unicode)]
        }
    }
}

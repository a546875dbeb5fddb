import ConsoleApp
import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI

/// Shows what a person needs to sign in: to them, or to the script that asked with `--json`.
struct LoginPresenter: Sendable {
    let context: CommandContext

    /// Shows the authorization URL, and opens it unless that was asked not to happen.
    func present(_ link: URL) async {
        let text = link.absoluteString
        if context.printsJSON {
            try? context.output.json(["authorization_url": .string(text)])
        } else {
            context.output.note("To sign in, open this link:")
            try? context.output.line(SafeText.plain(text, glyphs: .unicode))
            context.output.note(
                "On another machine? Paste the address that the browser ends at here, and press enter.")
        }
        guard !context.invocation.contains(.noBrowser) else { return }
        // Some browsers end only when their window does.
        Task { [context] in
            if await Browser.open(text, environment: context.environment), !context.printsJSON {
                context.output.note("A browser has opened it.")
            }
        }
    }

    /// Shows where to go with which code.
    func present(_ prompt: DevicePrompt) {
        if context.printsJSON {
            let seconds = prompt.expiresAt.timeIntervalSinceNow.rounded()
            try? context.output.json([
                "verification_uri": .string(prompt.verificationURI),
                "verification_uri_complete": prompt.verificationURIComplete.map { .string($0) } ?? .null,
                "user_code": .string(prompt.userCode),
                "expires_in": .number(JSONNumber(Int(max(0, seconds)))),
            ])
            return
        }
        for line in Self.lines(for: prompt) { try? context.output.line(line) }
        let time = RelativeTime(date: prompt.expiresAt, now: Date()).amount
        context.output.note("Waiting for the sign-in; the code is good for \(time).")
    }

    private static func lines(for prompt: DevicePrompt) -> [String] {
        let link = prompt.verificationURIComplete ?? prompt.verificationURI
        let facts = ["Open  \(prompt.verificationURI)", "Code  \(prompt.userCode)"]
        let code = Terminal.isOutput ? QRCode(link)?.lines(.unicode) : nil
        return facts.map { SafeText.plain($0, glyphs: .unicode) } + (code ?? [])
    }
}

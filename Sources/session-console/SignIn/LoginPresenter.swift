import ConsoleApp
import FoundationEssentials
import Recordings
import SessionCore
import TerminalUI

/// Prints what the user needs to sign in, as text or as JSON for a script.
struct LoginPresenter: Sendable {
    let context: CommandContext
    /// The redirect URI where nothing on this machine receives the redirect; `nil` where the program does.
    var pasteOnly: URL?

    /// Prints the authorization URL, and opens it unless `--no-browser` is given.
    func present(_ link: URL) async {
        let text = link.absoluteString
        if context.printsJSON {
            try? context.output.json(AuthorizationLink(url: text).recorded)
        } else {
            context.output.inform("To sign in, open this link:")
            try? context.output.line(SafeText.plain(text, glyphs: .unicode))
            let paste =
                pasteOnly.map {
                    "The sign-in ends at \(SafeText.plain($0.absoluteString, glyphs: .unicode)), which this program "
                        + "does not receive: paste the address of that page here, and press enter."
                } ?? "If the browser is on another machine, paste the address of its last page here, and press enter."
            context.output.inform(paste)
            context.output.inform(
                "If the browser shows an error from the provider, no answer comes back: press ctrl-c, and "
                    + "\(SignInAdvice.compare).")
        }
        guard context.opensBrowser else { return }
        // Some browser commands return only when the window is closed.
        Task { [context] in
            if await Browser.open(text, environment: context.environment), !context.printsJSON {
                context.output.inform("A browser has opened it.")
            }
        }
    }

    /// Says what an error page in the browser means, where no answer has come for ``SignInAdvice/silence``.
    func remind(by clock: any SessionClock = SystemClock(), _ tell: (@Sendable (String) -> Void)? = nil) async {
        guard !context.printsJSON, (try? await clock.sleep(for: SignInAdvice.silence)) != nil else { return }
        (tell ?? context.output.inform)(SignInAdvice.afterSilence(stoppingBy: "ctrl-c"))
    }

    /// Prints the verification link and the user code.
    func present(_ prompt: DevicePrompt) {
        if context.printsJSON {
            try? context.output.json(DeviceLink(prompt, now: Date()).recorded)
            return
        }
        for line in Self.lines(for: prompt) { try? context.output.line(line) }
        let time = RelativeTime(date: prompt.expiresAt, now: Date()).amount
        context.output.inform("Waiting for the sign-in; the code is valid for \(time).")
    }

    private static func lines(for prompt: DevicePrompt) -> [String] {
        let link = prompt.verificationURIComplete ?? prompt.verificationURI
        let facts = ["Open  \(prompt.verificationURI)", "Code  \(prompt.userCode)"]
        let code = Terminal.isOutput ? QRCode(link)?.lines(.unicode) : nil
        return facts.map { SafeText.plain($0, glyphs: .unicode) } + (code ?? [])
    }
}

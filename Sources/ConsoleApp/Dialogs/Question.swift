import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// Asks before an action that can't be undone; every other key means no.
enum Question: Dialog, Hashable {
    case signOut
    case copyAccessToken
    /// What is to be copied holds what the screen masks.
    case copySecrets(CopyText)
    /// The field of the body is left with changes in it.
    case dropBody
    /// At the demo's provider.
    case revokeSession(ProviderState.SignedInSession)
    case revokeRefreshToken(Fingerprint, of: ProviderState.SignedInSession)
    /// The program of this name, which is watched.
    case endCommand(String)
    /// A session of a provider that is not this program's own can end by these faults, and why; it may be another's.
    case endSession(FaultPlan, danger: String, isOwn: Bool)

    enum Action: String, KeyAction {
        case yes
        case inBrowser = "in-browser"
        case anyway

        var binding: Binding {
            switch self {
            case .yes: Binding(["y", "Y"], "yes", "yes", .dialogs)
            case .inBrowser: Binding(["b", "B"], "yes, in the browser too", "in the browser too", .dialogs)
            case .anyway: Binding(["f", "F"], "yes, by force", "even if the provider can't be reached", .dialogs)
            }
        }
    }

    var title: String {
        switch self {
        case .signOut: "Sign out?"
        case .copyAccessToken: "Copy the access token?"
        case .copySecrets: "Copy it with its secrets?"
        case .dropBody: "Discard what you typed?"
        case .revokeSession: "Revoke the session?"
        case .revokeRefreshToken: "Revoke the refresh token?"
        case .endCommand: "End the program?"
        case .endSession: "Risk the session?"
        }
    }

    static let adviceAfterFailedSignOut =
        "you are still signed in; \(ShellAction.signOut.letter) then \(Action.anyway.letter) signs out here anyway"

    private var answers: [Action] {
        switch self {
        case .signOut: [.yes, .inBrowser, .anyway]
        case .copyAccessToken, .copySecrets, .dropBody, .revokeSession, .revokeRefreshToken, .endCommand, .endSession:
            [.yes]
        }
    }

    var text: String {
        switch self {
        case .signOut:
            "Deletes the tokens here and revokes them at the provider, if it offers that. With "
                + "\(Action.inBrowser.letter) the browser ends the provider's own session too; with "
                + "\(Action.anyway.letter) "
                + "the tokens are deleted even if the provider can't be reached."
        case .copyAccessToken:
            "The token itself goes to the clipboard. Anyone who has it can act as you until it expires."
        case .copySecrets:
            "The command contains the secrets that the screen masks. Anyone who has it can use them."
        case .dropBody: "The body stays unchanged. Any other key continues typing."
        case .revokeSession(let session): "Ends \(session.words) at the provider."
        case .revokeRefreshToken(_, let session):
            "Ends \(session.words) at the provider. A refresh token ends with its session."
        case .endCommand(let name): "\(name) is still running. It is asked to end when the console closes."
        case .endSession(let plan, let danger, let isOwn):
            "\(plan.faults.map(\.rawValue).joined(separator: ", ").capitalizedFirst) can end "
                + (isOwn ? "this session, which is not a demo's" : "the program's session")
                + ": \(danger). \(isOwn ? "You then have" : "Its user has") to sign in again. You are asked once."
        }
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        guard let answer = Action.action(for: key), answers.contains(answer) else { return [.close] }
        return [.close, output(of: answer)]
    }

    private func output(of answer: Action) -> DialogOutput {
        switch self {
        case .signOut: .effect(.session(.signOut(force: answer == .anyway, inBrowser: answer == .inBrowser)))
        case .copyAccessToken: .effect(.session(.copyAccessToken))
        case .copySecrets(let text): .effect(.tool(.copy(text.text, name: text.name)))
        case .dropBody: .draft(.bodyDropped)
        case .revokeSession(let session): .effect(.provider(.revokeSession(session.id)))
        case .revokeRefreshToken(let fingerprint, _): .effect(.provider(.revokeToken(fingerprint)))
        case .endCommand: .effect(.terminal(.quit))
        case .endSession(let plan, _, _): .agreed(plan)
        }
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        answers.map { $0.hint(glyphs) } + [Hint("any other key", "no")]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let width = min(60, area.width - 8)
        let keys = answers.map { canvas.key($0, $0.binding.hint + "   ") }.reduce(StyledText(), +)
        let no = StyledText("n", .key) + StyledText(" no (any other key)")
        let lines = canvas.words(text).wrapped(to: width) + [StyledText()] + (keys + no).wrapped(to: width)
        canvas.drawPopup(title, lines, in: area, width: width, style: .warning)
    }
}

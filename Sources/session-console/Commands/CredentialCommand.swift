import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore
import TerminalUI

/// `credential git get|store|erase`: git's credential helper.
extension Command {
    static let credential = Command(
        name: "credential",
        summary: "answer git, which asks for a token",
        usage: "git get|store|erase",
        details: """
            git runs this command as a credential helper and asks on standard input
            (gitcredentials). 'get' answers only for the origins of --api; for any other
            host git asks its next helper. git 2.46 and newer gets a Bearer field where the
            server asks for one. Older versions get a user name, and the token as password.

            Once the session has ended git is told to stop, so that it asks for no password.
            With --within-path the question must name a path, and one that the token may go
            to: 'setup git' sets what git needs for that.

            'erase' follows a refusal: if git names the present access token, the command
            refreshes it. It never deletes the session. 'store' does nothing. Without a
            session the exit status is 3, and git asks its next helper.
            """,
        example: "session-console credential git get < question.txt",
        takesProvider: true,
        operands: 2...2,
        firstOperands: { ["git"] },
        run: { context in
            guard context.operands[0] == "git" else {
                throw CommandFailure(.unknownCommand("credential \(context.operands[0])"), command: "credential")
            }
            let question = GitCredential(reading: { readLine(strippingNewline: true) })
            guard try context.mayAnswer(question) else { return .done }
            switch context.operands[1] {
            case "get":
                return try await CommandSession.open(context) { opened in
                    do {
                        try await opened.requireSession()
                        let token = try BearerToken(await opened.issued(.access), for: opened.settings.call)
                        try context.output.data(Array(question.answer(token).utf8))
                    } catch {
                        if await opened.session.hasEnded { try context.output.data(Array(GitCredential.quit.utf8)) }
                        throw error
                    }
                    return .done
                }
            case "erase":
                return try await CommandSession.open(context) { opened in
                    guard let refused = question.token, await opened.session.state.isAuthenticated,
                        try await opened.issued(.access).value.reveal() == refused
                    else { return .done }
                    try await opened.session.refresh()
                    return .done
                }
            // Of what git may ask one day it wants no error.
            default: return .done
            }
        })
}

extension CommandContext {
    /// Whether the token may go where git asks for it; says why not where git asks about an API's origin.
    fileprivate func mayAnswer(_ question: GitCredential) throws(CommandFailure) -> Bool {
        let settings = try settings()
        guard let url = question.url, let origin = Origin(url),
            settings.client.apis.contains(where: { Origin($0) == origin })
        else { return false }
        guard question.namesPath || !settings.client.keepsTokenToPaths else {
            output.inform(
                "git does not say which path of \(origin) it asks for, and the token is kept to one. "
                    + "Paste the lines of: \(settings.call.aboutAPIs("setup", "git"))")
            return false
        }
        do throws(SessionError) {
            try BearerOrigins(of: settings.client).check(url)
        } catch {
            output.inform(SafeText.plain("\(error)", glyphs: .unicode))
            return false
        }
        return true
    }
}

extension Session {
    /// Whether there was a session that is no more.
    fileprivate var hasEnded: Bool {
        if case .noSession(let end) = state { end != .noStoredSession } else { false }
    }
}

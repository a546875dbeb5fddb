import Addresses
import SessionCore

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
            guard let origin = question.origin,
                try context.settings().client.apis.contains(where: { Origin($0) == origin })
            else { return .done }
            switch context.operands[1] {
            case "get":
                return try await CommandSession.open(context) { opened in
                    try await opened.requireSession()
                    let token = try await opened.issued(.access)
                    guard !token.isBound else { throw TokenFormat.bound(opened.settings.call) }
                    try context.output.data(Array(question.answer(token).utf8))
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

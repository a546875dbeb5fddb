import SessionCore

extension GitCredential {
    /// Answers a verb.
    static func run(_ verb: String, _ context: CommandContext) async throws -> ExitStatus {
        let question = GitCredential(reading: { readLine(strippingNewline: true) })
        guard try context.admitted([question.url].compactMap(\.self), for: .git, namesPath: question.namesPath) != nil
        else { return .done }
        switch verb {
        case "get":
            return try await CommandSession.open(context) { opened in
                do {
                    try await opened.requireSession()
                    try context.output.data(Array(question.answer(try await opened.issuedBearer()).utf8))
                } catch {
                    // Git would ask the user for a password.
                    if await opened.hasEnded { try context.output.data(Array(quit.utf8)) }
                    throw error
                }
                return .done
            }
        case "erase":
            return try await CommandSession.open(context) { opened in
                guard let refused = question.token, await opened.session.state.isAuthenticated,
                    try await opened.session.accessToken().value.reveal() == refused
                else { return .done }
                try await opened.session.refresh()
                return .done
            }
        // Of what git may ask one day it wants no error.
        default: return .done
        }
    }
}

extension CommandSession {
    /// Whether there was a session that is no more, at least for who asks.
    fileprivate var hasEnded: Bool {
        get async {
            if cutOffs.ownOrigin != nil { return true }
            if case .noSession(let end) = await session.state { return end != .noStoredSession }
            return false
        }
    }
}

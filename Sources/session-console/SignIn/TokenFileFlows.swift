import SessionCore

/// The flows that sign in with the token of a file.
enum TokenFileFlows {
    /// The flow of that name; throws where the command line names no file.
    static func named(
        _ flow: SignInFlowName, _ path: String?, of command: Command
    ) throws(CommandFailure) -> any RepeatableSignInFlow {
        guard let own = all(path).first(where: { $0.name == flow.rawValue }) else {
            throw CommandFailure(
                .missingOption(.tokenFile, why: "--flow \(flow.rawValue) needs it"), command: command.name)
        }
        return own
    }

    /// The flows of a file's token.
    static func all(_ path: String?) -> [any RepeatableSignInFlow] {
        path.map { [JWTBearerFlow(file: $0), TokenExchangeFlow(file: $0)] } ?? []
    }
}

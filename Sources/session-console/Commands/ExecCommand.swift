import FoundationEssentials
import SessionCore

/// `exec -- COMMAND`: runs a program with the token in its environment.
extension Command {
    static let exec = Command(
        name: "exec",
        summary: "run a program with the token in an environment variable",
        usage: "[--as NAME] [--which access|id] -- COMMAND...",
        details: """
            The program replaces this one: its exit status and its signals are its own;
            126 and 127 say that it can't be run, or that there is none. The token is in the
            variable, never in the arguments, and is not renewed there; standard error says
            when it expires. --min-valid asks for a longer life.
            """,
        example: "session-console exec --as GITLAB_TOKEN -- ./deploy.sh",
        options: [.variableName, .which, .minValid],
        takesProvider: true,
        operands: 1...Int.max,
        run: { context in
            let name = try context.variableName()
            let which = try context.choice(.which, WhichToken.self) ?? .access
            let validity = try context.duration(.minValid)
            let token = try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                let token = try await opened.issued(which, minimumValidity: validity)
                opened.tell(token.lifeWords(in: name))
                return token
            }
            let words = context.operands
            throw CommandFailure(
                ChildProcess.replaceProgram(by: words, adding: [(name, token.value.reveal())]), of: words[0])
        })
}

extension CommandContext {
    /// The environment variable that `--as` names.
    func variableName() throws(CommandFailure) -> String {
        let name = invocation.value(of: .variableName) ?? "ACCESS_TOKEN"
        let isName =
            name.first.map { !$0.isNumber } == true
            && name.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
            }
        guard isName else {
            throw CommandFailure(
                .badValue(.variableName, name, expected: "letters, digits and '_', with no digit first"),
                command: command.name)
        }
        return name
    }
}

extension IssuedToken {
    fileprivate func lifeWords(in variable: String) -> String {
        guard let end = expiresAt else { return "\(variable) is not renewed in this program." }
        let left = Duration.seconds(max(0, end.timeIntervalSinceNow).rounded())
        return "\(variable) expires in \(left.inWords) and is not renewed in this program."
    }
}

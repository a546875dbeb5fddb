import FoundationEssentials
import HostSystem
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
        options: Option.issued,
        takesProvider: true,
        operands: 1...Int.max,
        run: { context in
            let words = context.operands
            let variable = try context.variableName()
            let which = try context.whichToken()
            let validity = try context.minimumValidity()
            let token = try await CommandSession.open(context) { opened in
                try await opened.requireSession()
                let token = try await opened.issued(which, minimumValidity: validity)
                // The program takes this one's place.
                let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
                opened.reportGiven(token, to: Caller(name: name, process: getpid()))
                opened.tell(token.lifeWords(in: variable))
                return token
            }
            throw CommandFailure(
                ChildProcess.replaceProgram(by: words, adding: [(variable, token.value.reveal())]), of: words[0])
        })
}

extension IssuedToken {
    fileprivate func lifeWords(in variable: String) -> String {
        guard let end = expiresAt else { return "\(variable) is not renewed in this program." }
        let left = Duration.seconds(max(0, end.timeIntervalSinceNow).rounded())
        return "\(variable) expires in \(left.inWords) and is not renewed in this program."
    }
}

/// `credential git|docker|cargo|keyring`: what programs ask that have helpers for credentials.
extension Command {
    static let credential = Command(
        name: "credential",
        summary: "answer git, docker, cargo or pip, which ask for a token",
        usage: "git|docker VERB | cargo | keyring get URL USER",
        details: """
            Another program runs this command and asks; 'setup' prints the lines that make
            it do so. It is answered only for the origins of --api, and with --within-path
            for the paths there: for any other host it hears that there is no token, and
            asks elsewhere. The session is never deleted by what it asks. Where there is
            none, the exit status is 3 or 4, and standard error names the command that
            signs in.

            git (gitcredentials) asks on standard input. git 2.46 and newer gets a Bearer
            field where the server asks for one. Older versions get a user name, and the
            token as password. Once the session has ended git is told to stop, so that it
            asks for no password. With --within-path the question must name a path: 'setup
            git' sets what git needs for that. 'erase' follows a refusal: if git names the
            present access token, the command refreshes it. 'store' does nothing.

            docker, podman and others (docker-credential-helpers) run a program by the name
            docker-credential-session-console, or docker-credential-session-console-PROFILE:
            a link to this one. 'get' answers with the token as a password, which docker
            also sends to the token service that the registry names. 'list' names the
            origins. 'store' and 'erase' do nothing. docker names no path, so that it gets
            no token that --within-path keeps to one.

            cargo 1.74 and newer starts 'session-console --cargo-plugin', and sends the
            words of its configuration with each question. It gets 'Bearer TOKEN' until that
            is renewed, and sends it to whatever places the index names for downloads.

            keyring is asked by pip and uv, which find a program of that name in PATH.
            """,
        example: "session-console credential git get < question.txt",
        options: [.cargoPlugin],
        takesProvider: true,
        operands: 1...4,
        firstOperands: { CredentialAsker.allCases.map(\.rawValue) },
        run: { context in
            let words = Array(context.operands.dropFirst())
            guard let asker = CredentialAsker(rawValue: context.operands[0]) else {
                throw CommandFailure(.unknownCommand("credential \(context.operands[0])"), command: "credential")
            }
            if asker != .cargo, context.invocation.contains(.cargoPlugin) {
                throw CommandFailure(
                    .foreignOption(.cargoPlugin, command: "credential \(asker)"), command: context.command.name)
            }
            switch asker {
            case .git: return try await GitCredential.run(try context.only(words), context)
            case .docker: return try await DockerCredential.run(try context.only(words), context)
            case .cargo:
                if let word = words.first { throw CommandFailure(.extraOperand(word), command: "credential") }
                return try await CargoCredential.run(context)
            case .keyring: return try await KeyringCredential.run(words, context)
            }
        })
}

extension CommandContext {
    /// The one word that a dialogue is told on the command line.
    fileprivate func only(_ words: [String]) throws(CommandFailure) -> String {
        guard let verb = words.first else { throw CommandFailure(.missingOperand("the verb"), command: command.name) }
        if words.count > 1 { throw CommandFailure(.extraOperand(words[1]), command: command.name) }
        return verb
    }
}

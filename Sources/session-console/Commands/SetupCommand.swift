import ConsoleApp
import FoundationEssentials
import SessionCore

/// `setup git|kubectl|…`: the lines that make another tool use the session.
extension Command {
    static let setup = Command(
        name: "setup",
        summary: "print the lines that make another tool use the session",
        usage: SetupTarget.allCases.map(\.rawValue).joined(separator: "|"),
        details: """
            Nothing is written: paste the lines where the other tool reads them; standard
            error says where that is not a shell.

            'setup mcp' prints a server that the client starts, 'session-console mcp'. For a
            client that knows servers by their URL alone, start 'proxy' and give it that
            address.

            For pip, npm and cargo --api is the address of the index. npm asks nobody for a
            token: it is run by 'proxy', which gives its requests one.
            """,
        example: "session-console setup git",
        takesProvider: true,
        operands: 1...1,
        firstOperands: { SetupTarget.allCases.map(\.rawValue) },
        run: { context in
            guard let target = SetupTarget(rawValue: context.operands[0]) else {
                throw CommandFailure(.unknownCommand("setup \(context.operands[0])"), command: "setup")
            }
            let settings = try context.settings()
            try target.check(settings)
            try context.output.line(
                target.lines(
                    settings.call, apis: settings.client.apis, keepsToPaths: settings.client.keepsTokenToPaths))
            if let remark = target.remark(settings.call) { context.output.inform(remark) }
            return .done
        })
}

extension SetupTarget {
    /// Throws where no lines would do.
    fileprivate func check(_ settings: ProviderSettings) throws(CommandFailure) {
        if needsBareToken, settings.client.proofKey != nil {
            throw CommandFailure(
                .failed, "The session's tokens are bound to a key (DPoP), and \(rawValue) makes no proofs.",
                advice: "Give it an address that makes them: \(settings.call.aboutAPIs("proxy"))")
        }
        if needsAPI { _ = try settings.requiredOrigins(for: "setup") }
        guard self == .docker else { return }
        guard !settings.client.keepsTokenToPaths else {
            throw CommandFailure(
                .failed, "docker names no path, and the token is kept to one (--within-path).",
                advice: "Use a profile without --within-path.")
        }
        guard DockerCredential.helper(for: settings.call) != nil else {
            throw CommandFailure(
                .failed, "docker gives its helper no options, so that it needs a profile.",
                advice: "Make one with 'session-console profile add NAME', and name it with --profile.")
        }
    }
}

import ConsoleApp
import FoundationEssentials
import SessionCore

/// `setup git|kubectl|mcp|curl`: the lines that make another tool use the session.
extension Command {
    static let setup = Command(
        name: "setup",
        summary: "print the lines that make another tool use the session",
        usage: "git|kubectl|mcp|curl",
        details: """
            Nothing is written: paste the lines where the other tool reads them.

            'setup mcp' prints a server that the client starts, 'session-console mcp'. For a
            client that knows servers by their URL alone, start 'proxy' and give it that
            address.
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
            if target.needsBareToken, settings.client.proofKey != nil {
                throw CommandFailure(
                    .failed, "The session's tokens are bound to a key (DPoP), and \(target.rawValue) makes no proofs.",
                    advice: "Give it an address that makes them: \(settings.call.aboutAPIs("proxy"))")
            }
            try context.output.line(
                target.lines(
                    settings.call, apis: settings.client.apis, keepsToPaths: settings.client.keepsTokenToPaths))
            return .done
        })
}

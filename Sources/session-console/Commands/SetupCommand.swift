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

            'setup mcp' prints the address of the profile's proxy, once 'proxy' has made it,
            which holds as long as the session does. Until then it prints a helper for the
            headers, which many clients run only when they connect.
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
            let place = KeptProxy.File(path: try context.folders().proxyFile(profile: settings.profile))
            let proxy = target == .mcp ? try place.read() : KeptProxy()
            let isProxied = settings.client.apis.allSatisfy { proxy.address(of: $0) != nil }
            if target.needsBareToken, !isProxied, settings.client.proofKey != nil {
                throw CommandFailure(
                    .failed, "The session's tokens are bound to a key (DPoP), and \(target.rawValue) makes no proofs.",
                    advice: "Give it an address that makes them: \(settings.call.aboutAPIs("proxy"))")
            }
            try context.output.line(
                target.lines(
                    settings.call, apis: settings.client.apis, by: proxy,
                    keepsToPaths: settings.client.keepsTokenToPaths))
            if let limits = target.limits(settings.call, isProxied: isProxied) { context.output.inform(limits) }
            return .done
        })
}

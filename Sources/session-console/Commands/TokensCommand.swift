import Addresses
import Doctor
import FoundationEssentials
import SessionCore

/// `doctor --tokens`: what is sent where, and the question that comes before.
enum TokensCommand {
    /// Whether the resource may be sent forged tokens; throws where nobody can be asked.
    static func isAllowed(_ context: CommandContext, at subject: ExaminedSubject) throws(CommandFailure) -> Bool {
        guard context.invocation.contains(.triesTokens) else { return false }
        guard let resource = subject.resource, let origin = Origin(resource) else {
            throw CommandFailure(
                .badCommandLine, "--tokens needs a resource to send them to.",
                advice: "Give its address: session-console doctor URL --tokens")
        }
        context.output.inform("--tokens sends to \(origin) what an attacker would, and to nothing else:")
        for check in TokenCheck.all { context.output.inform("  \(check.fact)") }
        context.output.inform(
            "It asks by GET, and a server of MCP by initialize or tools/list; nothing is changed there. Who runs the "
                + "server may take it for an attack: it should be yours.")
        if context.asksNothing { return true }
        guard Terminal.isInput else {
            throw CommandFailure(
                .badCommandLine, "Nobody can be asked whether \(origin) is yours.",
                advice: "If it is, say so with --yes: session-console doctor \(resource.absoluteString) --tokens --yes")
        }
        context.output.inform("Is it yours, and may they be sent? [y/N]")
        let isYes = ["y", "yes"].contains(readLine()?.lowercased() ?? "")
        if !isYes { context.output.inform("No token is sent.") }
        return isYes
    }
}

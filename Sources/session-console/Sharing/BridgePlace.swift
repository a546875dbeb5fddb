import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Which profile a bridge has, and which URL of it.
extension CommandContext {
    /// The context with the profile that the operand names; no URL where it names none.
    func bridged() throws(CommandFailure) -> (context: CommandContext, url: URL?) {
        guard let operand = operands.first else { return (self, nil) }
        guard operand.isHTTPAddress else {
            guard !namesProfile else { throw CommandFailure(.extraOperand(operand), command: command.name) }
            var context = self
            context.profileName = operand
            return (context, nil)
        }
        guard let url = URL(given: operand), Origin(url) != nil else {
            throw CommandFailure(.badCommandLine, "The argument must be an http or https URL, or a profile.")
        }
        var context = self
        if !namesProfile, namedIssuer == nil { context.profileName = try profile(for: url) }
        guard try context.settings().hasAPI(url) else {
            throw CommandFailure(
                .badCommandLine, "The URL is not within an API of the profile '\(context.profileName)'.",
                advice: "The token goes to the profile's --api alone.")
        }
        return (context, url)
    }

    /// The one profile with an API that the URL is within.
    private func profile(for url: URL) throws(CommandFailure) -> String {
        let folder = ProfileFolder(path: try folders().profiles)
        let names = folder.names().filter { name in
            guard let profile = try? folder.load(name),
                let settings = try? ProviderSettings(
                    invocation: invocation, profile: profile, environment: environment)
            else { return false }
            return settings.hasAPI(url)
        }
        if names.count == 1 { return names[0] }
        if names.contains("default") { return "default" }
        guard names.isEmpty else {
            throw CommandFailure(
                .badCommandLine, "The URL is within an API of several profiles: \(names.joined(separator: ", ")).",
                advice: "Choose one with --profile.")
        }
        let shown = operands.first.map { $0.contains { "?@".contains($0) } ? "URL" : $0 } ?? "URL"
        throw CommandFailure(
            .noSession, "No profile has this URL.",
            advice: "Find out how to sign in, and do so, with: \(ProgramCall.line("login", shown))")
    }
}

extension ProviderSettings {
    /// Whether the URL is within an API: at its origin, and at its path or below it.
    fileprivate func hasAPI(_ url: URL) -> Bool {
        var client = client
        client.keepsTokenToPaths = true
        return (try? BearerOrigins(of: client).check(url)) != nil
    }

    /// The URL that a bridge leads to where the command line names none.
    func requiredAPI() throws(CommandFailure) -> URL {
        guard let api = client.apis.first else {
            throw CommandFailure(.missingOption(.api, why: "'mcp' leads to it"), command: "mcp")
        }
        return api
    }
}

import Addresses
import ConsoleApp
import FoundationEssentials
import SessionCore

/// Which profile a bridge has, and which URL of it.
enum BridgePlace {
    /// The context with the profile; no URL where the command line names none.
    case profile(CommandContext, URL?)
    /// No profile has that URL yet; with what the user is told.
    case unknown(URL, CommandFailure)
}

extension CommandContext {
    func bridgePlace() throws(CommandFailure) -> BridgePlace {
        guard let operand = operands.first else { return .profile(self, nil) }
        guard operand.isHTTPAddress else {
            guard !namesProfile else { throw CommandFailure(.extraOperand(operand), command: command.name) }
            var context = self
            context.profileName = operand
            return .profile(context, nil)
        }
        guard let url = URL(given: operand), Origin(url) != nil else {
            throw CommandFailure(.badCommandLine, "The argument must be an http or https URL, or a profile.")
        }
        var context = self
        if !namesProfile, !invocation.contains(.api) {
            guard let name = try profile(for: url) else { return .unknown(url, noProfile(operand)) }
            context.profileName = name
        } else if namesProfile, !ProfileFolder(path: try folders().profiles).has(profileName) {
            return .unknown(url, noProfile(operand))
        }
        guard try context.settings().hasAPI(url) else {
            throw CommandFailure(
                .badCommandLine, "The URL is not within an API of the profile '\(context.profileName)'.",
                advice: "The token goes to the profile's --api alone.")
        }
        return .profile(context, url)
    }

    private func noProfile(_ operand: String) -> CommandFailure {
        let shown = operand.contains { "?@".contains($0) } ? "URL" : operand
        return CommandFailure(
            .noSession, "No profile has this URL.",
            advice: "Find out how to sign in, and do so, with: "
                + ProgramCall.line(["login"] + (namesProfile ? ["--profile", profileName] : []) + [shown]))
    }

    /// The one profile with an API that the URL is within, and with the issuer that the command line may name.
    private func profile(for url: URL) throws(CommandFailure) -> String? {
        let folder = ProfileFolder(path: try folders().profiles)
        let names = folder.names().filter { name in
            guard let profile = try? folder.load(name),
                let own = try? ProviderSettings(invocation: Invocation(), profile: profile, environment: environment),
                namedIssuer == nil || own.client.issuer == namedIssuer
            else { return false }
            return own.hasAPI(url)
        }
        if names.count <= 1 { return names.first }
        if names.contains("default") { return "default" }
        throw CommandFailure(
            .badCommandLine, "The URL is within an API of several profiles: \(names.joined(separator: ", ")).",
            advice: "Choose one with --profile.")
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

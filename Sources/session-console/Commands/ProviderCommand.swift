import DemoProvider

/// `provider`: the embedded provider alone, in the foreground.
extension Command {
    static let provider = Command(
        name: "provider",
        summary: "run the embedded OpenID provider and its demo API alone, in the foreground",
        usage: "[OPTIONS]",
        details: """
            The first line on standard output is JSON:
            {"issuer", "client_id", "client_secret", "api", "control", "users": [{"username", "password"}], …}
            It listens on 127.0.0.1 only, keeps everything in memory, and ends on ctrl-c.

            The control URL is a secret: POST {control}/revoke-session and /revoke-access-tokens {"username"},
            /reject-refresh {"count"}, /rotate-keys, /lifetimes {"access", "refresh"} in seconds,
            /fault {"endpoint", "kind": "slow|hang|status|drop|malformed", "times"}, /clock {"offset"},
            /approve-device {"user_code", "username"}; GET {control}/statistics counts what was asked.
            """,
        example: "session-console provider --port 8080 --token-lifetime 5s",
        options: demoProviderOptions,
        run: { context in
            let provider = try await DemoProvider.started(for: context)
            try context.output.line(provider.announcement)
            context.output.note("Serving until ctrl-c. Sign in as alice (wonderland) or bob (builder).")
            await Interruption.wait()
            await provider.stop()
            return .done
        })

    static let demoProviderOptions: [OptionName] = [.port, .apiPort, .tokenLifetime, .refreshLifetime, .opaque]
}

extension DemoProvider {
    /// Starts the embedded provider as the command line has it.
    static func started(for context: CommandContext) async throws(CommandFailure) -> DemoProvider {
        let invocation = context.invocation
        var configuration = DemoProvider.Configuration()
        do {
            configuration.port = try invocation.number(.port, in: 0...65535).map { UInt16($0) } ?? 0
            configuration.apiPort = try invocation.number(.apiPort, in: 0...65535).map { UInt16($0) } ?? 0
            configuration.accessTokenLifetime =
                try invocation.duration(.tokenLifetime) ?? configuration.accessTokenLifetime
            configuration.refreshTokenLifetime =
                try invocation.duration(.refreshLifetime) ?? configuration.refreshTokenLifetime
        } catch {
            throw CommandFailure(error, command: context.command.name)
        }
        configuration.opaqueAccessTokens = invocation.contains(.opaque)
        do {
            return try await DemoProvider.start(configuration)
        } catch .portTaken(let port) {
            throw CommandFailure(
                .failed, "Port \(port) is taken by another program.",
                advice: "Choose another with --port and --api-port, or leave them out for any free ones.")
        } catch {
            throw CommandFailure(.failed, "\(error)".capitalizedSentence)
        }
    }
}

import ConsoleApp
import DemoProvider
import FaultInjection
import FoundationEssentials
import SessionCore

/// `demo`: the embedded provider and the console on it, in one process, with nothing kept on disk.
extension Command {
    static let demo = Command(
        name: "demo",
        summary: "open the console on an embedded provider: nothing to configure, nothing kept on disk",
        usage: "[OPTIONS]",
        details:
            "Sign in as alice with the password wonderland, or as bob with builder. ? in the console tells every key.",
        example: "session-console demo --token-lifetime 20s",
        options: demoProviderOptions + [.mouse, .ascii],
        run: { context in
            let host = try await ConsoleHost.demo(on: try await DemoProvider.started(for: context))
            try await Console.run(context, host.context, firstTarget: "/orders?limit=3") { host }
            return .done
        })
}

extension ConsoleHost {
    /// A session on the embedded provider, in memory.
    static func demo(on provider: DemoProvider) async throws -> ConsoleHost {
        var profile = Profile(name: "demo")
        profile.values = [
            .issuer: [provider.issuer], .clientID: [provider.clientID], .api: [provider.api], .store: ["memory"],
        ]
        let settings = try ProviderSettings(invocation: Invocation(), profile: profile, environment: [:])
        let (switches, injections) = FaultSwitches.reporting()
        let session = SessionFactory.session(settings, store: MemoryStore(), switches: switches)
        try await session.configure()
        var context = ConsoleContext(settings)
        context.faults = Fault.allCases
        context.demoUsers = DemoProvider.Configuration().users.map {
            DemoUser(username: $0.username, password: $0.password)
        }
        return ConsoleHost(
            context: context, session: session, switches: switches, injections: injections,
            redirectURI: settings.redirectURI, demo: provider)
    }
}

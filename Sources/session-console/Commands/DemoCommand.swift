import ConsoleFaults
import ConsoleApp
import DemoProvider
import FaultInjection
import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI

/// `demo`: the embedded provider and the console on it, in one process, with nothing kept on disk.
extension Command {
    static let demo = Command(
        name: "demo",
        summary: "open the console on an embedded provider: nothing to configure, nothing kept on disk",
        usage: "[OPTIONS]",
        details: """
            Sign in as alice with the password wonderland, or as bob with builder.
            In the console, ? lists all keys. --tour plays the story of a session and
            explains each step: p pauses it, q leaves it. See 'play --help'. A client that
            handles its session wrongly is shown by 'session-console open watch-demo'.
            """,
        example: "session-console demo --token-lifetime 20s",
        options: Option.demoProvider + Option.demoTour + [.requests] + Option.recording + Option.screen,
        asText: { _ in "A demo as text, step by step: \(ProgramCall.line("play", "tour", "--headless"))" },
        run: { context in
            let configuration = try DemoProvider.Configuration(context)
            if context.invocation.contains(.tour) {
                let tour = ScenarioSource(shipped: .tour)
                return try await ScenarioRun(try tour.scenario(), tour, context).play()
            }
            let theme = try context.theme()
            // A requested port may be taken; report that before the screen opens.
            let started = configuration.hasFixedPort ? try await DemoProvider.started(configuration) : nil
            let opener = DemoOpener(
                configuration, started: started, requestFolder: context.requestFolder)
            try await Console.run(context, DemoOpener.first, by: opener, theme: theme)
            return .done
        })
}

extension ConsoleContext {
    /// The demo before its provider listens.
    static let demo = {
        var context = ConsoleContext(
            profile: DemoOpener.first, faults: LabFault.ofSessions,
            demoUsers: DemoProvider.Configuration().users.map {
                DemoUser(username: $0.username, password: $0.password)
            },
            apiPaths: DemoProvider.apiPaths.map { APIPath($0.path, $0.summary) },
            firstTarget: "/orders?limit=3", hasFirstSteps: true)
        // The demo's client is public.
        context.clientObstacles = SignInFlowKind.obstacles(for: .none)
        return context
    }()
}

extension ConsoleContext {
    /// The provider by itself, whose clients are other programs.
    static let provider = ConsoleContext(
        profile: DemoOpener.watched,
        faults: LabFault.ofSessions.filter { !LabFault.clientSide.contains($0) && $0 != .revokedSession },
        stage: .provider)
}

extension ConsoleHost {
    /// A session on the embedded provider.
    static func demo(
        on provider: DemoProvider, _ context: ConsoleContext, _ store: MemoryStore, _ travel: Travel? = nil,
        client: ClientConfiguration? = nil, proofKey: ProofKey? = nil, continuing discovery: EventJournal? = nil
    ) async throws -> ConsoleHost {
        let profile = Profile(
            name: context.profile, inMemory: RecordOwner(issuer: provider.issuer, clientID: provider.clientID),
            api: provider.api)
        var settings = try ProviderSettings(invocation: Invocation(), profile: profile, environment: [:])
        settings.client = client ?? settings.client
        settings.client.proofKey = proofKey
        let reporter = InjectionReporter()
        let switches = reporter.switches()
        let session = SessionFactory.session(
            settings, store: store, switches: switches, isDemo: true, travel: travel, continuing: discovery)
        reporter.report(to: session)
        try await session.configure()
        var context = context
        (context.issuer, context.api) = (settings.client.issuer, settings.client.apis.first)
        return ConsoleHost(
            context: context, session: session, switches: switches, injections: reporter.injections,
            settings: settings, isKept: false, demo: provider)
    }
}

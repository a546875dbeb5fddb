import ConsoleApp
import FaultInjection
import SessionCore
import TerminalUI

/// The program without a command: the console on a profile.
extension Command {
    static let console = Command(
        name: "",
        summary: "open the console on a profile",
        usage: "[--profile NAME]",
        details: "",
        example: "session-console --profile work",
        options: [.theme, .mouse, .ascii, .version],
        takesProvider: true,
        run: { context in
            let settings = try context.settings()
            let theme = try context.settingValues().choice(.theme, Theme.Choice.self)
            let folders = try context.folders()
            let reporter = InjectionReporter()
            let switches = reporter.switches()
            let session = SessionFactory.session(
                settings, store: SessionFactory.store(settings, folders: folders), switches: switches,
                program: "console")
            reporter.report(to: session)
            let recorder = EventRecorder(settings, folders, program: "console")
            let events = EventPump(session, sinks: recorder.map { [$0] } ?? [])
            events.start()
            defer { events.finish() }
            try await Console.run(context, ConsoleContext(settings), theme: theme) {
                try await session.configure()
                return ConsoleHost(
                    context: ConsoleContext(settings), session: session, switches: switches,
                    injections: reporter.injections,
                    settings: settings, isKept: settings.store != .memory)
            }
            return .done
        })
}

import FoundationEssentials
import SessionCore
import Synchronization

/// Runs the profile's command when the provider or an API has ended the session; for programs that stay open.
final class LogoutWatch: EventSink {
    private let settings: ProviderSettings
    /// Which process runs the command for an end; `nil` where no other shares the session.
    private let claim: LogoutClaim?
    /// Signals the end to the user besides.
    private let signal: @Sendable (SessionEnd) -> Void
    /// Called with a sentence where the command can't be started.
    private let report: @Sendable (String) -> Void
    private let ends = Mutex(ForcedEnds())

    init(
        _ settings: ProviderSettings, _ folders: Folders, signal: @escaping @Sendable (SessionEnd) -> Void = { _ in },
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.settings, self.signal, self.report) = (settings, signal, report)
        claim =
            settings.store == .memory ? nil : LogoutClaim(path: folders.logoutClaimFile(profile: settings.profile))
    }

    func take(_ events: [SessionEvent]) {
        for event in events {
            guard let end = ends.withLock({ $0.end(by: event) }) else { continue }
            signal(end)
            if let command = settings.logoutAlarm.command { run(command, end, event) }
        }
    }

    private func run(_ command: LogoutAlarm.AlarmProgram, _ end: SessionEnd, _ event: SessionEvent) {
        var time = event.time
        if case .endedElsewhere(let ending) = event.kind { time = ending.time }
        guard claim?.isFirst(generation: event.generation, time: time) != false else { return }
        let variables = [
            "REASON": end.name, "REASON_TEXT": "\(end)", "PROFILE": settings.profile,
            "ISSUER": settings.client.issuer, "TIME": time.formatted(.iso8601),
        ]
        do throws(ChildProcess.Failure) {
            try ChildProcess.startDetached(
                command.program, command.arguments,
                variables: variables.map { (name: "SESSION_CONSOLE_\($0.key)", value: $0.value) })
        } catch {
            report("\(command.program), which is to run at a forced logout, can't be started: \(error.reason).")
        }
    }
}

import ConsoleApp
import Doctor
import SessionCore

/// `doctor --behaviour`: the sign-ins of the examination, its announcements and its question.
struct BehaviourCommand {
    private let context: CommandContext
    private let settings: ProviderSettings
    private let flow: SignInFlowName
    /// The flow, where one serves for all sign-ins; a browser is sent to a new redirect each time.
    private let repeated: (any SignInFlow)?
    private let mayEndSessions: Bool

    /// `nil` without the option; throws where the command line lacks what it needs.
    init?(_ context: CommandContext, _ profile: Profile) throws {
        guard context.invocation.contains(.behaviour) else { return nil }
        var context = context
        // The links of the sign-ins are no findings.
        context.output = context.output.amongMessages
        self.context = context
        settings = try ProviderSettings(
            invocation: context.invocation, profile: profile, environment: context.environment)
        flow = try context.choice(.flow, SignInFlowName.self) ?? .code
        repeated =
            flow == .code ? nil : try SignIn(context: context, settings: settings).flow(flow, after: .unknown)
        mayEndSessions = Self.isAllowed(context)
    }

    /// Asked once, ahead of the sign-ins: later the terminal may be waiting for a pasted redirect.
    private static func isAllowed(_ context: CommandContext) -> Bool {
        if context.invocation.contains(.yes) { return true }
        let ends = Experiment.all.filter(\.endsSession).map { "  \($0.announcement)" }
        context.output.note("Some of what it tries ends its own sessions, and may end others of the same user:")
        for line in ends { context.output.note(line) }
        guard Terminal.isInput else {
            context.output.note("That is left out; --yes does it.")
            return false
        }
        context.output.note("Try that too? [y/N]")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    func examine(over channel: Channel, reporting report: (Finding) -> Void) async -> [Finding] {
        let provider = ProviderChannel(
            configuration: settings.client, directory: ProviderDirectory(configuration: settings.client),
            channel: channel)
        let (context, settings, flow, repeated) = (context, settings, flow, repeated)
        let examination = BehaviourExamination(provider, resource: settings.client.apis.first) {
            try repeated ?? SignIn(context: context, settings: settings).flow(flow, after: .unknown)
        }
        return await examination.examine(
            mayTry: { experiment in
                guard mayEndSessions || !experiment.endsSession else { return false }
                context.output.note("… \(experiment.announcement)")
                return true
            }, reporting: report)
    }
}

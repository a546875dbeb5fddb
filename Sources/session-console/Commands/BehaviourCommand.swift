import Addresses
import ConsoleApp
import CurlTransport
import Doctor
import FoundationEssentials
import SessionCore

/// `doctor --behaviour`: the sign-ins of the examination, its announcements and its question.
struct BehaviourCommand {
    private let context: CommandContext
    private let profile: Profile
    private let flow: SignInFlowName
    /// The settings of the client that is named; `nil` where one is registered for the examination.
    private let named: ProviderSettings?
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
        self.profile = profile
        flow = try context.signInFlow()
        let values = SettingValues(invocation: context.invocation, profile: profile)
        if values.clientID == nil, flow == .code, !context.operands.isEmpty {
            (named, repeated) = (nil, nil)
        } else {
            var named = context
            // The URL is the issuer, or leads to it.
            if values.issuer == nil, let url = context.operands.first { named.namedIssuer = url }
            let settings = try ProviderSettings(
                invocation: named.invocation, profile: profile, environment: context.environment)
            self.named = settings
            repeated =
                flow == .code
                ? nil : try SignIn(context: context, settings: settings).flow(flow, after: SessionStatus())
        }
        mayEndSessions = Self.isAllowed(context)
    }

    /// Asked once, ahead of the sign-ins: later the terminal may be waiting for a pasted redirect.
    private static func isAllowed(_ context: CommandContext) -> Bool {
        if context.asksNothing { return true }
        let ends = Experiment.all.filter(\.endsSession).map { "  \($0.announcement)" }
        context.output.inform("Some of what it tries ends its own sessions, and may end others of the same user:")
        for line in ends { context.output.inform(line) }
        guard Terminal.isInput else {
            context.output.inform("That is left out; --yes does it.")
            return false
        }
        context.output.inform("Try that too? [y/N]")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// Signs in and tries, with the client that is named, or one that is registered for that alone and then removed.
    ///
    /// Returns also why the rest was not looked at, where a sign-in failed.
    func examine(
        _ diagnosis: Diagnosis, over channel: Channel, reporting report: (Finding) -> Void
    ) async throws -> ([Finding], CommandFailure?) {
        if var named {
            named.client.issuer = try confirmedIssuer(diagnosis.issuer, insteadOf: named.client.issuer)
            return await examine(named, diagnosis, over: channel, reporting: report)
        }
        let (settings, registration) = try await registered(at: diagnosis.issuer)
        let result = await examine(settings, diagnosis, over: channel, reporting: report)
        if let registration { await remove(registration, settings) }
        return result
    }

    /// The issuer to sign in at: the one that a person named, or the one that their URL led to and they confirm.
    private func confirmedIssuer(_ found: String?, insteadOf given: String) throws(CommandFailure) -> String {
        let isNamed = context.namedIssuer != nil || context.operands.first != given
        guard !isNamed, found != given else { return given }
        guard let found else {
            throw CommandFailure(
                .failed, "\(given) leads to no issuer, so nothing is signed in to.", advice: "Name it: --issuer URL")
        }
        try ResourceProfile(given, context).confirm(found, nil)
        return found
    }

    private func examine(
        _ settings: ProviderSettings, _ diagnosis: Diagnosis, over channel: Channel,
        reporting report: (Finding) -> Void
    ) async -> ([Finding], CommandFailure?) {
        let provider = ProviderChannel(
            configuration: settings.client, directory: ProviderDirectory(configuration: settings.client),
            channel: channel)
        let (context, flow, repeated) = (context, flow, repeated)
        // A URL of which nothing is known is asked by GET.
        let resource =
            context.operands.first.flatMap { $0 == settings.client.issuer ? nil : URL(given: $0) }
            ?? settings.client.resources.lazy.compactMap { URL(given: $0) }.first { Origin($0) != nil }
            ?? settings.client.apis.first
        let question = diagnosis.question ?? resource.map { .page(at: $0) }
        let examination = BehaviourExamination(provider, resource: question) {
            try repeated ?? SignIn(context: context, settings: settings).flow(flow, after: SessionStatus())
        }
        if flow == .code {
            context.output.inform(
                "Each sign-in is waited for \(AuthorizationCodeFlow.defaultTimeout.inWords) at most: the browser does "
                    + "not come back from a page that shows an error.")
        }
        let (findings, error) = await examination.examine(
            mayTry: { experiment in
                guard mayEndSessions || !experiment.endsSession else { return false }
                context.output.inform("… \(experiment.announcement)")
                return true
            }, reporting: report)
        return (findings, error.map { failure(of: $0, settings) })
    }

    /// The finding has the reason.
    private func failure(of error: SessionError, _ settings: ProviderSettings) -> CommandFailure {
        var failure = CommandFailure(
            error,
            in: Situation(
                command: "login", call: settings.call, isOfBrowser: flow == .code,
                hasProofKey: settings.client.proofKey != nil))
        failure.message = "A sign-in failed, so the rest was not looked at."
        return failure
    }

    // MARK: - A client of its own

    /// Registers a client as `login URL` does, which no other session has, and keeps it nowhere.
    private func registered(at issuer: String?) async throws -> (ProviderSettings, RegisteredClient?) {
        let resource = try ResourceProfile(context.operands[0], context)
        let journal = EventJournal(clock: SystemClock())
        let checklist = Checklist(context)
        let named = context.namedIssuer
        var discovery = try await resource.discovery(nil, journal, choosing: named ?? issuer)
        discovery.options.registeredClients = []
        guard let server = try await discovery.server(reporting: { checklist.report($0, journal) }) else {
            throw CommandFailure(
                .failed, "\(context.operands[0]) needs no token, so there is nothing to sign in to.",
                advice: "If some of it needs one, name whose: --issuer URL")
        }
        // An issuer that is examined itself was named by its URL.
        if server.issuer != context.operands[0] { try resource.confirm(server.issuer, nil) }
        let client = try await discovery.client(at: server) { checklist.report($0, journal) }
        let profile = resource.profile(of: client, server, in: Profile(name: resource.name))
        var settings = try ProviderSettings(
            invocation: context.invocation, profile: profile, environment: context.environment)
        settings.client.authentication = client.configuration.authentication
        return (settings, client.registration)
    }

    private func remove(_ client: RegisteredClient, _ settings: ProviderSettings) async {
        do throws(SessionError) {
            try await client.unregister(over: CurlTransport(settings.transport))
            context.output.inform(
                "The client \(Shown.cut(client.clientID)) was removed at \(Shown.cut(client.issuer)).")
        } catch {
            context.output.inform(
                "The client \(Shown.cut(client.clientID)) stays registered at \(Shown.cut(client.issuer)): \(error).")
        }
    }
}

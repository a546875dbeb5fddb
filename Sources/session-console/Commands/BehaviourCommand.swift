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
    private let otherResource: URL?

    /// `nil` without the option; throws where the command line lacks what it needs.
    init?(_ context: CommandContext, _ profile: Profile, of subject: ExaminedSubject) throws {
        guard context.invocation.contains(.behaviour) else {
            guard !context.invocation.contains(.otherResource) else { throw CommandFailure.otherResourceAlone }
            return nil
        }
        otherResource = try Self.otherResource(context, than: subject.resource)
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

    /// Of another resource than the examined one, and of none above or below that.
    private static func otherResource(
        _ context: CommandContext, than examined: URL?
    ) throws(CommandFailure) -> URL? {
        guard let text = context.invocation.value(of: .otherResource) else { return nil }
        guard context.invocation.contains(.triesTokens) else { throw .otherResourceAlone }
        guard let url = URL(given: text), Origin(url) != nil,
            examined.map({ !$0.covers(url) && !url.covers($0) }) ?? true
        else {
            throw CommandFailure(
                .badCommandLine, "--other-resource takes the http or https URL of another resource.",
                advice: "Give one for which the provider issues tokens, which is not the examined one, nor above or "
                    + "below it.")
        }
        return url
    }

    /// Asked once, ahead of the sign-ins: later the terminal may be waiting for a pasted redirect.
    private static func isAllowed(_ context: CommandContext) -> Bool {
        if context.asksNothing { return true }
        let all = Experiment.all + (context.invocation.contains(.triesTokens) ? Experiment.misuse : [])
        let ends = all.filter(\.endsSession).map { "  \($0.announcement)" }
        context.output.inform("Some of what it tries ends its own sessions, and may end others of the same user:")
        for line in ends { context.output.inform(line) }
        guard Terminal.isInput else {
            context.output.inform("That is left out; --yes does it.")
            return false
        }
        context.output.inform("Try that too? [y/N]")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    /// The client to sign in with.
    enum ExaminingClient: Sendable {
        /// One that a person has named.
        case named(ProviderSettings)
        /// One that is registered for the examination alone.
        case own(ResourceDiscovery, DiscoveredServer, EventJournal)
    }

    /// The client, before anything is registered; a person may have to confirm the issuer.
    func client(by diagnosis: Diagnosis) async throws -> ExaminingClient {
        guard var named else { return try await ownClient(at: diagnosis.issuer) }
        named.client.issuer = try confirmedIssuer(diagnosis.issuer, insteadOf: named.client.issuer)
        return .named(named)
    }

    /// Signs in and tries; ends its sessions and its client, also where the task is cancelled.
    ///
    /// Returns also why the rest was not looked at, where a sign-in failed.
    func examine(
        with client: ExaminingClient, _ diagnosis: Diagnosis, _ tokens: TokenExamination?, _ journal: EventJournal,
        reporting report: (Finding) -> Void
    ) async throws -> ([Finding], CommandFailure?) {
        switch client {
        case .named(let settings): return await examine(settings, diagnosis, tokens, journal, reporting: report)
        case .own(let discovery, let server, let steps):
            let (settings, registration) = try await register(discovery, server, steps)
            let result = await examine(settings, diagnosis, tokens, journal, reporting: report)
            if let registration { await remove(registration, over: CurlTransport(settings.transport)) }
            return result
        }
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
        _ settings: ProviderSettings, _ diagnosis: Diagnosis, _ tokens: TokenExamination?, _ journal: EventJournal,
        reporting report: (Finding) -> Void
    ) async -> ([Finding], CommandFailure?) {
        let (context, flow, repeated) = (context, flow, repeated)
        // A URL of which nothing is known is asked by GET.
        let resource =
            context.operands.first.flatMap { $0 == settings.client.issuer ? nil : URL(given: $0) }
            ?? settings.client.resources.lazy.compactMap { URL(given: $0) }.first { Origin($0) != nil }
            ?? settings.client.apis.first
        let question = diagnosis.question ?? resource.map { .page(at: $0) }
        let examination = BehaviourExamination(
            of: settings.client, over: CurlTransport(settings.transport),
            resourcesOver: CurlTransport(settings.transport), journal: journal, resource: question, tokens: tokens,
            otherResource: otherResource
        ) {
            try repeated ?? SignIn(context: context, settings: settings).flow(flow, after: SessionStatus())
        }
        if flow == .code {
            context.output.inform(
                "Each sign-in is waited for \(AuthorizationCodeFlow.defaultTimeout.inWords) at most: the browser does "
                    + "not come back from a page that shows an error.")
        }
        let outcome = await examination.examine(
            mayTry: { experiment in
                guard mayEndSessions || !experiment.endsSession else { return false }
                context.output.inform("… \(experiment.announcement)")
                return true
            }, reporting: report)
        if let survivors = outcome.survivors {
            let count = survivors.count == 1 ? "One session of its own" : "\(survivors.count) sessions of its own"
            context.output.inform(
                "\(count) may be alive at \(Shown.cut(settings.client.issuer)), until the tokens expire: "
                    + "\(survivors.reason).")
        }
        return (outcome.findings, outcome.failure.map { failure(of: $0, settings) })
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

    /// Finds where to register a client as `login URL` does, which no other session has, and which is kept nowhere.
    private func ownClient(at issuer: String?) async throws -> ExaminingClient {
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
        return .own(discovery, server, journal)
    }

    /// Registers the client, and is not cut off: the answer says who it is.
    private func register(
        _ discovery: ResourceDiscovery, _ server: DiscoveredServer, _ journal: EventJournal
    ) async throws -> (ProviderSettings, RegisteredClient?) {
        try Task.checkCancellation()
        let transport = try transport
        return try await Task {
            let checklist = Checklist(context, after: journal.kept)
            let client = try await discovery.client(at: server) { checklist.report($0, journal) }
            do {
                let resource = try ResourceProfile(context.operands[0], context)
                let profile = resource.profile(of: client, server, in: Profile(name: resource.name))
                var settings = try ProviderSettings(
                    invocation: context.invocation, profile: profile, environment: context.environment)
                settings.client.authentication = client.configuration.authentication
                return (settings, client.registration)
            } catch {
                if let registration = client.registration { await remove(registration, over: transport) }
                throw error
            }
        }.value
    }

    private var transport: CurlTransport {
        get throws {
            let values = SettingValues(invocation: context.invocation, profile: profile)
            return CurlTransport(try ProviderSettings.transport(values))
        }
    }

    private func remove(_ client: RegisteredClient, over transport: CurlTransport) async {
        let name = "The client \(Shown.cut(client.clientID))"
        let place = Shown.cut(client.issuer)
        await Task { [output = context.output] in
            do throws(SessionError) {
                try await client.unregister(over: transport)
                output.inform("\(name) was removed at \(place).")
            } catch {
                output.inform("\(name) stays registered at \(place): \(error).")
            }
        }.value
    }
}

extension CommandFailure {
    fileprivate static var otherResourceAlone: CommandFailure {
        CommandFailure(
            .badCommandLine, "--other-resource needs a sign-in and a resource to send the token to.",
            advice: "Add --behaviour and --tokens.")
    }
}

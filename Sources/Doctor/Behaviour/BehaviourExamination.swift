package import FoundationEssentials
package import SessionCore

/// Finds out how a provider behaves, with sessions of its own, which end with it; a stored one is never touched.
///
/// A rate limit ends it: what was not tried stays unknown.
package struct BehaviourExamination: Sendable {
    /// What was found, and how it ended.
    package struct Outcome: Sendable {
        package var findings: [Finding] = []
        /// Why a session could not be had, so that the rest was not looked at; `nil` where none was lacking.
        package var failure: SessionError?
        /// `nil` where all its sessions have ended.
        package var survivors: Survivors?
    }

    private let provider: ProviderChannel
    private let grants: OwnGrants
    private let resourceChannel: Channel
    private let resource: ResourceQuestion?
    private let tokens: TokenExamination?
    private let otherResource: URL?
    private let makeFlow: @Sendable () throws -> any SignInFlow

    /// Creates an examination that makes a flow whenever it needs a session, at most eleven times.
    ///
    /// With `tokens` the resource is tried too: right after a sign-in, whose token it takes, with dead tokens, and with
    /// one that the provider issues for `otherResource`. Resources are asked over a transport of their own, where there
    /// is one: what they leave unread of a request that they refuse would be the beginning of a request for tokens.
    package init(
        of client: ClientConfiguration, over transport: any HTTPTransport,
        resourcesOver resourceTransport: (any HTTPTransport)? = nil, clock: any SessionClock = SystemClock(),
        journal: EventJournal, resource: ResourceQuestion?, tokens: TokenExamination? = nil, otherResource: URL? = nil,
        makeFlow: @escaping @Sendable () throws -> any SignInFlow
    ) {
        func channel(_ transport: any HTTPTransport) -> Channel {
            Channel(
                transport: transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: journal, generation: 0))
        }
        grants = OwnGrants(transport, clock: clock)
        provider = ProviderChannel(
            configuration: client, directory: ProviderDirectory(configuration: client), channel: channel(grants))
        resourceChannel = channel(resourceTransport ?? transport)
        (self.resource, self.tokens, self.otherResource) = (resource, tokens, otherResource)
        self.makeFlow = makeFlow
    }

    /// Does all experiments in their order, and reports each finding as it comes; ends early where the task is
    /// cancelled, but not before its sessions have ended.
    ///
    /// `mayTry` is asked before each one, and says whether it may be done.
    package func examine(
        mayTry: (Experiment) async -> Bool, reporting report: (Finding) -> Void = { _ in }
    ) async -> Outcome {
        var ward = Ward(
            provider: provider, grants: grants, resourceChannel: resourceChannel, resource: resource,
            makeFlow: makeFlow)
        (ward.tokenQuestion, ward.listedScope) = (tokens?.question, tokens?.listedScope ?? [])
        ward.otherResource = otherResource
        var outcome = Outcome()
        var halt: Halt?
        let experiments = Experiment.all + (tokens == nil ? [] : Experiment.misuse)
        for (index, experiment) in experiments.enumerated() where !Task.isCancelled {
            if index == Experiment.signIn.count, let tokens {
                outcome.findings += await tokens.examine(with: ward.session?.tokens.accessToken, reporting: report)
            }
            let sight: Sight?
            if halt != nil {
                sight = .unknown("not looked at")
            } else if await !mayTry(experiment) {
                sight = .unknown("not tried: it was declined")
            } else {
                do throws(Halt) {
                    sight = try await experiment.look(&ward)
                } catch {
                    halt = error
                    sight = .unknown("\(error)")
                }
            }
            guard let sight else { continue }
            let finding = experiment.finding(sight)
            outcome.findings.append(finding)
            report(finding)
        }
        outcome.survivors = await grants.end(at: provider) { [ward] in await ward.accepts($0) == false }
        if case .noSession(let error) = halt { outcome.failure = error }
        return outcome
    }
}

import SessionCore

/// The way from a resource's URL to an authorised call, as far as it is known: the lines of the checklist.
struct ResourceChain: Sendable, Hashable {
    /// What it waits for, or that it waits for nothing.
    enum Stage: Sendable, Hashable {
        /// A step of the discovery is under way.
        case discovering
        /// The person has to confirm the issuer.
        case confirming(issuer: String)
        /// The person has to choose one of several issuers.
        case choosing([String])
        /// The session is being opened with the client that was found.
        case opening
        case signingIn
        case calling(CallID)
        /// The steps tell how it ended.
        case ended
        /// This program could not go on, and what to do.
        case refused(reason: String, advice: String?)
    }

    let url: String
    var stage = Stage.discovering
    private var steps: [DiscoveryStep.Kind: DiscoveryStep] = [:]

    init(_ url: String) { self.url = url }

    /// A step as it ended; `nil` while it was not reached.
    func step(_ kind: DiscoveryStep.Kind) -> DiscoveryStep? { steps[kind] }

    /// The step that is under way.
    var underWay: DiscoveryStep.Kind? {
        switch stage {
        case .discovering: DiscoveryStep.Kind.allCases.first { steps[$0] == nil }
        case .signingIn: .signIn
        case .calling: .call
        case .confirming, .choosing, .opening, .ended, .refused: nil
        }
    }

    /// The last step that was reached, or is under way.
    var newest: DiscoveryStep.Kind {
        underWay ?? DiscoveryStep.Kind.allCases.last { steps[$0] != nil } ?? .resource
    }

    /// Whether there is a client to sign in with.
    var hasClient: Bool { [.done, .doubtful].contains(steps[.client]?.outcome) }

    /// Whether the sign-in with the client is still to come.
    var awaitsSignIn: Bool { hasClient && steps[.signIn]?.outcome != .done }

    /// The step that it can't go on from.
    var obstacle: DiscoveryStep? { steps.values.first { [.failed, .question].contains($0.outcome) } }

    /// Whether the resource asks for no token.
    var needsNoToken: Bool { steps[.resource]?.finding == .needsNoToken }

    /// Whether a client has to be named, for none could be found.
    var awaitsClientID: Bool { stage == .ended && obstacle?.kind == .client }

    /// What goes on before there is a session, in a few words.
    var word: String {
        switch stage {
        case .discovering: underWay == .client ? "finding a client" : "finding the issuer"
        case .confirming: "issuer to confirm"
        case .choosing: "issuer to choose"
        case .opening: "opening"
        case .signingIn: "signing in"
        case .calling: "calling"
        case .ended, .refused: needsNoToken ? "no token needed" : "no session"
        }
    }

    /// Observes how a step ended.
    mutating func observe(_ step: DiscoveryStep) {
        steps[step.kind] = step
        switch (step.outcome, step.finding) {
        case (.question, .severalIssuers(let issuers)): stage = .choosing(issuers)
        case (.failed, _), (.question, _), (_, .needsNoToken): stage = .ended
        case (.done, _), (.doubtful, _), (.skipped, _): if step.kind == .call { stage = .ended }
        }
    }

    /// Forgets a step that is about to be done again.
    mutating func repeats(_ kind: DiscoveryStep.Kind, as stage: Stage) {
        steps[kind] = nil
        self.stage = stage
    }
}

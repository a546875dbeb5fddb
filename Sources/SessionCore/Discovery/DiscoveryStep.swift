package import FoundationEssentials

/// One step on the way from a resource's URL to an authorised call, as it ended.
public struct DiscoveryStep: Sendable, Hashable {
    /// The steps in their order.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The resource itself, asked without a token.
        case resource
        /// What the resource publishes about itself (RFC 9728).
        case resourceMetadata = "resource_metadata"
        /// The authorization server that issues its tokens.
        case authorizationServer = "authorization_server"
        /// What that server publishes about itself (RFC 8414).
        case serverMetadata = "server_metadata"
        /// The client that this program is at that server.
        case client
        /// The sign-in, which the session does.
        case signIn = "sign_in"
        /// The first call with the token.
        case call
    }

    /// How a step ended.
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// Succeeded, in accordance with the standards.
        case done
        /// Succeeded, though other clients may fail here.
        case doubtful
        /// There was nothing to do.
        case skipped
        /// A person must decide before it goes on.
        case question
        /// Failed; the discovery ends here.
        case failed
    }

    /// A message of a step, with its result.
    public struct Attempt: Sendable, Hashable {
        /// The result of a message.
        public enum Result: Sendable, Hashable {
            /// The status of the answer.
            case answered(Int)
            /// No answer came.
            case failed(TransportError)
        }

        /// The method that was sent.
        public let method: String
        /// The URL that was asked, free of secrets.
        public let url: String
        /// Its result.
        public let result: Result
        /// The exchange's number, by which its message is found among the events; `nil` where there is none.
        package let exchange: Int?
        /// What was asked, where the answer decided the step of a resource; `nil` for every other message.
        package internal(set) var question: ResourceQuestion?

        /// Creates the attempt of a step that others than ``ResourceDiscovery`` do.
        package init(method: String, url: URL, result: Result, exchange: Int? = nil) {
            self.method = method
            self.url = Redaction.url(url)
            self.result = result
            self.exchange = exchange
        }
    }

    /// Which step it is.
    public let kind: Kind
    /// How it ended.
    public let outcome: Outcome
    /// What was found, as facts.
    public let finding: DiscoveryFinding
    /// The rule that decided the outcome.
    public let rule: Citation
    /// The messages that were sent for it, in order.
    public let attempts: [Attempt]

    /// Creates a step that others than ``ResourceDiscovery`` do: the sign-in and the call.
    package init(
        _ kind: Kind, _ outcome: Outcome, _ finding: DiscoveryFinding, _ rule: Citation, attempts: [Attempt] = []
    ) {
        self.kind = kind
        self.outcome = outcome
        self.finding = finding
        self.rule = rule
        self.attempts = attempts
    }

    /// The URL that was asked, of several the one that decided; `nil` where the step needed no message.
    public var url: String? { decisive?.url }

    /// The status of its answer; `nil` where none came.
    public var status: Int? { decisive?.status }

    /// The message that decided the step, or else the last one.
    package var decisive: Attempt? { attempts.last { $0.question != nil } ?? attempts.last }
}

extension DiscoveryStep.Attempt {
    /// The status of the answer; `nil` where none came.
    package var status: Int? { if case .answered(let status) = result { status } else { nil } }
}

extension DiscoveryStep.Kind {
    /// A title for a list of steps.
    public var title: String {
        switch self {
        case .resource: "resource"
        case .resourceMetadata: "its metadata"
        case .authorizationServer: "authorization server"
        case .serverMetadata: "its metadata"
        case .client: "client"
        case .signIn: "sign-in"
        case .call: "call"
        }
    }
}

/// Why a discovery ended early: the step, with its finding and rule.
public struct DiscoveryFailure: Error, Sendable, Hashable {
    /// The step that failed, or asks a question.
    public let step: DiscoveryStep
}

extension DiscoveryFailure: CustomStringConvertible {
    /// The step, what was found and the rule: one sentence without a full stop.
    public var description: String {
        let subject =
            switch step.kind {
            case .resourceMetadata: "the resource's metadata"
            case .serverMetadata: "the authorization server's metadata"
            case .resource, .authorizationServer, .client, .signIn, .call: step.kind.title
            }
        return "\(subject): \(step.finding) (\(step.rule))"
    }
}

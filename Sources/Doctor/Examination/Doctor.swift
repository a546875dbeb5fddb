import Addresses
import FoundationEssentials
import JOSE
package import SessionCore

/// Finds facts about a provider by looking at it from outside, without a sign-in.
///
/// Where the subject leads is bounded as it is for ``ResourceDiscovery``. No token and no credential is sent.
package struct Doctor: Sendable {
    package let subject: ExaminedSubject
    /// By whose demands it is judged beyond the standards that the provider names.
    package var demands: Demands?
    /// A client that the provider knows, by which the authorization endpoint is examined.
    package var client: KnownClient?
    /// Whether plain http beyond loopback is allowed; off by default.
    package var allowsPlainHTTP = false
    private let channel: Channel

    package init(of subject: ExaminedSubject, transport: any HTTPTransport, clock: any SessionClock = SystemClock()) {
        self.init(
            of: subject,
            channel: Channel(
                transport: transport, clock: clock, randomness: SystemRandomness(),
                scope: EventScope(journal: EventJournal(clock: clock), generation: 0)))
    }

    /// Creates a doctor whose messages are reported to a channel's journal.
    package init(of subject: ExaminedSubject, channel: Channel) {
        self.subject = subject
        self.channel = channel
    }

    /// Does all checks in their order, and reports each finding as it comes; ends early where the task is cancelled.
    package func examine(reporting report: (Finding) -> Void = { _ in }) async -> Diagnosis {
        await examineKeepingResource(reporting: report).0
    }

    /// Does so, and says how tokens can be tried at the resource; `nil` where there is none.
    package func examineKeepingResource(
        reporting report: (Finding) -> Void = { _ in }
    ) async -> (Diagnosis, TokenExamination?) {
        var visit = Visit(demands, allowsPlainHTTP: allowsPlainHTTP, channel: channel)
        visit.named = subject.origins
        visit.client = client
        await arrive(&visit)
        var findings: [Finding] = []
        for check in Check.all + Check.demanded(by: demands) where !Task.isCancelled {
            visit.attempts = []
            guard let sight = await check.look(&visit).map(visit.fair) else { continue }
            let finding = Finding(
                check: check.name, fact: check.fact, verdict: sight.verdict, seen: sight.seen,
                rule: sight.rule ?? check.rule, meaning: check.meaning, remedy: check.remedy,
                attempts: visit.attempts.inOrderOnce,
                setting: sight.setting, party: visit.isOfGateway ? .front : check.party)
            findings.append(finding)
            report(finding)
        }
        let diagnosis = Diagnosis(
            subject: subject.text, issuer: visit.issuer, findings: findings, isUnreachable: !visit.wasAnswered,
            question: visit.tellsTokens ? visit.question : nil)
        return (diagnosis, TokenExamination(visit))
    }

    /// Finds out what the subject is: a resource that leads to an issuer, or an issuer.
    private func arrive(_ visit: inout Visit) async {
        switch subject {
        case .provider(let issuer, let resource):
            if let resource { await follow(resource, &visit) }
            (visit.issuer, visit.isIssuerNamed) = (issuer, true)
            // The person named both: neither decides where the other may be.
            visit.territory = nil
        case .url(let url):
            await follow(url, &visit)
            guard visit.issuer == nil else { return }
            visit.issuer = subject.text
            visit.isIssuerTyped = true
            let hasMetadata = await visit.places().contains { $0.document?["issuer"] != nil }
            if hasMetadata || !visit.isAtResource {
                if !visit.asksForToken { visit.forgetResource() }
            } else {
                visit.issuer = nil
            }
        }
    }

    /// Goes the way from a resource to its authorization server, as far as it leads.
    private func follow(_ url: URL, _ visit: inout Visit) async {
        var options = ResourceDiscovery.Options(
            metadata: ClientMetadata(
                name: "session-console", softwareID: "", softwareVersion: "", redirectURI: url))
        options.allowsPlainHTTP = allowsPlainHTTP
        let discovery = ResourceDiscovery(of: url, options: options, channel: channel)
        let server = try? await discovery.server { visit.steps.append($0) }
        visit.scope = server?.scope ?? []
        visit.resource = url
        if let probe = visit.resourceProbe, case .unreachable = visit.steps.first?.finding {
            visit.keep(.failed(visit.steps[0].finding), to: probe)
        }
        _ = await visit.resourceAnswer()
        for step in visit.steps {
            switch step.finding {
            case .issuer(let issuer): visit.issuer = issuer
            case .severalIssuers(let issuers): visit.issuer = issuers.first
            default: break
            }
        }
    }
}

extension ExaminedSubject {
    fileprivate var origins: Set<Origin> {
        let urls: [URL?] =
            switch self {
            case .url(let url): [url]
            case .provider(let issuer, let resource): [URL(given: issuer), resource]
            }
        return Set(urls.compactMap { $0.flatMap { Origin($0) } })
    }
}

extension Visit {
    /// Whether the last answer of the present check is one that a gateway gives for what is behind it (RFC 9110
    /// §15.6.3, §15.6.5).
    fileprivate var isOfGateway: Bool { attempts.last?.status.map { $0 == 502 || $0 == 504 } ?? false }

    /// Whether the resource asked for a token as one does.
    fileprivate var asksForToken: Bool {
        switch steps.first?.finding {
        case .challenged, .challengedBy, .moved, .noDemand: true
        default: false
        }
    }

    /// Whether what was asked behaves like a resource, be it one without a challenge.
    fileprivate var isAtResource: Bool {
        switch steps.first?.finding {
        case .challenged, .challengedBy, .moved, .needsNoToken, .noDemand, .noTokenChallenge, .noChallenge(401): true
        default: false
        }
    }

    /// Whether the resource's answer tells a token that it takes from another.
    fileprivate var tellsTokens: Bool {
        switch steps.first?.finding {
        case .needsNoToken, .noDemand: false
        default: isAtResource
        }
    }

    fileprivate mutating func forgetResource() {
        steps = []
        resource = nil
    }
}

extension [DiscoveryStep.Attempt] {
    /// Without those that an earlier one repeats.
    fileprivate var inOrderOnce: [DiscoveryStep.Attempt] {
        var seen: Set<DiscoveryStep.Attempt> = []
        return filter { seen.insert($0).inserted }
    }
}

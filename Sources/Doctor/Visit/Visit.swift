import Addresses
import FoundationEssentials
import JOSE
import SessionCore

/// What has been asked of a provider and its resource, for the checks to look at; a message is sent once.
///
/// Nothing secret is sent, and nothing that changes anything: what clients send, with a made-up token or client.
struct Visit: Sendable {
    /// What the subject demands.
    let demands: Demands?
    let allowsPlainHTTP: Bool
    let channel: Channel
    /// The origins that a person named.
    var named: Set<Origin> = []
    /// A client that the provider knows; `nil` where a person named none.
    var client: KnownClient?
    /// The steps from the resource to its server; empty where an issuer was given.
    var steps: [DiscoveryStep] = []
    /// The resource; `nil` where there is none.
    var resource: URL?
    /// What the resource wants to be asked for: by its challenge, or else by its metadata.
    var scope: [String] = []
    /// The issuer, as the resource or the person writes it.
    var issuer: String?
    /// Whether the issuer is only what a person typed, who may have left out a slash.
    var isIssuerTyped = false
    /// Whether a person named the issuer beside the resource.
    var isIssuerNamed = false
    /// Where the subject may lead; `nil` until it has answered.
    var territory: Territory?
    /// The messages of the present check.
    var attempts: [DiscoveryStep.Attempt] = []
    /// The places that were asked, with their documents read.
    var knownPlaces: [URL: MetadataPlace] = [:]
    /// The connections that answered, by origin.
    private(set) var connections: [Origin: HTTPConnectionFacts] = [:]
    /// The first answer that each origin gave by its clock, and when it came by ours.
    private(set) var clocks: [Origin: (server: Date?, here: Date)] = [:]
    private var replies: [Probe: (reply: Reply, attempts: [DiscoveryStep.Attempt])] = [:]
    private var silences: [Origin: Int] = [:]
    /// The answer that a kept connection gave in place of the right one; `nil` where none did.
    private(set) var disturbance: (answer: HTTPResponse, attempts: [DiscoveryStep.Attempt])?
    /// Whether an answer came over a connection that had one before.
    private(set) var hasReusedConnection = false

    /// As many time-outs as an origin may have until it is left alone.
    private static let silenceLimit = 2

    init(_ demands: Demands?, allowsPlainHTTP: Bool, channel: Channel) {
        self.demands = demands
        self.allowsPlainHTTP = allowsPlainHTTP
        self.channel = channel
    }

    var wasAnswered: Bool { !clocks.isEmpty || steps.contains { $0.attempts.contains(where: \.isAnswered) } }

    /// Sends a message, unless it was sent before, and notes it for the present check.
    mutating func ask(_ probe: Probe) async -> Reply {
        if let (reply, attempts) = replies[probe] {
            self.attempts += attempts
            return reply
        }
        let origin = Origin(probe.url)
        if let origin, silences[origin, default: 0] >= Self.silenceLimit {
            return .failed(.unreachable(.timedOut(.waiting)))
        }
        var attempts: [DiscoveryStep.Attempt] = []
        let reply = await send(probe, noting: &attempts)
        replies[probe] = (reply, attempts)
        self.attempts += attempts
        record(reply, of: origin)
        return reply
    }

    /// Sends a message that was sent before, whose answer may be another one by now.
    mutating func askAgain(_ probe: Probe) async -> Reply {
        replies[probe] = nil
        return await ask(probe)
    }

    /// Keeps what came of a message that was sent before the visit.
    mutating func keep(_ reply: Reply, to probe: Probe) {
        replies[probe] = (reply, [])
        record(reply, of: Origin(probe.url))
    }

    private mutating func send(_ probe: Probe, noting attempts: inout [DiscoveryStep.Attempt]) async -> Reply {
        // What a person named may be asked, whatever the rest.
        let isNamed = Origin(probe.url).map(named.contains) ?? false
        let requests = DiscoveryRequests(channel: channel, territory: isNamed ? nil : territory)
        do throws(DiscoveryFinding) {
            var response = try await requests.send(
                probe.request, named: "it", for: probe.purpose, headSuffices: probe.purpose == .request,
                noting: &attempts)
            if response.connection?.isReused == true { hasReusedConnection = true }
            if probe.purpose == .request, response.mayBeOfItsConnection {
                let again = try await requests.send(
                    probe.request, named: "it", for: probe.purpose, headSuffices: true, noting: &attempts)
                if again.status != response.status, again.connection?.isReused == false,
                    ![408, 429, 503].contains(again.status)
                {
                    disturbance = (response, attempts.suffix(2))
                }
                response = again
            }
            return .answered(response, at: channel.clock.now)
        } catch {
            return .failed(error)
        }
    }

    private mutating func record(_ reply: Reply, of asked: Origin?) {
        switch reply {
        case .answered(let response, let here):
            guard let origin = Origin(response.url) else { return }
            if clocks[origin] == nil { clocks[origin] = (response.date, here) }
            if connections[origin]?.tls == nil { connections[origin] = response.connection }
            if territory == nil {
                territory = Territory(
                    of: response.url, connection: response.connection, allowsPlainHTTP: allowsPlainHTTP)
            }
        case .failed(.unreachable(.timedOut)):
            if let asked { silences[asked, default: 0] += 1 }
        case .failed: break
        }
    }

    /// The step of that kind, with its messages for the present check.
    mutating func step(_ kind: DiscoveryStep.Kind) -> DiscoveryStep? {
        guard let step = steps.first(where: { $0.kind == kind }) else { return nil }
        attempts += step.attempts
        return step
    }
}

extension Visit {
    /// A sight that is not decided by this machine's own trouble: what that decides says nothing of the provider.
    func fair(_ sight: Sight) -> Sight {
        guard [.fault, .note].contains(sight.verdict), let error = attempts.lazy.compactMap(ownTrouble).first else {
            return sight
        }
        return .unknown("\(error)")
    }

    /// Why a message got no answer, where that need not be for what the provider did: this machine could not send it,
    /// or nothing ever answered at an address that a person named.
    private func ownTrouble(_ attempt: DiscoveryStep.Attempt) -> TransportError? {
        guard case .failed(let error) = attempt.result else { return nil }
        switch error {
        case .outOfResources, .invalidRequest, .proxyRefused, .notTaken, .cancelled: return error
        default:
            let origin = URL(given: attempt.url).flatMap { Origin($0) }
            return origin.map { named.contains($0) && clocks[$0] == nil } == true ? error : nil
        }
    }
}

extension HTTPResponse {
    /// Whether it may be about what was left unread on its connection, and not about the request: where a body was not
    /// read, the next request begins with it.
    var mayBeOfItsConnection: Bool { connection?.isReused == true && [400, 501].contains(status) }
}

extension DiscoveryStep.Attempt {
    var isAnswered: Bool { if case .answered = result { true } else { false } }
}

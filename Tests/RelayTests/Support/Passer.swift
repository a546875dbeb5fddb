import CurlTransport
import FoundationEssentials
import Relay
import SessionHTTP
import TestSupport

/// Passes everything to one server, as it came, but for what a test says.
final class Passer: RelayOwner {
    let origin: Origin
    let callers = Notes<Caller?>()
    let tunnels = Notes<Origin>()
    let answers = Notes<Int>()
    let ends = Notes<CallEnd>()
    let refusals = Notes<ConnectionRefusal>()
    let onRequest: @Sendable (RequestHead) -> RequestDecision?
    let onAnswer: @Sendable (AnswerHead, RequestHead, Bool) -> AnswerDecision?
    let onTunnel: @Sendable (RequestHead) -> TunnelDecision?
    let answersForServer: Bool

    init(
        to port: UInt16, answersForServer: Bool = true,
        onRequest: @escaping @Sendable (RequestHead) -> RequestDecision? = { _ in nil },
        onAnswer: @escaping @Sendable (AnswerHead, RequestHead, Bool) -> AnswerDecision? = { _, _, _ in nil },
        onTunnel: @escaping @Sendable (RequestHead) -> TunnelDecision? = { _ in nil }
    ) throws {
        origin = try .onThisMachine(port)
        (self.onRequest, self.onAnswer, self.onTunnel) = (onRequest, onAnswer, onTunnel)
        self.answersForServer = answersForServer
    }

    func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? { onTunnel(request) }

    func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
        callers.add(caller)
        if let tunnel { tunnels.add(tunnel) }
        return PassedCall(owner: self, request: request)
    }

    func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) { refusals.add(refusal) }

    /// A relay with this owner on a free port.
    func relay(_ change: (inout RelayLimits) -> Void = { _ in }) throws -> (relay: Relay, port: UInt16) {
        var limits = RelayLimits()
        limits.headTime = patience
        limits.silence = patience
        change(&limits)
        let relay = try Relay(.port(0), dialler: Dialler(.init()), limits: limits, owner: self)
        guard case .port(let port) = relay.address else { throw Missing() }
        return (relay, port)
    }
}

private struct PassedCall: RelayedCall {
    let owner: Passer
    let request: RequestHead
    var answersForServer: Bool { owner.answersForServer }

    func decide() -> OwnerAnswer<RequestDecision> {
        .awaited {
            await Task.yield()
            return owner.onRequest(request) ?? .forward(request, to: owner.origin)
        }
    }

    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> {
        .awaited {
            await Task.yield()
            owner.answers.add(answer.status)
            return owner.onAnswer(answer, request, mayRepeat) ?? .pass(answer)
        }
    }

    func end(_ end: CallEnd) { owner.ends.add(end) }
}

/// What a test needs and did not get.
struct Missing: Error {}

extension Origin {
    static func onThisMachine(_ port: UInt16) throws -> Origin {
        guard let url = URL(string: "http://127.0.0.1:\(port)/"), let origin = Origin(url) else {
            throw Missing()
        }
        return origin
    }
}

package import Interception
package import Relay
package import SessionCore
import Synchronization

/// A session's proxy for one command and what that starts, which ask it for their own URLs.
///
/// What they request of an API gets the session's token in place of their own, and TLS to it is opened for that;
/// everything else passes unread.
package final class CommandProxy: RelayOwner {
    private let session: Session
    private let apis: [Origin]
    private let gate: ProxyGate
    private let authority: RunAuthority
    private let login: String
    private let refusal: @Sendable (Caller?) -> ProxyRefusal?
    private let onRefusal: @Sendable (SessionProxy.Refusal) -> Void
    private let count = Atomic(0)

    /// Whether anything was requested of an API.
    package var hasServed: Bool { count.load(ordering: .relaxed) > 0 }

    /// `authority` is that of the run, and opens the hosts of the APIs alone; `refusal` is why a program may
    /// not pass.
    package init(
        of session: Session, to apis: [Origin], only rules: [ProxyRule] = [], opening authority: RunAuthority,
        login: String, refusing refusal: @escaping @Sendable (Caller?) -> ProxyRefusal?,
        onRefusal: @escaping @Sendable (SessionProxy.Refusal) -> Void = { _ in }
    ) {
        (self.session, self.apis, self.authority, self.login) = (session, apis, authority, login)
        (self.refusal, self.onRefusal) = (refusal, onRefusal)
        gate = ProxyGate(.ownURLs, only: rules)
    }

    package var answerToHTTP2: LocalAnswer? { .toHTTP2 }

    package func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? {
        if let refusal = refusal(caller) {
            onRefusal(.request(refusal, caller))
            return .refuse(refusal.answer)
        }
        guard let server = request.tunnelTarget else {
            return .refuse(LocalAnswer(400, "CONNECT must name a host and a port"))
        }
        guard ["https", "http"].contains(where: { api(server.origin($0)) != nil }) else {
            return .pass(to: server.origin("http"))
        }
        do throws(InterceptionError) {
            let context = try authority.serverContext(for: "\(server.host)")
            return .open(server, context, reaching: server.origin("http"))
        } catch {
            return .refuse(LocalAnswer(502, error.description))
        }
    }

    package func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
        if let refusal = refusal(caller) { return refused(refusal, caller) }
        var head = request
        let origin: Origin
        if let tunnel {
            origin = tunnel
        } else {
            guard let target = request.absoluteTarget else { return refused(.target, caller) }
            origin = target.server.origin(target.scheme)
            head.target = target.rest
            head.fields.removeAll(withPrefix: "Proxy-")
        }
        guard let api = api(origin) else { return UnreadCall(head: head, origin: origin) }
        do throws(ProxyRefusal) {
            let passage = try gate.admit(head, to: api)
            let number = count.add(1, ordering: .relaxed).newValue
            let label = RequestLabel(number, from: SessionProxy.sender, for: caller)
            return ProxiedCall(head, passage, label: label, on: session, login: login)
        } catch {
            return refused(error, caller)
        }
    }

    /// The API at an origin, whatever the spelling of its host in the profile.
    private func api(_ origin: Origin) -> Origin? {
        if apis.contains(origin) { return origin }
        guard let host = try? WatchedHost(origin.host) else { return nil }
        return apis.first {
            $0.scheme == origin.scheme && $0.port == origin.port && (try? WatchedHost($0.host)) == host
        }
    }

    private func refused(_ refusal: ProxyRefusal, _ caller: Caller?) -> RefusedCall {
        onRefusal(.request(refusal, caller))
        return RefusedCall(answer: refusal.answer)
    }

    package func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) { onRefusal(.connection(refusal)) }
}

/// A request to a server that is no API: it passes as it came.
private struct UnreadCall: RelayedCall {
    let head: RequestHead
    let origin: Origin

    var answersForServer: Bool { false }

    func decide() -> OwnerAnswer<RequestDecision> { .now(.forward(head, to: origin)) }
    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> { .now(.pass(answer)) }
    func end(_ end: CallEnd) {}
}

import Addresses
import ClientObservation
import FoundationEssentials
import Interception
import Relay
import SessionHTTP
import Synchronization

/// Decides what a relay does under a watch: it opens the watched hosts, and passes everything else unread.
final class WatchOwner: RelayOwner {
    private let traffic: WatchedTraffic
    private let authority: RunAuthority
    /// What is told of the watch's own browser, where the callers are that; nothing else of it is news.
    private let visits: BrowserVisits?
    private let isConnected = Atomic(false)

    init(_ authority: RunAuthority, _ traffic: WatchedTraffic, visits: BrowserVisits? = nil) {
        (self.authority, self.traffic, self.visits) = (authority, traffic, visits)
    }

    private var desk: NewsDesk { traffic.desk }
    private var survey: HostSurvey { traffic.survey }

    /// Whether any program of this user has connected to a host that is watched, or may turn out to be.
    var hasSeenConnection: Bool { isConnected.load(ordering: .relaxed) }

    private func markConnected() { isConnected.store(true, ordering: .relaxed) }

    func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? {
        guard let server = request.tunnelTarget else {
            desk.report(.malformedHead(reason: "\(HeadFlaw.startLine)"), by: caller, at: nil)
            return .refuse(LocalAnswer(400, "CONNECT must name a host and a port"))
        }
        guard survey.opens(server.host), visits == nil || survey.isWatched(server.host) else {
            if visits == nil { survey.countUnrelated(server.host) }
            return .pass(to: server.origin("http"))
        }
        markConnected()
        do throws(InterceptionError) {
            let context = try authority.serverContext(for: "\(server.host)")
            return .open(server, context, reaching: server.origin("http"))
        } catch {
            return .refuse(LocalAnswer(502, error.description))
        }
    }

    func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
        if let tunnel {
            // RFC 9110 §7.4: the server decides by that field, and may be another one's door.
            if !request.namesHost(of: tunnel) { desk.report(.otherHost, by: caller, at: tunnel.host) }
            return watched(request, to: tunnel, from: caller)
        }
        guard let target = request.absoluteTarget else {
            desk.report(.proxyItself, by: caller, at: nil)
            return UnseenCall(decision: .refuse(LocalAnswer(400, "this is a proxy: the target must be a whole URL")))
        }
        var head = request
        head.target = target.rest
        head.fields.removeAll(withPrefix: "Proxy-")
        head.fields.unfold()
        let origin = target.server.origin(target.scheme)
        // RFC 9112 §3.2.2: the target names the server, whatever Host says.
        if head.fields.values(of: "Host").map({ $0.lowercased() }) != [origin.authority] {
            head.fields.set("Host", origin.authority)
        }
        return watched(head, to: origin, from: caller)
    }

    private func watched(_ head: RequestHead, to origin: Origin, from caller: Caller?) -> any RelayedCall {
        let isPath = head.target.utf8.first == UInt8(ascii: "/")
        let text = isPath ? "\(origin)\(head.target)" : head.absoluteTarget == nil ? "\(origin)/" : head.target
        guard let url = URL(given: text) ?? URL(given: "\(origin)/") else {
            return UnseenCall(decision: .forward(head, to: origin))
        }
        guard let host = try? WatchedHost(origin.host) else {
            return UnseenCall(decision: .forward(head, to: origin))
        }
        if authority.hosts.contains(host) { markConnected() }
        return WatchedCall(head, to: origin, host, url: url, from: caller, of: traffic, visits)
    }

    func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) {
        guard visits == nil else { return }
        let host = tunnel?.host
        if tunnel != nil { markConnected() }
        let passesHost =
            switch refusal {
            case .handshake, .leftAfterHandshake, .malformed(.version, _): traffic.passFromNowOn(host)
            default: false
            }
        desk.report(refusal, at: host, passing: passesHost)
    }
}

extension RequestHead {
    /// Whether `Host` names that server and no other; its port is left to the server.
    fileprivate func namesHost(of server: Origin) -> Bool {
        let name = server.host.contains(":") ? "[\(server.host)]" : server.host
        return fields.values(of: "Host").allSatisfy { field in
            let field = field.lowercased()
            return field == name || field.hasPrefix("\(name):")
        }
    }
}

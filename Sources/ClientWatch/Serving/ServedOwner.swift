import Addresses
import ClientObservation
import FoundationEssentials
import Interception
import Relay
import SessionHTTP
import Synchronization

/// Decides what a relay does before a server that is watched: what comes goes on to that server as it is.
final class ServedOwner: RelayOwner {
    let traffic: WatchedTraffic
    private let routes: ServedRoutes
    /// The names that callers have called the server by.
    private let names = Mutex<[String: Origin]>([:])
    /// More than that are made up.
    private static let nameLimit = 16

    var servesAnyone: Bool { true }

    init(_ routes: ServedRoutes, _ traffic: WatchedTraffic) { (self.routes, self.traffic) = (routes, traffic) }

    func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? {
        traffic.desk.report(.proxyWanted, by: request.sender(at: caller), at: nil)
        return .refuse(LocalAnswer(501, "this is no proxy"))
    }

    func begin(_ request: RequestHead, from caller: Caller?, in _: Origin?) -> any RelayedCall {
        let target = request.absoluteTarget?.rest ?? request.target
        let origin = routes.origin(of: target)
        let forward = RequestDecision.forward(request, to: origin)
        let path = target.utf8.first == UInt8(ascii: "/") ? target : "/"
        let name = publicName(of: request) ?? origin
        guard let url = URL(given: "\(name)\(path)") ?? URL(given: "\(name)/"),
            let host = try? WatchedHost(origin.host)
        else { return UnseenCall(decision: forward) }
        return WatchedCall(request, to: origin, host, url: url, from: request.sender(at: caller), of: traffic)
    }

    func report(_ refusal: ConnectionRefusal, in _: Origin?) {
        switch refusal {
        case .malformed(.tls, let caller): traffic.desk.report(.tlsToServer, by: caller, at: nil)
        default: traffic.desk.report(refusal, at: nil)
        }
    }

    /// What the caller calls the server: tokens, metadata and findings are about that name.
    ///
    /// Callers may make up names, so only the first are taken up.
    private func publicName(of request: RequestHead) -> Origin? {
        guard let host = request.forwardedHost ?? request.fields["Host"] else { return nil }
        let scheme = request.forwardedScheme
        return names.withLock { names in
            let key = "\(scheme ?? "")\(host)"
            if let name = names[key] { return name }
            guard names.count < Self.nameLimit, let name = Self.name(host, scheme) else { return nil }
            names[key] = name
            return name
        }
    }

    /// What comes by a name without a port has come through a tunnel, which ends TLS.
    private static func name(_ host: String, _ scheme: String?) -> Origin? {
        func origin(_ scheme: String) -> Origin? { URL(given: "\(scheme)://\(host)/").flatMap { Origin($0) } }
        if let scheme { return origin(scheme) }
        return origin("http").flatMap { $0.port == 80 && !$0.isLoopback ? origin("https") : $0 }
    }
}

extension RequestHead {
    /// What a tunnel that writes a name of its own into `Host` was asked for.
    fileprivate var forwardedHost: String? {
        fields["X-Forwarded-Host"]?.split(separator: ",").last.map { String($0.filter { $0 != " " }) }
    }

    /// What a tunnel says of the caller's connection to it.
    fileprivate var forwardedScheme: String? {
        let schemes = [fields["X-Forwarded-Proto"], forwarded("proto")].compactMap { $0?.lowercased() }
        return schemes.first { $0 == "https" || $0 == "http" }
    }

    /// The last value of a parameter (RFC 7239 §4): the proxy that is nearest has written it.
    private func forwarded(_ parameter: String) -> String? {
        let pairs = fields.values(of: "Forwarded").flatMap { $0.split(whereSeparator: { ",;".contains($0) }) }
        let prefix = "\(parameter)="
        return pairs.last { $0.drop { $0 == " " }.lowercased().hasPrefix(prefix) }.map {
            $0.drop { $0 == " " }.dropFirst(prefix.count).filter { $0 != "\"" }
        }
    }

    /// Who sent it: the product that it names (RFC 9110 §10.1.5), and where it comes from.
    fileprivate func sender(at caller: Caller?) -> Caller {
        let claimed =
            (fields.values(of: "X-Forwarded-For").last?.split(separator: ",").last)
            .map { String($0.filter { $0 != " " }) } ?? forwarded("for")
        let address =
            claimed.map { Caller.Address(String($0.prefix(64)), isClaimed: true) }
            ?? caller.map { Caller.Address($0.name, isClaimed: false) }
        return Caller(name: product ?? Caller.unnamed, at: address)
    }

    /// Every browser calls itself the same: what tells its pages apart is where they come from.
    private var product: String? {
        guard let name = fields["User-Agent"]?.split(separator: " ").first else { return nil }
        guard name.hasPrefix("Mozilla/") else { return String(name.prefix(64)) }
        let page = fields["Origin"].flatMap { URL(given: $0) }.flatMap { Origin($0) }
        return page.map { "page of \($0.authority)" } ?? "browser"
    }
}

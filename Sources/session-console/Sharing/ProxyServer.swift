import CurlTransport
import Interception
import Relay
import SessionCore
import SessionProxy

/// A session's proxy that listens, with its address for each API.
struct ProxyServer: Sendable {
    private let relay: Relay
    let routes: [(address: String, origin: Origin)]

    /// Throws if there is no API, or the place is taken.
    init(
        at place: ProxyPlace, of session: Session, _ settings: ProviderSettings, only rules: [ProxyRule] = [],
        login: String, onRefusal: @escaping @Sendable (SessionProxy.Refusal) -> Void
    ) throws(CommandFailure) {
        let origins = settings.client.apis.compactMap { Origin($0) }.unique
        guard !origins.isEmpty else {
            throw CommandFailure(
                .missingOption(.api, why: "it names the origins that the token may go to"), command: "proxy")
        }
        var keys: [(key: String, origin: Origin)] = []
        for origin in origins { keys.append((try ProxyPlace.key(), origin)) }
        let proxy = SessionProxy(
            of: session, ProxyGate(place.entrance(keys), only: rules), login: login, onRefusal: onRefusal)
        let trust = UpstreamTrust(file: settings.transport.certificateAuthorityFile, base: [:])
        if origins.contains(where: \.isSecure) { OwnedThread { trust.prepare() }?.detach() }
        relay = try place.relay(Dialler(settings.transport, trust: trust), owner: proxy)
        routes = place.routes(keys, at: relay.address)
    }

    /// Ends all connections, and waits for nothing.
    func end() { relay.end() }

    /// Ends all connections, and returns when nothing is under way any more.
    func stop() async { await relay.stop() }
}

extension [Origin] {
    fileprivate var unique: [Origin] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension SessionProxy.Refusal {
    /// In a sentence; it may contain text from outside.
    var words: String {
        switch self {
        case .request(let refusal, let caller): "Refused \(caller.words): \(refusal.answer.line)."
        case .connection(.foreignUser(let user?)): "Refused: user \(user) connected to the proxy."
        case .connection(.foreignUser(nil)):
            "Refused: nobody known connected to the proxy; the program had gone before the system could say whose it "
                + "was."
        case .connection(.malformed(let flaw, let caller)): "Refused \(caller.words): \(flaw)."
        case .connection(.tooSlow(let caller)): "Refused \(caller.words): the head of its request did not come in time."
        case .connection(.handshake), .connection(.leftAfterHandshake), .connection(.unreachable):
            "Refused: TLS is not spoken here."
        case .connection(.tooMany): "Refused: too many connections at once."
        }
    }
}

import CurlTransport
import Interception
import Relay
import SessionCore
import SessionProxy

/// A session's proxy that listens, with its address for each API.
struct ProxyServer: Sendable {
    private let relay: Relay
    let routes: [(address: String, origin: Origin)]
    /// Whether another program has the profile's own address.
    fileprivate(set) var isBesideAnother = false

    fileprivate init(_ relay: Relay, _ keys: [(key: String, origin: Origin)]) {
        self.relay = relay
        routes =
            switch relay.address {
            case .port(let port), .interface(_, let port):
                keys.map { (ProxyPlace.address(port: port, key: $0.key), $0.origin) }
            case .socket(let path): keys.map { (path, $0.origin) }
            }
    }

    fileprivate var port: UInt16? { relay.address.port }

    /// Ends all connections, and waits for nothing.
    func end() { relay.end() }

    /// Ends all connections, and returns when nothing is under way any more.
    func stop() async { await relay.stop() }
}

/// What a proxy of a session needs besides its place.
struct ProxyOpener: Sendable {
    private typealias Key = (key: String, origin: Origin)

    let session: Session
    let settings: ProviderSettings
    var rules: [ProxyRule] = []
    /// How to sign in again.
    let login: String
    let onRefusal: @Sendable (SessionProxy.Refusal) -> Void

    /// Throws if there is no API, or the place is taken.
    func open(at place: ProxyPlace) async throws(CommandFailure) -> ProxyServer {
        let origins = try settings.requiredOrigins(for: "proxy")
        switch place {
        case .kept(let file, let port, let renewsKeys, let ifTaken):
            return try await open(file, port, renewsKeys, ifTaken, origins)
        case .port(let port): return try openOnce(at: .port(port), origins)
        case .socket(let path, let users): return try openOnce(at: .socket(path: path), origins, alsoFor: users)
        }
    }

    private func open(
        _ file: KeptProxy.File, _ port: UInt16?, _ renewsKeys: Bool, _ ifTaken: ProxyPlace.IfTaken, _ origins: [Origin]
    ) async throws(CommandFailure) -> ProxyServer {
        let lock = try await file.lock()
        defer { lock.release() }
        let before = try file.read()
        var kept = before
        if renewsKeys { kept.forgetKeys() }
        let keys = try kept.keys(of: origins)
        let server: ProxyServer
        do throws(RelayError) {
            server = try listen(port ?? kept.port, keys)
        } catch {
            if case .taken = error, ifTaken == .opensAnother {
                var other = try openOnce(at: .port(0), origins)
                other.isBesideAnother = true
                return other
            }
            throw CommandFailure(
                notListening: error,
                advice: "End that program; or move the proxy with --listen PORT --new-key, and tell its clients.")
        }
        kept.port = server.port
        guard kept != before else { return server }
        do throws(CommandFailure) {
            try file.write(kept)
        } catch {
            server.end()
            throw error
        }
        return server
    }

    private func openOnce(
        at address: RelayAddress, _ origins: [Origin], alsoFor users: Set<UInt32> = []
    ) throws(CommandFailure) -> ProxyServer {
        var fresh = KeptProxy()
        let keys = try fresh.keys(of: origins)
        do throws(RelayError) {
            return try listen(at: address, keys, alsoFor: users)
        } catch {
            throw CommandFailure(notListening: error, advice: "Choose another place with --listen or --socket.")
        }
    }

    // MARK: - Listening

    /// Below the ports that the system gives to connections: one of those would have it at some later start.
    private static let quietPorts: ClosedRange<UInt16> = 20_000...32_000

    /// Listens at a free port that will be so again, where no port is known yet.
    private func listen(_ port: UInt16?, _ keys: [Key]) throws(RelayError) -> ProxyServer {
        if let port { return try listen(at: .port(port), keys) }
        for _ in 0..<16 {
            do throws(RelayError) {
                return try listen(at: .port(.random(in: Self.quietPorts)), keys)
            } catch {
                guard case .taken = error else { throw error }
            }
        }
        return try listen(at: .port(0), keys)
    }

    private func listen(
        at address: RelayAddress, _ keys: [Key], alsoFor users: Set<UInt32> = []
    ) throws(RelayError) -> ProxyServer {
        let entrance: ProxyGate.Entrance =
            switch address {
            case .port, .interface: .keys(keys)
            case .socket: .hosts(keys.map(\.origin))
            }
        let proxy = SessionProxy(of: session, ProxyGate(entrance, only: rules), login: login, onRefusal: onRefusal)
        let trust = UpstreamTrust(file: settings.transport.certificateAuthorityFile, base: [:])
        var limits = RelayLimits()
        limits.otherUsers = users
        let relay = try Relay(address, dialler: Dialler(settings.transport, trust: trust), limits: limits, owner: proxy)
        if keys.contains(where: \.origin.isSecure) { OwnedThread { trust.prepare() }?.detach() }
        return ProxyServer(relay, keys)
    }
}

extension [Origin] {
    var unique: [Origin] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension CommandFailure {
    fileprivate init(notListening error: RelayError, advice: String) {
        self.init(.failed, "The proxy can't listen: \(error).", advice: advice)
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
        case .connection(.tooMany), .connection(.madeRoom): "Refused: too many connections at once."
        }
    }
}

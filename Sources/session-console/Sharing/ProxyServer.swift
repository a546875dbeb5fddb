import CurlTransport
import HostSystem
import Interception
import Relay
import SessionCore
import SessionProxy
import Synchronization

/// A session's proxy that listens, with its address for each API.
final class ProxyServer: Sendable {
    /// How often it is asked whom another process has cut off.
    private static let pause = Duration.seconds(1)

    private let relay: Relay
    private let proxy: SessionProxy
    private let origins: [Origin]
    private let rules: [ProxyRule]
    private let kept: Mutex<KeptProxy>
    /// What the profile's proxies share; `nil` where there is no profile.
    private let file: KeptProxy.File?
    /// Whether its keys are those in that file.
    private let sharesKeys: Bool
    /// Whether another program has the profile's own address.
    let isBesideAnother: Bool

    fileprivate init(
        _ relay: Relay, _ proxy: SessionProxy, _ origins: [Origin], only rules: [ProxyRule], _ kept: KeptProxy,
        in file: KeptProxy.File?, sharesKeys: Bool, isBesideAnother: Bool
    ) {
        (self.relay, self.proxy, self.origins, self.rules) = (relay, proxy, origins, rules)
        (self.file, self.sharesKeys, self.isBesideAnother) = (file, sharesKeys, isBesideAnother)
        self.kept = Mutex(kept)
    }

    var routes: [(address: String, origin: Origin)] {
        let keys = kept.withLock { $0.keys(among: origins) }
        return switch relay.address {
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

    // MARK: - Cutting off

    /// Makes the keys of all proxies of the profile new, and refuses a process and what it starts, whose connections
    /// end.
    func cutOff(_ process: pid_t?) async throws(CommandFailure) {
        guard let file else {
            try change { kept throws(CommandFailure) in try kept.cutOff(process) }
            return
        }
        _ = try await file.change { kept throws(CommandFailure) in try kept.cutOff(process) }
        try follow(file)
    }

    /// Does what another process has decided, and tells of new addresses, until the task is cancelled.
    func followOthers(_ tell: @Sendable () async -> Void) async {
        while let file, (try? await Task.sleep(for: Self.pause)) != nil {
            if (try? follow(file)) == true { await tell() }
        }
    }

    /// Reads within the lock: what was read first would else be done last.
    @discardableResult
    private func follow(_ file: KeptProxy.File) throws(CommandFailure) -> Bool {
        try change { [sharesKeys] kept throws(CommandFailure) in
            try kept.follow(try file.read(), hasOwnKeys: !sharesKeys)
        }
    }

    /// Returns whether its keys are new.
    @discardableResult
    private func change(_ change: (inout KeptProxy) throws(CommandFailure) -> Void) throws(CommandFailure) -> Bool {
        let (before, after) = try kept.withLock { kept throws(CommandFailure) -> (KeptProxy, KeptProxy) in
            let before = kept
            try change(&kept)
            if kept != before { proxy.change(to: kept.gate(at: relay.address, to: origins, only: rules)) }
            return (before, kept)
        }
        if after != before { relay.end { after.cutOff.refusal(of: $0) != nil } }
        return after.keys(among: origins).map(\.key) != before.keys(among: origins).map(\.key)
    }
}

extension KeptProxy {
    /// The gate of a proxy that listens there.
    fileprivate func gate(at address: RelayAddress, to origins: [Origin], only rules: [ProxyRule]) -> ProxyGate {
        let entrance: ProxyGate.Entrance =
            switch address {
            case .port, .interface: .keys(keys(among: origins))
            case .socket: .hosts(origins)
            }
        return ProxyGate(entrance, only: rules) { cutOff.refusal(of: $0) }
    }
}

/// What a proxy of a session needs besides its place.
struct ProxyOpener: Sendable {
    let session: Session
    let settings: ProviderSettings
    /// What the profile's proxies share.
    let file: KeptProxy.File?
    var rules: [ProxyRule] = []
    /// How to sign in again.
    let login: String
    let onRefusal: @Sendable (SessionProxy.Refusal) -> Void

    /// Throws if there is no API, or the place is taken.
    func open(at place: ProxyPlace) async throws(CommandFailure) -> ProxyServer {
        let origins = try settings.requiredOrigins(for: "proxy")
        switch place {
        case .kept(let port, let renewsKeys, let ifTaken): return try await open(port, renewsKeys, ifTaken, origins)
        case .port(let port): return try openOnce(at: .port(port), origins)
        case .socket(let path, let users): return try openOnce(at: .socket(path: path), origins, alsoFor: users)
        }
    }

    private func open(
        _ port: UInt16?, _ renewsKeys: Bool, _ ifTaken: ProxyPlace.IfTaken, _ origins: [Origin]
    ) async throws(CommandFailure) -> ProxyServer {
        guard let file else { return try openOnce(at: .port(port ?? 0), origins) }
        let lock = try await file.lock()
        defer { lock.release() }
        let before = try file.read()
        var kept = before
        if renewsKeys { kept.forgetKeys() }
        try kept.addKeys(of: origins)
        let server: ProxyServer
        do throws(RelayError) {
            server = try listen(port ?? kept.port, kept, origins)
        } catch {
            if case .taken = error, ifTaken == .opensAnother {
                return try openOnce(at: .port(0), origins, isBesideAnother: true)
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
        at address: RelayAddress, _ origins: [Origin], alsoFor users: Set<UInt32> = [], isBesideAnother: Bool = false
    ) throws(CommandFailure) -> ProxyServer {
        var fresh = KeptProxy()
        try fresh.addKeys(of: origins)
        if let file { try fresh.follow(try file.read(), hasOwnKeys: true) }
        do throws(RelayError) {
            return try listen(
                at: address, fresh, origins, alsoFor: users, sharesKeys: false, isBesideAnother: isBesideAnother)
        } catch {
            throw CommandFailure(notListening: error, advice: "Choose another place with --listen or --socket.")
        }
    }

    // MARK: - Listening

    /// Below the ports that the system gives to connections: one of those would have it at some later start.
    private static let quietPorts: ClosedRange<UInt16> = 20_000...32_000

    /// Listens at a free port that will be so again, where no port is known yet.
    private func listen(
        _ port: UInt16?, _ kept: KeptProxy, _ origins: [Origin]
    ) throws(RelayError) -> ProxyServer {
        if let port { return try listen(at: .port(port), kept, origins) }
        for _ in 0..<16 {
            do throws(RelayError) {
                return try listen(at: .port(.random(in: Self.quietPorts)), kept, origins)
            } catch {
                guard case .taken = error else { throw error }
            }
        }
        return try listen(at: .port(0), kept, origins)
    }

    private func listen(
        at address: RelayAddress, _ kept: KeptProxy, _ origins: [Origin], alsoFor users: Set<UInt32> = [],
        sharesKeys: Bool = true, isBesideAnother: Bool = false
    ) throws(RelayError) -> ProxyServer {
        let gate = kept.gate(at: address, to: origins, only: rules)
        let proxy = SessionProxy(of: session, gate, login: login, onRefusal: onRefusal)
        let trust = UpstreamTrust(file: settings.transport.certificateAuthorityFile, base: [:])
        var limits = RelayLimits()
        limits.otherUsers = users
        let relay = try Relay(address, dialler: Dialler(settings.transport, trust: trust), limits: limits, owner: proxy)
        if origins.contains(where: \.isSecure) { OwnedThread { trust.prepare() }?.detach() }
        return ProxyServer(
            relay, proxy, origins, only: rules, kept, in: file, sharesKeys: sharesKeys,
            isBesideAnother: isBesideAnother)
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

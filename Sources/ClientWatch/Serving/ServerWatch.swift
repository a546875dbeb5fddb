import ClientObservation
package import CurlTransport
import Interception
package import Relay
import SessionHTTP

/// Watches a server from its own side: it stands before it, for whoever comes.
///
/// Requests and answers pass as they are. What is seen comes as ``WatchNews``, in the order of time; an answer is
/// reported before the caller gets it.
package final class ServerWatch: Sendable {
    package let port: UInt16
    private let relay: Relay

    /// Starts the watch; stop it before the process exits.
    ///
    /// The servers are reached and verified as the configuration says, where `base` are the program's variables. Armed
    /// faults strike messages to them. `deliver` is called on many threads and must not block.
    package init(
        of routes: ServedRoutes, at address: RelayAddress, base: [String: String],
        connecting configuration: CurlTransport.Configuration = .init(),
        faults: ClientFaultSwitches = ClientFaultSwitches(),
        deliver: @escaping @Sendable (WatchNews) -> Void
    ) throws {
        let trust = UpstreamTrust(file: configuration.certificateAuthorityFile, base: base)
        var limits = RelayLimits()
        // Nothing is sent twice.
        limits.heldBody = 0
        limits.makesRoom = true
        let desk = NewsDesk(deliver)
        let owner = ServedOwner(
            routes,
            WatchedTraffic(
                desk: desk, faults: faults, silence: limits.silence,
                survey: HostSurvey(try WatchList(routes.origins.map(\.host))), trust: trust))
        relay = try Relay(address, dialler: Dialler(configuration, trust: trust), limits: limits, owner: owner)
        guard let port = relay.address.port else { throw RelayError.refused("it has no port") }
        self.port = port
        guard case .interface(let host, let port) = relay.address else { return }
        let place = Origin(scheme: "http", host: host, port: Int(port))
        if !place.isLoopback { desk.report(WatchNotice(.openToOthers(address: place.authority))) }
    }

    /// Ends all connections, and returns when nothing is under way any more; then no more news come.
    package func stop() async { await relay.stop() }

    /// Ends all connections, and waits for nothing.
    package func end() { relay.end() }
}

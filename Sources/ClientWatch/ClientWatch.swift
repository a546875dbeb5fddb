package import CurlTransport
import FoundationEssentials
import HostSystem
package import Interception
import Relay
package import SessionHTTP

/// Watches the traffic of programs to some hosts, through a proxy on loopback for programs of the same user.
///
/// Connections to the watched hosts are opened by an authority that lives as long as the watch; everything else passes
/// unread. What is seen comes as ``WatchNews``, in the order of time; an answer is reported before the program gets it.
package final class ClientWatch: Sendable {
    /// The environment of a program that is to be watched.
    package let variables: [String: String]
    /// What is set in it, in the order of ``/Interception/ChildVariable/all``; `nil` is a variable that has to be
    /// absent.
    package let settings: [(name: String, value: String?)]
    package let port: UInt16
    private let relay: Relay
    private let folder: RunFolder
    private let owner: WatchOwner

    /// Starts the watch; stop it before the process exits.
    ///
    /// `base` are the variables that programs would have without it. Servers are reached and verified as the
    /// configuration says. Armed faults strike messages to them. `deliver` is called on many threads and must not
    /// block.
    package init(
        of hosts: WatchList, port: UInt16 = 0, base: [String: String],
        connecting configuration: CurlTransport.Configuration = .init(),
        faults: ClientFaultSwitches = ClientFaultSwitches(),
        deliver: @escaping @Sendable (WatchNews) -> Void
    ) throws {
        let authority = try RunAuthority(for: hosts)
        let trust = UpstreamTrust(file: configuration.certificateAuthorityFile, base: base)
        OwnedThread { trust.prepare() }?.detach()
        folder = try RunFolder(for: authority.root, base: base)
        var limits = RelayLimits()
        owner = WatchOwner(
            authority, trust: trust, desk: NewsDesk(deliver), faults: faults, silence: limits.silence)
        // Nothing is sent twice.
        limits.heldBody = 0
        relay = try Relay(
            .port(port), dialler: Dialler(configuration, trust: trust), limits: limits, owner: owner)
        guard case .port(let port) = relay.address else { throw RelayError.refused("it has no port") }
        self.port = port
        let variables = ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: port), hosts: hosts, files: folder.files)
        self.variables = variables
        settings = ChildVariable.all.map { ($0.name, variables[$0.name]) }
        if hosts.isOfAll { owner.traffic.desk.report(WatchNotice(.everyHostOpened)) }
    }

    /// Whether any program has connected to a host that is watched, or may turn out to be.
    package var hasSeenConnection: Bool { owner.hasSeenConnection }

    /// Says that a program runs, or has run, and nothing of it has come.
    package func reportSilence(of caller: Caller?, _ runtime: Runtime?) {
        owner.traffic.desk.report(WatchNotice(.nothingCame, caller: caller, runtime: runtime))
    }

    /// Says which processes of a program that has ended go on: their proxy ends with the watch.
    package func reportOutliving(_ caller: Caller) async {
        guard let proxy = variables["http_proxy"].map({ "http_proxy=\($0)" }) else { return }
        var left = ProcessTable.processes(with: proxy)
        guard !left.isEmpty else { return }
        // Those that are about to end have ended by then.
        try? await Task.sleep(for: .milliseconds(200))
        left = Array(Set(left).intersection(ProcessTable.processes(with: proxy))).sorted()
        guard !left.isEmpty else { return }
        let callers = left.prefix(Self.shown).map { Caller(name: ProcessTable.name(of: $0) ?? "", process: $0) }
        owner.traffic.desk.report(WatchNotice(.outlived(callers, others: left.count - callers.count), caller: caller))
    }

    /// The most processes that a notice names.
    private static let shown = 10

    /// Ends all connections, and returns when nothing is under way any more; then no more news come.
    package func stop() async {
        await relay.stop()
        if let notice = owner.traffic.survey.takeNotice() { owner.traffic.desk.report(notice) }
        folder.remove()
    }

    /// Does the same, and waits for nothing.
    package func end() {
        relay.end()
        folder.remove()
    }
}

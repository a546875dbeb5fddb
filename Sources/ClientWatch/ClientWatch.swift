package import ClientObservation
package import CurlTransport
package import FoundationEssentials
import HostSystem
package import Interception
import Relay
import SessionCore
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
    /// The folder at the head of `PATH` with the commands that tell of links; `nil` where there are none.
    package let commands: String?
    private let relay: Relay
    private let links: Relay?
    private let browser: BrowserDoor?
    private let folder: RunFolder
    private let owner: WatchOwner
    private let traffic: WatchedTraffic

    /// Starts the watch; stop it before the process exits.
    ///
    /// `base` are the variables that programs would have without it. Servers are reached and verified as the
    /// configuration says. Armed faults strike messages to them. `program` is the file of this program, whose command
    /// ``/Interception/LinkCommands/word`` hands on the links that programs open; without it they open them unseen.
    /// Authorization requests among them go to `browser`, where one is given. `deliver` is called on many threads and
    /// must not block.
    package init(
        of hosts: WatchList, port: UInt16 = 0, base: [String: String],
        connecting configuration: CurlTransport.Configuration = .init(),
        faults: ClientFaultSwitches = ClientFaultSwitches(), handingLinksOnBy program: String? = nil,
        to browser: (any LinkBrowser)? = nil,
        deliver: @escaping @Sendable (WatchNews) -> Void
    ) throws {
        let authority = try RunAuthority(for: hosts)
        let trust = UpstreamTrust(file: configuration.certificateAuthorityFile, base: base)
        OwnedThread { trust.prepare() }?.detach()
        let folder = try RunFolder(for: authority.root, base: base, handingLinksOnBy: program)
        self.folder = folder
        var limits = RelayLimits()
        let traffic = WatchedTraffic(
            desk: NewsDesk(deliver), faults: faults, silence: limits.silence, survey: HostSurvey(authority.hosts),
            trust: trust)
        self.traffic = traffic
        owner = WatchOwner(authority, traffic)
        // Nothing is sent twice.
        limits.heldBody = 0
        let dialler = Dialler(configuration, trust: trust)
        relay = try Relay(.port(port), dialler: dialler, limits: limits, owner: owner)
        guard case .port(let port) = relay.address else { throw RelayError.refused("it has no port") }
        self.port = port
        let door = try browser.map {
            try BrowserDoor(of: $0, authority, traffic, dialler: dialler, limits: limits, in: folder.path)
        }
        self.browser = door
        var files = folder.files
        // Where the path is too long for a socket, links are opened unseen.
        links = files.links.flatMap { _ in
            try? Relay(
                .socket(path: LinkCommands.socket(in: folder.path)), dialler: dialler,
                owner: LinkReceiver { link, caller in
                    if door?.open(link, for: caller) == true {
                        traffic.printed.drop(link)
                        return true
                    }
                    traffic.tell(ofOpened: link, from: caller)
                    return false
                })
        }
        if links == nil { files.links = nil }
        commands = files.links?.folder
        let variables = ChildEnvironment.variables(
            from: base, proxy: ProxyAddress(port: port), hosts: hosts, files: files)
        self.variables = variables
        settings = ChildVariable.all.map { ($0.name, variables[$0.name]) }
        if hosts.isOfAll { traffic.desk.report(WatchNotice(.everyHostOpened)) }
    }

    /// Whether any program has connected to a host that is watched, or may turn out to be.
    package var hasSeenConnection: Bool { owner.hasSeenConnection }

    /// Tells of a link that a program has printed, unless the program opens it soon after, or before its next message.
    package func tell(ofPrinted link: URL, by caller: Caller) {
        guard traffic.hold(link, from: caller) else { return }
        Task { [traffic] in
            try? await Task.sleep(for: Self.opening)
            traffic.tellOfPrintedLinks()
        }
    }

    /// How long after it has printed a link a program may open it.
    private static let opening = Duration.seconds(1)

    /// Says that a program runs, or has run, and nothing of it has come.
    package func reportSilence(of caller: Caller?, _ runtime: Runtime?) {
        traffic.desk.report(WatchNotice(.nothingCame, caller: caller, runtime: runtime))
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
        traffic.desk.report(WatchNotice(.outlived(callers, others: left.count - callers.count), caller: caller))
    }

    /// The most processes that a notice names.
    private static let shown = 10

    /// Ends all connections, and returns when nothing is under way any more; then no more news come.
    package func stop() async {
        await links?.stop()
        await browser?.stop()
        await relay.stop()
        if let notice = traffic.survey.takeNotice() { traffic.desk.report(notice) }
        folder.remove()
    }

    /// Does the same, and waits for nothing.
    package func end() {
        relay.end()
        links?.end()
        browser?.end()
        folder.remove()
    }
}

import ClientObservation
import ClientWatch
import CurlTransport
import FaultInjection
import FoundationEssentials
import Interception
import SessionCore
import SessionHTTP
import TestSupport
import Testing

/// A watch between clients and a server, where `watched.test` is that server, over TLS by an authority of its own.
///
/// The watch reaches it through a proxy of the user's, which answers as the server itself would.
final class WatchStage: Sendable {
    let watch: ClientWatch
    /// Those that strike its messages; what they do is news.
    let faults: ClientFaultSwitches
    private let list: Notes<WatchNews>
    private let folder: TemporaryFolder
    private let upstream: SecureUpstream

    /// `port` is where the server listens, without TLS; where no host is named, every one is watched.
    init(
        server port: UInt16, hosts: [String] = ["watched.test", "localhost"], apis: Set<Origin> = [],
        trustsServer: Bool = true
    ) throws {
        let folder = TemporaryFolder()
        upstream = try SecureUpstream(of: port)
        var configuration = CurlTransport.Configuration.patient
        configuration.proxy = upstream.proxy
        if trustsServer { configuration.certificateAuthorityFile = upstream.rootFile }
        let list = Notes<WatchNews>()
        faults = ClientFaultSwitches(apis: apis) { list.add(.injected($0.asFault, at: Date())) }
        watch = try ClientWatch(
            of: hosts.isEmpty ? .all() : WatchList(hosts), base: ["TMPDIR": folder.path], connecting: configuration,
            faults: faults,
            deliver: { list.add($0) })
        (self.list, self.folder) = (list, folder)
    }

    /// What a program trusts that knows its server alone.
    var serverRoots: String { upstream.rootFile }

    /// What programs find in the environment.
    var roots: String { watch.variables["SSL_CERT_FILE"] ?? "" }

    func client(to origin: Origin, trusting file: String? = nil) throws -> DialledClient {
        try DialledClient(to: origin, throughProxy: watch.port, trusting: file ?? roots)
    }

    /// A client that writes its own `CONNECT`, or none.
    func rawClient() throws -> RawConnection { try RawConnection(port: watch.port) }

    func arm(_ name: String, at number: Int = 1) throws {
        let fault = try #require(ClientFault.named(name))
        faults.arm(PlannedFault(fault, at: number))
    }

    var news: [WatchNews] { list.all }

    var requests: [ObservedRequest] {
        news.compactMap { if case .message(.began(_, let request)) = $0 { request } else { nil } }
    }

    var answers: [ObservedAnswer?] {
        news.compactMap { news in
            guard case .message(.ended(_, let outcome, _)) = news else { return nil }
            if case .answered(let answer) = outcome { return .some(answer) }
            return .some(nil)
        }
    }

    /// The first one, once it was told and was whole.
    var answer: ObservedAnswer? { answers.first ?? nil }

    var notices: [WatchNotice] {
        news.compactMap { if case .notice(let notice, _) = $0 { notice } else { nil } }
    }

    func stop() async {
        await watch.stop()
        await upstream.stop()
    }
}

extension ClientFaultSwitches.Injection {
    fileprivate var asFault: InjectedFault {
        InjectedFault(name: name, step: .struck, exchange: exchange, text: description)
    }
}

extension Origin {
    static let watched = Origin(scheme: "https", host: "watched.test", port: 443)
}

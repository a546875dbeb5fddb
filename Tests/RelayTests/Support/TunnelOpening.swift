import FoundationEssentials
import Interception
import Relay
import SessionHTTP
import TestSupport

/// An authority for `watched.test`, with clients that trust it and relays that open tunnels to it.
final class TunnelOpening: Sendable {
    private let authority: RunAuthority
    private let folder = TemporaryFolder()

    init() throws {
        authority = try RunAuthority(for: WatchList(["watched.test"]))
        folder.write(authority.root.pem, to: "root.pem")
    }

    func passer(to port: UInt16) throws -> Passer {
        let context = try authority.serverContext(for: "watched.test")
        return try Passer(to: port, onTunnel: { $0.tunnelTarget.map { .open($0, context) } })
    }

    func client(through port: UInt16) throws -> DialledClient {
        try DialledClient(
            to: Origin(scheme: "https", host: "watched.test", port: 443), throughProxy: port,
            trusting: folder.path + "/root.pem")
    }
}

/// What writes a request and reads its answer, byte by byte.
protocol WireClient {
    @discardableResult func write(_ text: String) -> Bool
    func readToEnd() -> String
    func readText(_ count: Int) -> String
}

extension RawConnection: WireClient {}
extension DialledClient: WireClient {}

import CurlTransport
import Interception
import Relay
import SessionHTTP

/// `https://watched.test`, which is a server of this machine that speaks no TLS by itself.
///
/// It is reached through a proxy, which opens tunnels to that name and passes all others to the same server.
package final class SecureUpstream: Sendable {
    /// A PEM file with the root of the server's certificate.
    package let rootFile: String
    /// The URL of the proxy.
    package let proxy: String
    private let relay: Relay
    private let folder = TemporaryFolder()

    package struct NoPort: Error {}

    /// `port` is where the server listens.
    package init(of port: UInt16) throws {
        let authority = try RunAuthority(for: WatchList(["watched.test"]))
        folder.write(authority.root.pem, to: "server.pem")
        rootFile = folder.path + "/server.pem"
        let owner = Owner(
            context: try authority.serverContext(for: "watched.test"),
            origin: Origin(scheme: "http", host: "127.0.0.1", port: Int(port)))
        relay = try Relay(.port(0), dialler: Dialler(.patient), owner: owner)
        guard case .port(let port) = relay.address else { throw NoPort() }
        proxy = "http://127.0.0.1:\(port)"
    }

    package func stop() async { await relay.stop() }

    private struct Owner: RelayOwner {
        let context: ServerContext
        let origin: Origin

        func decide(onTunnel request: RequestHead, from caller: Caller?) -> TunnelDecision? {
            guard let server = request.tunnelTarget, "\(server.host)" == "watched.test" else {
                return .pass(to: origin)
            }
            return .open(server, context)
        }

        func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
            Call(request: request, origin: origin)
        }

        func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) {}
    }

    private struct Call: RelayedCall {
        let request: RequestHead
        let origin: Origin

        func decide() -> OwnerAnswer<RequestDecision> { .now(.forward(request, to: origin)) }
        func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> { .now(.pass(answer)) }
        func end(_ end: CallEnd) {}
    }
}

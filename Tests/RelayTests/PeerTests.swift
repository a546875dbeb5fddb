import Glibc
import TestSupport
import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(1)), .limitedParallelism)
struct PeerTests {
    @Test func `a caller that has gone before it is accepted is nobody known, and never user 0`() async throws {
        let listener = try Listener(.port(0))
        defer { listener.close() }
        guard case .port(let port) = listener.address else { return }
        for isGone in [true, false] {
            var client: RawConnection? = try RawConnection(port: port)
            client?.write(WireCase.get)
            if isGone { client = nil }
            let connection = try #require(listener.accept())
            #expect(Peer(of: connection)?.user == (isGone ? nil : geteuid()))
            #expect(PeerPresence.hasLeft(connection) == isGone)
            close(connection)
            withExtendedLifetime(client) {}
        }
    }
}

import Glibc
import TestSupport
import Testing

@testable import Relay

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PeerTests {
    @Test func `a caller that has gone before it is accepted is nobody known, and never user 0`() async throws {
        let listener = try Listener(.port(0))
        defer { listener.close() }
        guard case .port(let port) = listener.address else { return }
        for isGone in [true, false] {
            var client: RawConnection? = try RawConnection(port: port)
            client?.write(WireCase.get)
            if isGone { client = nil }
            let accepted = try #require(listener.accept()?.first)
            #expect(accepted.peer?.user == (isGone ? nil : geteuid()))
            #expect(PeerPresence.hasLeft(accepted.descriptor) == isGone)
            close(accepted.descriptor)
            withExtendedLifetime(client) {}
        }
    }

    @Test func `all who wait are accepted and asked for at once, and each is itself`() async throws {
        let listener = try Listener(.port(0))
        defer { listener.close() }
        guard case .port(let port) = listener.address else { return }
        var clients: [RawConnection?] = []
        for _ in 0..<6 { clients.append(try RawConnection(port: port)) }
        for index in [1, 4] { clients[index] = nil }
        let accepted = try #require(listener.accept())
        #expect(accepted.map { $0.peer?.user } == (0..<6).map { [1, 4].contains($0) ? nil : geteuid() })
        for connection in accepted { close(connection.descriptor) }
        withExtendedLifetime(clients) {}
    }
}

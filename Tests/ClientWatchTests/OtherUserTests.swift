import ClientObservation
import ClientWatch
import Glibc
import TestSupport
import Testing

/// Who reaches the port of a watch as another user of this machine.
@Suite(.enabled(if: geteuid() == 0, "only root can be another user"), .timeLimit(.minutes(5)), .limitedParallelism)
struct OtherUserTests {
    private static let nobody: UInt32 = 65_534

    /// The status that curl sees as a user.
    private func status(as user: UInt32, of url: String, through port: UInt16) async throws -> String {
        let arguments = [
            "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "curl", "-sS", "-o", "/dev/null", "-w",
            "%{http_code}", "--proxy", "http://127.0.0.1:\(port)", url,
        ]
        return try await blocking {
            try Subprocess("setpriv", arguments, environment: ["PATH": "/usr/bin:/bin"]).finish().text
        }
    }

    @Test func `another user of the machine is refused, and what it sends is not seen`() async throws {
        let server = try RawServer { connection in
            _ = connection.readHead()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        let stage = try WatchStage(server: server.port)
        let url = "http://localhost:\(server.port)/orders"
        #expect(try await status(as: Self.nobody, of: url, through: stage.watch.port) == "403")
        #expect(stage.notices.map(\.cause) == [.foreignUser(Self.nobody)] && stage.requests.isEmpty)
        #expect(!stage.watch.hasSeenConnection)
        #expect(try await status(as: geteuid(), of: url, through: stage.watch.port) == "200")
        #expect(stage.requests.count == 1)
        await stage.stop()
    }
}

import CurlTransport
import FoundationEssentials
import Glibc
import Relay
import SessionProxy
import Synchronization
import TestSupport
import Testing

/// Who reaches the port as another user of this machine, and knows the whole address.
@Suite(.enabled(if: geteuid() == 0, "only root can be another user"), .timeLimit(.minutes(5)), .limitedParallelism)
struct OtherUserTests {
    private static let nobody: UInt32 = 65_534

    /// The status that curl sees as a user.
    private func status(as user: UInt32, _ proxied: Proxied) async throws -> String {
        let url = "http://127.0.0.1:\(proxied.port)/\(Proxied.key)/orders"
        let arguments = [
            "--reuid", "\(user)", "--regid", "\(user)", "--clear-groups", "curl", "-sS", "-o", "/dev/null", "-w",
            "%{http_code}", url,
        ]
        return try await blocking {
            try Subprocess("setpriv", arguments, environment: ["PATH": "/usr/bin:/bin"]).finish().text
        }
    }

    @Test func `another user of the machine is refused with the key, and its call reaches neither session nor API`()
        async throws
    {
        let refused = Mutex<[UInt32?]>([])
        try await withProxy(refused: { refusal in
            if case .connection(.foreignUser(let user)) = refusal { refused.withLock { $0.append(user) } }
        }) { proxied in
            let stranger = try await status(as: Self.nobody, proxied)
            #expect(stranger == "403")
            #expect(refused.withLock { $0 } == [Self.nobody])
            #expect(await proxied.answers() == [:])
            #expect(proxied.events("requestStarted") == 0)
            let owner = try await status(as: geteuid(), proxied)
            #expect(owner == "200")
            #expect(await proxied.answers() == ["200": 1])
        }
    }

    @Test func `a socket serves the users that it is told of, and no other`() async throws {
        try await withProxy { proxied in
            let path = "/tmp/session-console-test-\(proxied.port).socket"
            var limits = RelayLimits()
            for (users, status) in [([Self.nobody], "200"), ([Self.nobody - 1], "403")] {
                limits.otherUsers = Set(users)
                let proxy = SessionProxy(of: proxied.session, ProxyGate(.hosts([proxied.origin])), login: "sign-in")
                let relay = try Relay(.socket(path: path), dialler: Dialler(.patient), limits: limits, owner: proxy)
                let arguments = [
                    "--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups", "curl", "-sS", "-o",
                    "/dev/null", "-w", "%{http_code}", "--unix-socket", path, "\(proxied.origin)/orders",
                ]
                let result = try await blocking {
                    try Subprocess("setpriv", arguments, environment: ["PATH": "/usr/bin:/bin"]).finish()
                }
                await relay.stop()
                #expect(result.text == status, "\(result.errorText)")
            }
        }
    }
}

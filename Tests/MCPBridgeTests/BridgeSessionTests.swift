import SessionHTTP
import Synchronization
import TestSupport
import Testing

@testable import MCPBridge

/// What a bridge does without a session of the user's, and without one of the server's.
@Suite(.timeLimit(.minutes(5)))
struct BridgeSessionTests {
    /// A server and a user's session, which ends and begins as a test says.
    private final class Scene: Sendable {
        let isSignedIn: Mutex<Bool>
        let handshakes = Mutex(0)
        /// The number of the sign-in, and whether the next 404 finds another one.
        let user = Mutex(1)
        let changesUser = Mutex(false)

        init(isSignedIn: Bool) { self.isSignedIn = Mutex(isSignedIn) }

        func server() -> ScriptedServer {
            ScriptedServer { request, body in
                guard self.isSignedIn.withLock({ $0 }) else { return .other(.noSession("Sign in with: login")) }
                if request.method != "POST" { return .status(405) }
                if body.contains("\"method\":\"initialize\"") {
                    let number = self.handshakes.withLock { count in
                        count += 1
                        return count
                    }
                    let id = body.split(separator: ",")[1].dropFirst(5)
                    return .json(
                        Lines.welcome.replacing("\"id\":0", with: "\"id\":\(id)"),
                        fields: ["Mcp-Session-Id": "s-\(number)"])
                }
                if body.contains("notifications/") { return .status(202) }
                let current = "s-\(self.handshakes.withLock { $0 })"
                guard request.headers["Mcp-Session-Id"] == current else {
                    if self.changesUser.withLock({ $0 }) { self.user.withLock { $0 += 1 } }
                    return .status(404)
                }
                let id = body.split(separator: ",")[1].dropFirst(5)
                return .json(Lines.result(String(id)))
            }
        }
    }

    @Test func `without a session the bridge answers by itself, and tells the host when there is one`() async throws {
        let scene = Scene(isSignedIn: false)
        let server = scene.server()
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized)
        await bridge.take(#"{"jsonrpc":"2.0","id":"t","method":"tools/list"}"#, Lines.call("5"))
        await bridge.take(#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
        try await until { server.output.count == 4 }
        #expect(server.output[0].contains(#""instructions":"Sign in with: login""#))
        #expect(server.output[0].contains(#""protocolVersion":"2025-06-18""#))
        #expect(server.output.contains(#"{"jsonrpc":"2.0","id":"t","result":{"tools":[]}}"#))
        #expect(server.output.contains(#"{"jsonrpc":"2.0","id":"p","result":{}}"#))
        let refusal = #""id":5,"error":{"code":-32041,"message":"Sign in with: login"#
        #expect(server.output.contains { $0.contains(refusal) })
        scene.isSignedIn.withLock { $0 = true }
        await bridge.signedIn()
        try await until { server.output.last == Lines.changed }
        await bridge.take(Lines.call("6"))
        try await until { server.output.last == Lines.result("6") }
        await bridge.end()
        // The handshake is the host's, but for its id; its answer is nobody's else.
        #expect(server.bodies.contains { $0.contains("2025-06-18") && $0.contains("\"session-console-") })
        #expect(server.bodies.contains(Lines.initialized))
        #expect(!server.output.contains { $0.contains("\"session-console-") })
    }

    @Test func `a call finds the session that began meanwhile`() async throws {
        let scene = Scene(isSignedIn: false)
        let server = scene.server()
        let bridge = server.bridge()
        await bridge.take(Lines.initialize)
        try await until { server.output.count == 1 }
        scene.isSignedIn.withLock { $0 = true }
        await bridge.take(Lines.call("1"), Lines.call("2"))
        try await until { server.output.count == 4 }
        #expect(Set(server.output.dropFirst()) == [Lines.changed, Lines.result("1"), Lines.result("2")])
        #expect(scene.handshakes.withLock { $0 } == 1)
        await bridge.end()
    }

    @Test func `a forced logout is an error of each call, and ends nothing`() async throws {
        let scene = Scene(isSignedIn: true)
        let server = scene.server()
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized, Lines.call("1"))
        try await until { server.output.last == Lines.result("1") }
        scene.isSignedIn.withLock { $0 = false }
        await bridge.signedOut()
        await bridge.take(Lines.call("2"))
        try await until { server.output.count == 3 }
        #expect(server.output.last?.contains(#""id":2,"error":{"code":-32041,"message":"Sign in with: login"#) == true)
        scene.isSignedIn.withLock { $0 = true }
        await bridge.signedIn()
        await bridge.take(Lines.call("3"))
        try await until { server.output.last == Lines.result("3") }
        #expect(server.output.contains(Lines.changed))
        // The server's session was the one user's, and is not the next one's.
        #expect(scene.handshakes.withLock { $0 } == 2)
        #expect(server.requests.last { $0.text == Lines.call("3") }?.headers["Mcp-Session-Id"] == "s-2")
        await bridge.end()
    }

    @Test func `a session that the server has forgotten is begun anew, once for all calls`() async throws {
        let scene = Scene(isSignedIn: true)
        let server = scene.server()
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized, Lines.call("1"))
        try await until { server.output.last == Lines.result("1") }
        // The server has started again: its next session is another one.
        scene.handshakes.withLock { $0 = 7 }
        await bridge.take(Lines.call("2"), Lines.call("3"))
        try await until { server.output.count == 4 }
        await bridge.end()
        #expect(Set(server.output.suffix(2)) == [Lines.result("2"), Lines.result("3")], "\(server.output)")
        #expect(scene.handshakes.withLock { $0 } == 8)
    }

    @Test func `a call that was forgotten across a change of user is not sent again as the next one`() async throws {
        let scene = Scene(isSignedIn: true)
        let server = scene.server()
        let bridge = server.bridge(signIn: { scene.user.withLock { $0 } })
        await bridge.take(Lines.initialize, Lines.initialized, Lines.call("1"))
        try await until { server.output.last == Lines.result("1") }
        scene.handshakes.withLock { $0 = 7 }
        // The next user signs in while the call is under way.
        scene.changesUser.withLock { $0 = true }
        await bridge.take(Lines.call("2"))
        try await until { server.output.count == 3 }
        #expect(server.output.last?.contains(#""id":2,"error":{"code":-32041,"message":"Another session"#) == true)
        #expect(server.bodies.count { $0 == Lines.call("2") } == 1)
        await bridge.take(Lines.call("3"))
        try await until { server.output.last == Lines.result("3") }
        await bridge.end()
    }
}

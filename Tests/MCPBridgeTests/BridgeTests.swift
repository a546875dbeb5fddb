import Dispatch
import SessionHTTP
import Synchronization
import TestSupport
import Testing

@testable import MCPBridge

/// A bridge between a host and a server, without sockets.
@Suite(.timeLimit(.minutes(5)))
struct BridgeTests {
    /// A server that takes the handshake, offers no stream, and answers all else by the script.
    private func server(
        _ script: @escaping @Sendable (HTTPRequest, String) -> ScriptedServer.Reply
    ) -> ScriptedServer {
        ScriptedServer { request, body in
            switch request.method {
            case "GET" where request.headers["Last-Event-ID"] == nil: .status(405)
            case "DELETE": .status(204)
            case _ where body == Lines.initialize: .json(Lines.welcome, fields: ["Mcp-Session-Id": "s-1"])
            case _ where body.contains("\"method\":\"notifications/"): .status(202)
            default: script(request, body)
            }
        }
    }

    @Test func `the session and the revision go along after the handshake, in order, and the end ends the session`()
        async throws
    {
        let server = server { _, body in .json(body.contains(":1,") ? Lines.result("1") : Lines.result("2")) }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized, Lines.call("1"), Lines.call("2"))
        try await until { server.output.count == 3 }
        await bridge.end()
        #expect(server.output.first == Lines.welcome)
        #expect(Set(server.output.dropFirst()) == [Lines.result("1"), Lines.result("2")])
        #expect(server.bodies.prefix(2) == [Lines.initialize, Lines.initialized])
        let first = try #require(server.requests.first)
        #expect(first.headers["Mcp-Session-Id"] == nil && first.headers["MCP-Protocol-Version"] == nil)
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["Mcp-Session-Id"] == "s-1" })
        #expect(server.requests.dropFirst().allSatisfy { $0.headers["MCP-Protocol-Version"] == "2025-06-18" })
        #expect(server.requests.allSatisfy { $0.redirects == .doNotFollow && $0.headers["Authorization"] == nil })
        #expect(server.requests.last?.method == "DELETE")
    }

    @Test(arguments: [
        (ScriptedServer.Reply.body("<p>hello", type: "text/html"), "200 with text/html"),
        (.status(200), "200 and nothing"), (.status(202), "202 and nothing"), (.status(502), "answered 502"),
        (.status(307), "a redirect, which is not followed"), (.json("{"), "not a message of JSON-RPC"),
        (.json(Lines.result("9")), "not one to this request"),
        (.json(Lines.result("1"), fields: ["Mcp-Session-Id": "s-2"]), "another Mcp-Session-Id"),
        (.stream([Lines.event("{}")]), "not a message of JSON-RPC"), (.stream([": nothing\n"]), "stream ended before"),
        (.json(#"{"jsonrpc":"2.0","id":null,"error":{"code":-32602,"message":"theirs"}}"#, status: 400), "theirs"),
        (.other(.failed("No connection.")), "No connection."), (.other(.refused("The scope.")), "The scope."),
        (.other(.changed("Call again.")), "Call again."),
    ])
    func `an answer that is none becomes the call's error, and the next call is answered`(
        reply: ScriptedServer.Reply, words: String
    ) async throws {
        let server = server { _, body in body == Lines.call("1") ? reply : .json(Lines.result("2")) }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.output.count == 2 }
        let line = try #require(server.output.last)
        #expect(line.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":"#) && line.contains(words), "\(line)")
        await bridge.take(Lines.call("2"))
        try await until { server.output.last == Lines.result("2") }
        await bridge.end()
    }

    @Test func `an answer of more than 16 MiB is an error, in a stream too`() async throws {
        let text = String(repeating: "a", count: 1 << 20)
        let server = server { _, body in
            body == Lines.call("1")
                ? .stream([String](repeating: text, count: 20))
                : .body(String(repeating: text, count: 20), type: "application/json")
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"), Lines.call("2"))
        try await until { server.output.count == 3 }
        #expect(server.output.dropFirst().allSatisfy { $0.contains("larger than 16 MiB") }, "\(server.output)")
        await bridge.end()
    }

    @Test func `lines that are none are errors, and end nothing`() async throws {
        let server = server { _, _ in .json(Lines.result("1")) }
        let bridge = server.bridge()
        await bridge.take("garbage", "", "[1]", "{")
        await bridge.take(.tooLong(limit: 8 << 20))
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.output.count == 6 }
        let codes = server.output.map { $0.contains("-32700") ? 1 : $0.contains("-32600") ? 2 : 0 }
        #expect(codes == [1, 2, 1, 2, 0, 0], "\(server.output)")
        await bridge.end()
    }

    @Test func `requests and notifications of the server's pass, and what the host answers goes to it`() async throws {
        let question = #"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}"#
        let news = #"{"jsonrpc":"2.0","method":"notifications/progress","params":{}}"#
        let answer = #"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#
        let server = server { _, body in
            body == answer
                ? .status(202)
                : .stream([Lines.event(question) + Lines.event(news), Lines.event("[\(Lines.result("1"))]")])
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.output.count == 4 }
        #expect(server.output.suffix(3) == [question, news, Lines.result("1")])
        await bridge.take(answer)
        try await until { server.bodies.contains(answer) }
        await bridge.end()
    }

    @Test func `what the server sends by itself is passed on, and asked for again after its last event`() async throws {
        let news = #"{"jsonrpc":"2.0","method":"notifications/resources/updated"}"#
        let server = ScriptedServer { request, body in
            switch request.method {
            case "GET":
                request.headers["Last-Event-ID"] == nil
                    ? .stream([Lines.event(news, id: "e-7")], isBroken: true) : .status(405)
            case "DELETE": .status(405)
            default:
                body == Lines.initialize
                    ? .stream([Lines.event(Lines.welcome)], fields: ["Mcp-Session-Id": "s"]) : .status(202)
            }
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized)
        try await until { server.requests.count { $0.method == "GET" } == 2 }
        try await until { server.output.count == 2 }
        #expect(server.output == [Lines.welcome, news])
        let streams = server.requests.filter { $0.method == "GET" }
        #expect(streams[1].headers["Last-Event-ID"] == "e-7")
        #expect(streams.allSatisfy { $0.headers["Mcp-Session-Id"] == "s" })
        await bridge.end()
    }

    @Test func `a stream that ends before anything came is asked for again`() async throws {
        let count = Mutex(0)
        let server = ScriptedServer { request, body in
            guard request.method == "GET" else {
                return body == Lines.initialize ? .json(Lines.welcome) : .status(202)
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3 ? .stream([]) : .status(405)
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.initialized)
        try await until { server.requests.count { $0.method == "GET" } == 3 }
        await bridge.end()
    }

    @Test func `a host that does not read gets an error for each answer that was dropped`() async throws {
        let reads = DispatchSemaphore(value: 0)
        let answer = Lines.result("1").replacing("{\"is\"", with: "{\"a line of more than half the limit\"")
        let server = server { _, _ in .json(answer) }
        let bridge = server.bridge(outputLimit: 500) {
            reads.wait()
            reads.signal()
        }
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.bodies.contains(Lines.call("1")) }
        // The end waits for the calls, and not for the host.
        await bridge.end()
        #expect(server.output.isEmpty)
        reads.signal()
        try await until { server.output.count == 2 }
        #expect(server.output.last?.contains(#""id":1,"error":{"code":-32029"#) == true, "\(server.output)")
    }

    @Test(arguments: [true, false])
    func `a stream that ends before the answer is resumed after its last event`(isBroken: Bool) async throws {
        let server = server { request, _ in
            switch request.headers["Last-Event-ID"] {
            case nil: .stream(["retry: 5\nid: a\ndata:\n\n"], isBroken: isBroken)
            case "a": .stream([Lines.event(#"{"jsonrpc":"2.0","method":"notifications/x"}"#, id: "b")], isBroken: true)
            default: .stream([Lines.event(Lines.result("1"), id: "c"), Lines.event(Lines.result("1"))])
            }
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.output.last == Lines.result("1") }
        await bridge.end()
        #expect(server.output.count { $0 == Lines.result("1") } == 1)
        #expect(server.requests.compactMap { $0.headers["Last-Event-ID"] } == ["a", "b"])
        #expect(server.bodies.count { $0 == Lines.call("1") } == 1)
    }

    @Test func `a stream that brings nothing more is given up`() async throws {
        let server = server { request, _ in
            request.headers["Last-Event-ID"] == nil ? .stream(["id: a\ndata:\n\n"]) : .status(503)
        }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.output.count == 2 }
        #expect(server.output.last?.contains("answered 503") == true)
        await bridge.end()
    }

    @Test func `a call that the host cancels is cancelled, the server hears of it, and no answer comes`() async throws {
        let server = server { _, body in body == Lines.call("1") ? .never : .json(Lines.result("2")) }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.bodies.contains(Lines.call("1")) }
        let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
        await bridge.take(cancel, Lines.call("2"))
        try await until { server.output.last == Lines.result("2") && server.cancelled == [Lines.call("1")] }
        await bridge.end()
        #expect(server.bodies.contains(cancel))
        #expect(server.output == [Lines.welcome, Lines.result("2")])
    }

    @Test func `a call under way at the end of the host's input is answered, as long as the host listens`()
        async throws
    {
        let (gate, holder) = AsyncStream<Void>.makeStream()
        let server = server { _, _ in .held(gate, Lines.result("1")) }
        let bridge = server.bridge(isHeard: true)
        await bridge.take(Lines.initialize, Lines.call("1"))
        async let end: Void = bridge.end()
        try await until { server.lookCount > 9 }
        holder.finish()
        await end
        #expect(server.output == [Lines.welcome, Lines.result("1")])
    }

    @Test func `a host that has gone is waited for no longer`() async throws {
        let server = server { _, _ in .never }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"))
        try await until { server.bodies.contains(Lines.call("1")) }
        await bridge.end()
        #expect(server.cancelled == [Lines.call("1")])
    }

    @Test func `of many calls at once, however small, those that are too many are told so`() async throws {
        let server = server { _, _ in .never }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize)
        try await until { server.output == [Lines.welcome] }
        for id in 1...300 { await bridge.take(Lines.call("\(id)")) }
        try await until { server.output.count > 40 }
        #expect(server.output.dropFirst().allSatisfy { $0.contains("Too much is under way") })
        #expect(server.bodies.count < 260)
        await bridge.end()
    }

    @Test func `an id that is open can't be used for another call`() async throws {
        let server = server { _, _ in .never }
        let bridge = server.bridge()
        await bridge.take(Lines.initialize, Lines.call("1"), Lines.call("1"))
        try await until { server.output.contains { $0.contains("open call") } }
        await bridge.end()
    }
}

import FoundationEssentials
import SessionHTTP
import Synchronization
import TestSupport

@testable import MCPBridge

/// A server of MCP without a network, and the host that talks to it through a bridge.
final class ScriptedServer: Sendable {
    enum Reply: Sendable {
        case json(String, status: Int = 200, fields: HTTPHeaders = [:])
        case body(String, type: String, status: Int = 200, fields: HTTPHeaders = [:])
        /// Pieces of an event stream, which ends or breaks off after them.
        case stream([String], fields: HTTPHeaders = [:], isBroken: Bool = false)
        case status(Int, fields: HTTPHeaders = [:])
        case other(UpstreamReply)
        /// Nothing, until the request is cancelled.
        case never
        /// An answer, once the stream has ended.
        case held(AsyncStream<Void>, String)
    }

    private let sent = Mutex<[HTTPRequest]>([])
    private let left = Mutex<[String]>([])
    private let lines = Mutex<[String]>([])
    private let told = Mutex<[String]>([])
    private let looks = Mutex(0)
    private let script: @Sendable (_ request: HTTPRequest, _ body: String) -> Reply

    /// Answers each request by the script.
    init(_ script: @escaping @Sendable (_ request: HTTPRequest, _ body: String) -> Reply) { self.script = script }

    /// What came, as `POST tools/call`, with the body's method.
    var requests: [HTTPRequest] { sent.withLock { $0 } }
    var bodies: [String] { requests.map(\.text) }
    /// The requests that were cancelled.
    var cancelled: [String] { left.withLock { $0 } }
    /// What the host got.
    var output: [String] { lines.withLock { $0 } }
    var words: [String] { told.withLock { $0 } }
    /// How often the bridge has looked whether the host still listens.
    var lookCount: Int { looks.withLock { $0 } }

    /// A bridge whose host reads when `pause` returns, and listens after the end of its input, or doesn't.
    func bridge(
        outputLimit: Int = 32 << 20, isHeard: Bool = false, pause: @escaping @Sendable () -> Void = {},
        signIn: @escaping @Sendable () async -> Int? = { nil }
    ) -> Bridge {
        Bridge(
            to: URL(filePath: "/mcp"),
            by: { await self.answer($0) },
            output: HostOutput(
                limit: outputLimit,
                isHeard: {
                    self.looks.withLock { $0 += 1 }
                    return isHeard
                },
                write: { line in
                    pause()
                    self.lines.withLock { $0.append(String(decoding: line.dropLast(), as: UTF8.self)) }
                }),
            manner: Bridge.Manner(version: "0", signIn: signIn) { words in self.told.withLock { $0.append(words) } },
            clock: ImmediateClock())
    }

    private func answer(_ request: HTTPRequest) async -> UpstreamReply {
        sent.withLock { $0.append(request) }
        let url = request.url
        func give(_ status: Int, _ type: String, _ pieces: [String], _ fields: HTTPHeaders) -> UpstreamReply {
            var response = HTTPResponse(status: status, headers: fields, url: url)
            response.headers["Content-Type"] = type
            guard response.isSuccess, let receiver = request.bodyReceiver, !pieces.isEmpty else {
                response.body = Array(pieces.joined().utf8)
                return .answer(response)
            }
            receiver.begin(response)
            for piece in pieces {
                guard receiver.receive(Array(piece.utf8)) else { return .failed("the receiver stopped") }
                response.receivedSize += piece.utf8.count
            }
            return .answer(response)
        }
        switch script(request, request.text) {
        case .json(let text, let status, let fields): return give(status, "application/json", [text], fields)
        case .body(let text, let type, let status, let fields): return give(status, type, [text], fields)
        case .stream(let pieces, let fields, let isBroken):
            let reply = give(200, "text/event-stream", pieces, fields)
            return isBroken ? .failed("the connection was broken off") : reply
        case .status(let status, let fields): return give(status, "text/plain", [], fields)
        case .other(let reply): return reply
        case .never:
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            for await _ in stream {}
            continuation.finish()
            left.withLock { $0.append(request.text) }
            return .cancelled
        case .held(let gate, let text):
            for await _ in gate {}
            return Task.isCancelled ? .cancelled : give(200, "application/json", [text], [:])
        }
    }
}

/// A clock whose waits are over at once.
private struct ImmediateClock: SessionClock {
    var now: Date { Date() }
    var uptime: Duration { .zero }
    func sleep(for duration: Duration) async throws {
        await Task.yield()
        try Task.checkCancellation()
    }
}

extension HTTPRequest {
    /// The body, as text.
    var text: String { if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" } }
}

extension Bridge {
    /// Takes lines, as a host writes them.
    func take(_ lines: String...) {
        for line in lines { take(.whole(Array(line.utf8))) }
    }
}

/// Messages that many tests need.
enum Lines {
    static let initialize =
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
    static let initialized = #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#
    static let welcome = #"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}"#
    static let changed = #"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#

    static func call(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{}}"# }
    static func result(_ id: String) -> String { #"{"jsonrpc":"2.0","id":\#(id),"result":{"is":\#(id)}}"# }
    static func event(_ text: String, id: String? = nil) -> String {
        (id.map { "id: \($0)\n" } ?? "") + "data: \(text)\n\n"
    }
}

import SessionHTTP
import Synchronization

/// The answers to one request, over all attempts to get them: passed on to the host while they arrive.
final class BridgedAnswer: Sendable {
    static let limit = 16 << 20

    struct Findings: Sendable {
        /// Whether the awaited response has come.
        var hasResponse = false
        /// Whether the last answer was an event stream.
        var isStream = false
        /// How many messages came.
        var count = 0
        var lastEventID: String?
        var retry: Duration?
        var fault: MessageFault?
    }

    private enum Form { case none, events(EventStreamReader), json([UInt8]), other }

    private struct State: Sendable {
        var findings = Findings()
        var form = Form.none
        var session: String?
    }

    /// The request whose response is awaited; `nil` of a stream that has none.
    private let expected: MessageID?
    /// The session that the server must not change; `nil` where it may begin one.
    private let session: String?
    /// Takes a message, and returns whether more may come; `String?` is the session that the answer names.
    private let pass: @Sendable (BridgedMessage, String?) -> Bool
    private let state = Mutex(State())

    init(
        to expected: MessageID?, in session: String?, pass: @escaping @Sendable (BridgedMessage, String?) -> Bool
    ) {
        (self.expected, self.session, self.pass) = (expected, session, pass)
    }

    var receiver: HTTPBodyReceiver {
        HTTPBodyReceiver(begin: { self.begin($0) }, receive: { self.receive($0) })
    }

    private func begin(_ head: HTTPResponse) {
        state.withLock { state in
            state.session = head.headers["Mcp-Session-Id"]
            if let session, let other = state.session, other != session {
                state.findings.fault = MessageFault(.server, "The server answered with another Mcp-Session-Id.")
            }
            state.findings.isStream = head.mediaType == "text/event-stream"
            switch head.mediaType {
            case "text/event-stream": state.form = .events(EventStreamReader(limit: Self.limit))
            case "application/json": state.form = .json([])
            default:
                state.form = .other
                state.findings.fault = MessageFault(
                    .server,
                    "The server answered \(head.status) with \(head.mediaType ?? "a body of no type"), which is not a "
                        + "message of MCP.")
            }
        }
    }

    private func receive(_ piece: [UInt8]) -> Bool {
        let texts: [[UInt8]] = state.withLock { state in
            guard state.findings.fault == nil else { return [] }
            switch state.form {
            case .events(var reader):
                state.form = .none
                defer { state.form = .events(reader) }
                do throws(EventStreamReader.TooLarge) {
                    let texts = try reader.read(piece)
                    state.findings.lastEventID = reader.lastEventID ?? state.findings.lastEventID
                    state.findings.retry = reader.retry ?? state.findings.retry
                    return texts
                } catch {
                    state.findings.fault = Self.tooLarge
                }
            case .json(var bytes):
                state.form = .none
                if piece.count <= Self.limit - bytes.count {
                    bytes += piece
                } else {
                    state.findings.fault = Self.tooLarge
                }
                state.form = .json(bytes)
            case .none, .other: break
            }
            return []
        }
        for text in texts { take(text) }
        return state.withLock { $0.findings.fault == nil }
    }

    /// Handles the end of an answer, and returns what is known by now.
    func end(of reply: UpstreamReply) -> Findings {
        let text: [UInt8]? = state.withLock { state in
            defer { state.form = .none }
            guard case .json(let bytes) = state.form, case .answer = reply, state.findings.fault == nil else {
                return nil
            }
            return bytes
        }
        if let text { take(text) }
        return state.withLock { $0.findings }
    }

    /// Forgets what the answer before was like.
    func beginAgain() {
        state.withLock { state in
            state.findings.isStream = false
            state.form = .none
        }
    }

    private func take(_ text: [UInt8]) {
        do throws(MessageFault) {
            for message in try BridgedMessage.all(in: text) {
                let (isFirst, named) = state.withLock { state in
                    state.findings.count += 1
                    guard case .response(let id) = message.kind, id == expected, expected != nil else {
                        return (true, state.session)
                    }
                    defer { state.findings.hasResponse = true }
                    return (!state.findings.hasResponse, state.session)
                }
                guard isFirst else { continue }
                guard pass(message, named) else {
                    throw MessageFault(.busy, "The host does not read its messages.")
                }
            }
        } catch {
            state.withLock { $0.findings.fault = error }
        }
    }

    private static let tooLarge = MessageFault(.server, "The server's answer is larger than \(limit >> 20) MiB.")
}

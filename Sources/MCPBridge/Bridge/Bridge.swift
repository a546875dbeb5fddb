package import FoundationEssentials
package import SessionHTTP

/// A server of MCP over streamable HTTP (revisions 2025-03-26 to 2025-11-25), for a host that starts it and talks to it
/// in lines.
///
/// The URL and the session are given; nothing of the host's messages decides where a request goes or what its fields
/// are. No message is read but for its envelope.
package actor Bridge {
    /// What the bridge says in the program's name.
    package struct Manner: Sendable {
        var version: String
        /// Tells the user, on standard error.
        var tell: @Sendable (String) -> Void
        /// How long the server may be silent while a call is under way.
        var silence: Duration
        /// The number of the user's present sign-in: what was asked for in one is not repeated in the next.
        var signIn: @Sendable () async -> Int?

        package init(
            version: String, silence: Duration = .seconds(300), signIn: @escaping @Sendable () async -> Int? = { nil },
            tell: @escaping @Sendable (String) -> Void
        ) {
            (self.version, self.silence, self.signIn, self.tell) = (version, silence, signIn, tell)
        }
    }

    enum Footing: Equatable {
        /// No `initialize` has come.
        case new
        /// There is no session, and the bridge has answered by itself.
        case alone(String)
        /// The server has answered the handshake.
        case joined
    }

    /// How many bytes the host's messages may take that are under way.
    private static let limit = 16 << 20
    /// What a message takes besides its own: a call on its way has a connection, and the buffers of that.
    fileprivate static let share = 64 << 10
    /// What servers take by the SDKs as they are.
    package static let lineLimit = 4 << 20

    let url: URL
    let manner: Manner
    let upstream: Upstream
    let output: HostOutput
    let clock: any SessionClock
    let calls = OpenCalls()

    var footing = Footing.new
    /// The server's session, and the revision that it agreed to.
    var session: (id: String?, revision: String?) = (nil, nil)
    /// The host's own, for the next handshake.
    var introduction: BridgedMessage?
    var handshakes = 0
    var joining: Task<MessageFault?, Never>?
    var listening: Task<Void, Never>?
    var isOver = false

    private var backlog: [BridgedMessage] = []
    private var worker: Task<Void, Never>?
    private var running: [MessageID: Task<Void, Never>] = [:]
    private var answering: [Int: Task<Void, Never>] = [:]
    private var count = 0
    private var held = 0

    package init(
        to url: URL, by upstream: @escaping Upstream, output: HostOutput, manner: Manner,
        clock: any SessionClock = SystemClock()
    ) {
        (self.url, self.upstream, self.output, self.manner, self.clock) = (url, upstream, output, manner, clock)
    }

    // MARK: - From the host

    /// Takes the host's next line; what it asks for goes on after the return.
    package func take(_ line: LineCutter.Line) {
        guard !isOver else { return }
        switch line {
        case .tooLong(let limit):
            output.send(
                MessageFault(.invalidRequest, "The line is longer than \(limit >> 20) MiB.").line(for: nil))
        case .whole(let bytes):
            guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
            do throws(MessageFault) {
                accept(try BridgedMessage(reading: bytes))
            } catch {
                output.send(error.line(for: error.id))
            }
        }
    }

    private func accept(_ message: BridgedMessage) {
        if let id = message.cancelled, !cancel(id) { return }
        let isRequest: Bool
        if case .request(let id, _) = message.kind {
            isRequest = true
            guard calls.open(id) else {
                output.send(MessageFault(.invalidRequest, "The id \(id.json) is that of an open call.").line(for: nil))
                return
            }
            guard held == 0 || held + message.room <= Self.limit else {
                finish(id, with: MessageFault(.busy, "Too much is under way; wait for an answer."))
                return
            }
        } else {
            isRequest = false
        }
        guard isRequest || held + message.room <= 2 * Self.limit else {
            return manner.tell("A message of the host's was dropped: too much is under way.")
        }
        backlog.append(message)
        held += message.room
        if worker == nil { worker = Task { await work() } }
    }

    /// Ends a call that the host cancels; returns whether the server must hear of it.
    private func cancel(_ id: MessageID) -> Bool {
        guard calls.close(id) else { return false }
        running[id]?.cancel()
        guard let index = backlog.firstIndex(where: { $0.kind.request == id }) else { return true }
        held -= backlog.remove(at: index).room
        return false
    }

    /// Answers a call with an error, unless it has its answer or wants none.
    func finish(_ id: MessageID, with fault: MessageFault) {
        if calls.close(id) { output.answer(fault.line(for: id)) }
    }

    // MARK: - In order

    /// Sends the messages in their order: what follows a notification follows its arrival; calls run side by side.
    private func work() async {
        while !backlog.isEmpty {
            let message = backlog.removeFirst()
            switch message.kind {
            case .request(let id, "initialize"):
                await introduce(message, id)
                release(message)
            case .request(let id, _):
                running[id] = Task {
                    await run(message, id)
                    running[id] = nil
                    release(message)
                }
            case .notification:
                await forward(message)
                release(message)
            case .response:
                count += 1
                let number = count
                answering[number] = Task {
                    await forward(message)
                    answering[number] = nil
                    release(message)
                }
            }
        }
        worker = nil
    }

    private func release(_ message: BridgedMessage) { held -= message.room }

    /// Ends all calls with this reason, and all that the server sends: nothing more is for this host.
    package func abandon(because reason: String) {
        signedOut()
        joining?.cancel()
        for (id, task) in running {
            finish(id, with: MessageFault(.session, reason))
            task.cancel()
        }
        for task in answering.values { task.cancel() }
    }

    // MARK: - The end

    /// The host's input has ended: lets calls under way end, as long as the host listens, and ends the server's
    /// session.
    package func end() async {
        let watch = Task {
            while output.isHeard() {
                guard (try? await clock.sleep(for: .milliseconds(250))) != nil else { return }
            }
            cancelAll()
        }
        await worker?.value
        for task in Array(running.values) + Array(answering.values) { await task.value }
        watch.cancel()
        isOver = true
        cancelAll()
        if let id = session.id {
            var request = request("DELETE", session: id)
            (request.timeout, request.maximumTime) = (.seconds(1), .seconds(1))
            _ = await upstream(request)
        }
        await output.drain(within: .seconds(1), clock: clock)
    }

    private func cancelAll() {
        isOver = true
        for message in backlog { release(message) }
        backlog = []
        listening?.cancel()
        joining?.cancel()
        worker?.cancel()
        for task in Array(running.values) + Array(answering.values) { task.cancel() }
    }
}

extension BridgedMessage {
    /// What it takes while it is under way.
    fileprivate var room: Int { bytes.count + Bridge.share }
}

extension BridgedMessage.Kind {
    fileprivate var request: MessageID? {
        if case .request(let id, _) = self { id } else { nil }
    }
}

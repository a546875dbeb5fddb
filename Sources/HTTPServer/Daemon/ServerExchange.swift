import Synchronization

/// One request on its way to its response, shared by the polling thread and the handler's task.
final class ServerExchange: Sendable {
    enum Stage {
        case awaitingHeaders
        case receivingBody(ServerRequest)
        case refusingBody
        case handling
        case answered(ServerResponse)
        /// The server is stopping; nothing may suspend the connection any more.
        case abandoned
    }

    private struct State {
        var stage = Stage.awaitingHeaders
        /// The body so far.
        ///
        /// It is not part of the stage, because copies of the stage would make each append copy the body.
        var body: [UInt8] = []
        /// Set exactly while the connection is suspended.
        var suspended: ConnectionHandle?
        var work: Task<Void, Never>?

        mutating func resume() {
            suspended?.resume()
            suspended = nil
        }
    }

    let target: String
    private let state = Mutex(State())

    init(target: String) {
        self.target = target
    }

    /// The stage that the polling thread acts on; only it moves an exchange up to `handling`.
    var stage: Stage {
        get { state.withLock { $0.stage } }
        set {
            state.withLock { state in
                if case .abandoned = state.stage { return }
                state.stage = newValue
            }
        }
    }

    /// Appends to the body, or refuses all of it when it no longer fits.
    func appendToBody(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        state.withLock { state in
            guard state.body.count + bytes.count <= limit else {
                state.stage = .refusingBody
                state.body = []
                return
            }
            state.body.append(contentsOf: bytes)
        }
    }

    func takeBody() -> [UInt8] {
        state.withLock { state in
            defer { state.body = [] }
            return state.body
        }
    }

    /// Suspends the connection until `resume` or `abandon`; returns `false` once the exchange is abandoned.
    func suspend(_ connection: ConnectionHandle) -> Bool {
        state.withLock { state in
            if case .abandoned = state.stage { return false }
            connection.suspend()
            state.suspended = connection
            return true
        }
    }

    /// Runs `operation` in a task that ends with the exchange.
    func run(_ operation: @escaping @Sendable () async -> Void) {
        let task = Task { await operation() }
        let isAbandoned = state.withLock { state in
            state.work = task
            if case .abandoned = state.stage { return true }
            return false
        }
        if isAbandoned { task.cancel() }
    }

    /// Stores the handler's response and resumes the connection, unless the exchange was abandoned meanwhile.
    func answer(_ response: ServerResponse) {
        state.withLock { state in
            guard case .handling = state.stage else { return }
            if case .hang = response.body { return }
            state.stage = .answered(response)
            state.resume()
        }
    }

    func resume() {
        state.withLock { $0.resume() }
    }

    /// Ends the exchange from outside: cancels its task and lets the polling thread close the connection.
    func abandon() {
        let work = state.withLock { state in
            state.stage = .abandoned
            state.resume()
            return state.work
        }
        work?.cancel()
    }
}

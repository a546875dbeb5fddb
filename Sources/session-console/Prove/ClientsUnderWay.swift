import Synchronization

/// What has to end when a signal ends this program: the clients run in terminals of their own, which it doesn't reach.
final class ClientsUnderWay: Sendable {
    private struct State {
        var clients: [ObjectIdentifier: ChapterClient] = [:]
        var isOver = false
    }

    private let state = Mutex(State())

    /// Makes a client, which ends with this program from then on; once a signal has come, none is made any more.
    func begin(_ make: () throws -> ChapterClient) async throws -> ChapterClient {
        if let made = try beginUnlessOver(make) { return made }
        await Self.waitForEnd()
    }

    /// `nil` once a signal has come.
    func beginUnlessOver(_ make: () throws -> ChapterClient) throws -> ChapterClient? {
        // One that is being made is found by the end: the folders that it has made are removed, too.
        try state.withLock { state -> ChapterClient? in
            guard !state.isOver else { return nil }
            let client = try make()
            state.clients[ObjectIdentifier(client)] = client
            return client
        }
    }

    /// Forgets a client that has ended.
    func finish(_ client: ChapterClient) { state.withLock { $0.clients[ObjectIdentifier(client)] = nil } }

    /// Ends them, and waits for nothing.
    func end() {
        let clients = state.withLock { state in
            state.isOver = true
            return Array(state.clients.values)
        }
        for client in clients { client.endAtOnce() }
    }

    /// Does not return once a signal has come: what its clients did after it is no result.
    func whileNotOver<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        if state.withLock(\.isOver) { await Self.waitForEnd() }
        return try result.get()
    }

    /// The signal ends the program meanwhile.
    private static func waitForEnd() async -> Never {
        while true { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
    }
}

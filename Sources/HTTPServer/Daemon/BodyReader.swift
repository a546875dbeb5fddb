import Synchronization

/// Passes a body to libmicrohttpd chunk by chunk: the connection is suspended while the next chunk is made.
final class BodyReader: Sendable {
    private struct State {
        var chunk: ArraySlice<UInt8> = []
        var nextIndex = 0
        var end: Int?
    }

    private let exchange: ServerExchange
    private let connection: ConnectionHandle
    private let dispatcher: Dispatcher
    private let produce: @Sendable (Int) async throws -> [UInt8]?
    private let state = Mutex(State())

    init(
        exchange: ServerExchange, connection: ConnectionHandle, dispatcher: Dispatcher,
        produce: @escaping @Sendable (Int) async throws -> [UInt8]?
    ) {
        self.exchange = exchange
        self.connection = connection
        self.dispatcher = dispatcher
        self.produce = produce
    }

    /// Copies the bytes that are ready into `buffer`; called on the polling thread only.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let result: Int? = state.withLock { state in
            guard !state.chunk.isEmpty else { return state.end }
            let piece = state.chunk.prefix(buffer.count)
            buffer.copyBytes(from: piece)
            state.chunk = state.chunk.dropFirst(piece.count)
            return piece.count
        }
        if let result { return result }
        guard dispatcher.suspend(exchange, on: connection) else { return BodyReading.failed }
        exchange.run { [self] in
            await makeNextChunk()
            exchange.resume()
        }
        return BodyReading.suspended
    }

    private func makeNextChunk() async {
        let index = state.withLock { state in
            defer { state.nextIndex += 1 }
            return state.nextIndex
        }
        let chunk: [UInt8]?
        let end: Int
        do {
            chunk = try await produce(index)
            end = BodyReading.ended
        } catch {
            chunk = nil
            end = BodyReading.failed
        }
        state.withLock { state in
            if let chunk { state.chunk = chunk[...] } else { state.end = end }
        }
    }
}

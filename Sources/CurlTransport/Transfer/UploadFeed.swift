import SessionHTTP
import Synchronization

/// Passes a one-shot body from its producer to the transfer thread, with little of it in memory at a time.
final class UploadFeed: Sendable {
    enum Read {
        case bytes(Int)
        /// No bytes are ready: the transfer pauses and is resumed through the queue.
        case wait
        case end
        case abort
    }

    private struct State {
        var buffer: ArraySlice<UInt8> = []
        var isComplete = false
        var isCutShort = false
        var isClosed = false
        var failure: TransportError?
        var isReaderWaiting = false
        var producer: CheckedContinuation<Void, Never>?
        var remaining: Int?
    }

    private let state: Mutex<State>
    private let wakeReader: @Sendable () -> Void

    /// Creates a feed for a body of `length` bytes; `wakeReader` is called when a waiting reader may go on.
    init(length: Int?, wakeReader: @escaping @Sendable () -> Void) {
        state = Mutex(State(remaining: length))
        self.wakeReader = wakeReader
    }

    /// Why the body could not be sent as it was announced.
    var failure: TransportError? { state.withLock { $0.failure } }

    /// Passes all chunks on; returns when they are read or the hop has ended.
    func pump(_ chunks: AsyncThrowingStream<[UInt8], any Error>) async {
        do {
            for try await chunk in chunks where !chunk.isEmpty {
                guard await push(chunk) else { return await Self.abandon(chunks) }
            }
            finish(failure: nil)
        } catch {
            finish(failure: .invalidRequest("its body could not be read: \(error)"))
        }
    }

    /// Ends the reading with a cancelled reader, the only way to let the stream's producer know.
    private static func abandon(_ chunks: AsyncThrowingStream<[UInt8], any Error>) async {
        let reader = Task { for try await _ in chunks { break } }
        reader.cancel()
        _ = await reader.result
    }

    /// Copies the bytes that are ready into libcurl's buffer.
    ///
    /// For the transfer thread.
    func read(into target: UnsafeMutableRawBufferPointer) -> Read {
        let (result, producer) = state.withLock { state -> (Read, CheckedContinuation<Void, Never>?) in
            if state.isCutShort { return (.end, nil) }
            if state.failure != nil { return (.abort, nil) }
            if !state.buffer.isEmpty {
                let piece = state.buffer.prefix(target.count)
                target.copyBytes(from: piece)
                state.buffer.removeFirst(piece.count)
                return (.bytes(piece.count), state.buffer.isEmpty ? state.producer.take() : nil)
            }
            if state.isComplete { return (.end, nil) }
            state.isReaderWaiting = true
            return (.wait, nil)
        }
        producer?.resume()
        return result
    }

    /// Makes the reader find the end of the body here.
    func cutShort() {
        let wakes = state.withLock { state in
            state.isCutShort = true
            return state.isReaderWaiting.hop(false)
        }
        if wakes { wakeReader() }
    }

    /// Ends the reading, because the hop has ended.
    func close() {
        let producer = state.withLock { state in
            state.isClosed = true
            state.buffer = []
            return state.producer.take()
        }
        producer?.resume()
    }

    /// Waits until the chunk was read; `false` if the reading has ended.
    private func push(_ chunk: [UInt8]) async -> Bool {
        await withCheckedContinuation { continuation in
            let (isRefused, wakes) = state.withLock { state in
                guard !state.isClosed else { return (true, false) }
                if let remaining = state.remaining {
                    state.remaining = remaining - chunk.count
                    if remaining < chunk.count { state.failure = .invalidRequest("its body is longer than announced") }
                }
                state.buffer = chunk[...]
                state.producer = continuation
                return (false, state.isReaderWaiting.hop(false))
            }
            if isRefused { continuation.resume() }
            if wakes { wakeReader() }
        }
        return state.withLock { !$0.isClosed && $0.failure == nil }
    }

    private func finish(failure: TransportError?) {
        let wakes = state.withLock { state in
            state.isComplete = true
            let isShort = (state.remaining ?? 0) > 0
            state.failure =
                state.failure ?? failure ?? (isShort ? .invalidRequest("its body is shorter than announced") : nil)
            return state.isReaderWaiting.hop(false)
        }
        if wakes { wakeReader() }
    }
}

extension Bool {
    fileprivate mutating func hop(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}

import ClientObservation
import ClientWatch
import Dispatch
import Synchronization

/// The news of a watch for one reader, in pieces, as often as it asks for them.
///
/// A connection waits while the reader has as much to read as is kept: no backlog grows, and nothing is left out.
final class NewsFeed: Sendable {
    private struct State {
        var waiting: [WatchNews] = []
        /// How much of the room they take.
        var taken = 0
        var isRead = true
    }

    /// The most requests and notices that are kept; a body of each may be a megabyte.
    static let capacity = 128

    /// Comes once there are news to take, however many follow; it ends with the watch.
    let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)

    init() {
        (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        // Counted up: a semaphore that ends below its first value stops the program.
        for _ in 0..<Self.capacity { room.signal() }
    }

    /// Keeps news for the reader; called on the thread of a connection, it waits for room.
    func add(_ news: WatchNews) {
        let takesRoom = news.isOfConnection
        if takesRoom {
            room.wait()
            // Without a reader, each connection that waited lets the next one pass.
            if !state.withLock(\.isRead) { room.signal() }
        }
        let isFirst = state.withLock { state in
            guard state.isRead else { return false }
            if takesRoom { state.taken += 1 }
            state.waiting.append(news)
            return state.waiting.count == 1
        }
        if isFirst { arrival.yield() }
    }

    /// The news since the call before, in order.
    func take() -> [WatchNews] {
        let (news, taken) = state.withLock { state in
            defer { (state.waiting, state.taken) = ([], 0) }
            return (state.waiting, state.taken)
        }
        for _ in 0..<taken { room.signal() }
        return news
    }

    /// Ends the reading, for which nothing waits or is kept any more.
    func leave() {
        state.withLock { ($0.isRead, $0.waiting) = (false, []) }
        room.signal()
    }

    func finish() { arrival.finish() }
}

extension WatchNews {
    /// Whether a thread of the relay tells of it, which may wait; a request that has begun always ends.
    fileprivate var isOfConnection: Bool {
        switch self {
        case .message(.began): true
        case .notice(let notice, _): notice.cause != .nothingCame
        case .message(.ended), .injected: false
        }
    }
}

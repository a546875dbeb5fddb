import ClientObservation
import ClientWatch
import Dispatch
import SessionCore
import Synchronization

/// The news of a watch for one reader, in pieces, as often as it asks for them.
///
/// A connection waits while the reader has as much to read as is kept: no backlog grows, and nothing is left out.
final class NewsFeed: Sendable {
    private struct State {
        var waiting: [WatchNews] = []
        /// How much of ``NewsFeed/capacity`` they take.
        var taken = 0
        /// How many connections wait for room.
        var blocked = 0
        var isRead = true
        /// Whether little was waiting when the reader came last.
        var isQuiet = false
    }

    private enum Addition {
        case isFirst, follows, mustWait
    }

    /// How many bytes may wait before a connection does.
    ///
    /// With room for 128 requests and not for 1,024, 16 at a time get 10,100 answers a second in place of 13,300.
    static let capacity = 1_024 * itemSize
    /// What a request and its answer take besides their bodies.
    static let itemSize = 4_096

    /// How long the reader rests after few news.
    ///
    /// Each time that it wakes it delays the message under way: one request after another takes 0.02 ms less with the
    /// rest, and 0.05 ms over TLS (p50).
    private static let rest = Duration.milliseconds(10)

    /// Comes once there are news to take, however many follow; it ends with the watch.
    private let arrivals: AsyncStream<Void>
    private let arrival: AsyncStream<Void>.Continuation
    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)

    init() { (arrivals, arrival) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Keeps news for the reader; called on the thread of a connection, it waits for room.
    func add(_ news: WatchNews) {
        while true {
            let addition = state.withLockYielding { state -> Addition in
                guard state.isRead else { return .follows }
                if news.isOfConnection, state.taken >= Self.capacity {
                    state.blocked += 1
                    return .mustWait
                }
                state.taken += news.size
                state.waiting.append(news)
                return state.waiting.count == 1 ? .isFirst : .follows
            }
            switch addition {
            case .isFirst:
                arrival.yield()
                return
            case .follows: return
            case .mustWait: room.wait()
            }
        }
    }

    /// Waits for news; `nil` once the watch has ended.
    func next() async -> [WatchNews]? {
        if state.withLock(\.isQuiet) { try? await Task.sleep(for: Self.rest) }
        var iterator = arrivals.makeAsyncIterator()
        return await iterator.next().map { take() }
    }

    /// The news since the call before, in order.
    func take() -> [WatchNews] {
        let news = state.withLock { state in
            defer { (state.waiting, state.taken) = ([], 0) }
            state.isQuiet = state.taken < Self.capacity / 8
            return state.waiting
        }
        letWaitersTry()
        return news
    }

    /// Ends the reading, for which nothing waits or is kept any more.
    func leave() {
        state.withLock { ($0.isRead, $0.waiting) = (false, []) }
        letWaitersTry()
    }

    func finish() { arrival.finish() }

    private func letWaitersTry() {
        let count = state.withLock { state in
            defer { state.blocked = 0 }
            return state.blocked
        }
        for _ in 0..<count { room.signal() }
    }
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

    fileprivate var size: Int {
        switch self {
        case .message(.began(_, let request)): NewsFeed.itemSize + request.body.count
        case .message(.ended(_, .answered(let answer), _)): answer.body.count
        case .notice: NewsFeed.itemSize
        case .message(.ended(_, .failed, _)), .injected: 0
        }
    }
}

import FoundationEssentials
import SessionHTTP
import Synchronization

/// The links that a program has printed, each held until it is known whether the program opens it, too.
final class PrintedLinks: Sendable {
    struct Link: Sendable {
        let url: URL
        let caller: Caller?
        let moment: Date
    }

    private struct State {
        var waiting: [Link] = []
        /// What was printed or opened before, the latest.
        var known: [URL] = []
    }

    /// A program that prints more of them asks for no sign-in.
    private static let limit = 64

    private let state = Mutex(State())
    private let count = Atomic(0)

    /// Whether none is held, which each message asks.
    var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Holds a link that is new; returns whether it is.
    func hold(_ link: Link) -> Bool {
        state.withLock { state in
            guard !state.known.contains(link.url), state.waiting.count < Self.limit else { return false }
            Self.remember(link.url, &state)
            state.waiting.append(link)
            count.store(state.waiting.count, ordering: .relaxed)
            return true
        }
    }

    /// Drops a link that was opened, however often it is printed.
    func drop(_ url: URL) {
        state.withLock { state in
            Self.remember(url, &state)
            state.waiting.removeAll { $0.url == url }
            count.store(state.waiting.count, ordering: .relaxed)
        }
    }

    /// Takes those that are held.
    func take() -> [Link] {
        state.withLock { state in
            defer { state.waiting = [] }
            count.store(0, ordering: .relaxed)
            return state.waiting
        }
    }

    private static func remember(_ url: URL, _ state: inout State) {
        state.known.append(url)
        if state.known.count > 2 * limit { state.known.removeFirst(limit) }
    }
}

import ClientObservation
import Interception
import Synchronization

/// Which hosts are opened, and which of their messages are told.
///
/// A host that was named is watched. Of any other what comes in the clear is read; where every host is watched, TLS is
/// opened, too, until its messages show that it has to do with no session. Of a message of such a host nothing is kept,
/// unless it carries a token or asks for one.
final class HostSurvey: Sendable {
    /// How many messages without a token a host may send before it is passed unread.
    private static let patience = 32
    /// A crawler meets more names than anybody reads.
    private static let limit = 1_000

    private struct State {
        /// The hosts whose messages have shown that they serve or want tokens.
        var found: Set<WatchedHost> = []
        /// Those that were not found and pass unread, and whether it is because they can't be opened.
        var passed: [WatchedHost: Bool] = [:]
        var unrelated: [WatchedHost: Int] = [:]
    }

    private let list: WatchList
    private let state = Mutex(State())

    init(_ list: WatchList) { self.list = list }

    /// Whether each message to the host is told.
    func isWatched(_ host: WatchedHost) -> Bool {
        list.isOfAll ? state.withLock { $0.found.contains(host) } : list.contains(host)
    }

    /// Whether the host is one that was named, or every host is watched but those that were excepted.
    func isNamed(_ host: WatchedHost) -> Bool { list.contains(host) }

    /// Whether TLS to the host is opened.
    func opens(_ host: WatchedHost) -> Bool {
        list.contains(host) && (!list.isOfAll || state.withLock { $0.passed[host] == nil })
    }

    /// Records that a message has shown what the host is.
    func find(_ host: WatchedHost) {
        guard list.isOfAll, list.contains(host) else { return }
        state.withLock { state in
            state.found.insert(host)
            state.unrelated[host] = nil
            if state.passed[host] == false { state.passed[host] = nil }
        }
    }

    /// Records that a program or a server can't do with the host being opened; answers whether it is passed unread
    /// from now on: one that was named, or has shown a session, is not.
    func pass(_ host: WatchedHost) -> Bool {
        guard list.isOfAll, list.contains(host) else { return false }
        return state.withLock { state in
            guard !state.found.contains(host) else { return false }
            state.passed[host] = true
            return true
        }
    }

    /// Counts a connection or a message of a host that has shown no session.
    func countUnrelated(_ host: WatchedHost) {
        state.withLock { state in
            // A message may have been under way when another one has shown it.
            guard !state.found.contains(host), state.unrelated[host] != nil || state.unrelated.count < Self.limit
            else { return }
            state.unrelated[host, default: 0] += 1
            if state.unrelated[host] == Self.patience { state.passed[host] = state.passed[host] ?? false }
        }
    }

    /// What is said at the end of the hosts that have shown no session, once; `nil` where there is none.
    func takeNotice() -> WatchNotice? {
        let unrelated = state.withLock { state in
            defer { state.unrelated = [:] }
            return state.unrelated
        }
        let hosts = unrelated.map { WatchNotice.HostTraffic(host: "\($0.key)", count: $0.value) }
            .sorted { $0.count == $1.count ? $0.host < $1.host : $0.count > $1.count }
        guard !hosts.isEmpty else { return nil }
        return WatchNotice(.notWatched(Array(hosts.prefix(Self.shown)), others: max(0, hosts.count - Self.shown)))
    }

    private static let shown = 12
}

import FoundationEssentials
import Synchronization

/// The secrets that a session has sent or received, to mask them in the echoes of servers.
///
/// Values under a secret's name are noted before they are sent, and before they are reported if they were received: see
/// ``Channel``. The client's own secret is always kept, of the others the latest; those of the caller push out none of
/// the session's.
package final class KnownSecrets: Sendable {
    /// Covers several generations of a session: three tokens, a code and its verifier each.
    static let limit = 64
    static let callerLimit = 256

    private struct State {
        var permanent: [String] = []
        /// Oldest first.
        var latest: [String] = []
        /// What the caller has named a secret, oldest first.
        var ofCaller: [String] = []
        var scrubber = Scrubber([])

        mutating func renew() { scrubber = Scrubber(permanent + latest + ofCaller) }
    }

    private let state = Mutex(State())

    package init(permanent: [Secret] = []) {
        state.withLock { state in
            state.permanent = permanent.map { $0.reveal() }.filter(Scrubber.canFind)
            state.renew()
        }
    }

    package func note(_ secrets: [Secret]) {
        let texts = secrets.map { $0.reveal() }.filter(Scrubber.canFind)
        guard !texts.isEmpty else { return }
        state.withLock { state in
            let news = texts.filter { !state.permanent.contains($0) && !state.latest.contains($0) }
            guard !news.isEmpty else { return }
            state.latest = (state.latest + news).suffix(Self.limit)
            state.renew()
        }
    }

    /// Notes what the caller says is a secret, before it is sent.
    package func protect(_ secrets: [Secret]) {
        let texts = secrets.map { $0.reveal() }.filter(Scrubber.canFind)
        state.withLock { state in
            let news = texts.filter { !state.ofCaller.contains($0) }
            guard !news.isEmpty else { return }
            state.ofCaller = (state.ofCaller + news).suffix(Self.callerLimit)
            state.renew()
        }
    }

    /// Masks what is known now.
    package var scrubber: Scrubber { state.withLock(\.scrubber) }
}

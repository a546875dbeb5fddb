import FoundationEssentials
import Synchronization

/// The session's present token, kept where requests can read it without waiting for the session's actor.
///
/// The actor alone decides; it publishes here what it decided. A token that is here may be used at once; whenever there
/// is none, or its time is over, the actor is asked.
final class CurrentToken: Sendable {
    /// The session as a request finds it when it begins.
    struct Beginning: Sendable {
        /// Counts the requests.
        let id: Int
        let generation: Int
        let isSignedIn: Bool
        /// The present token, if it can be used at that moment and the store need not be looked at first.
        let usable: Bearer?
    }

    private struct State {
        var generation = 0
        var bearer: Bearer?
        var verified: ClockReading?
        /// When the store is due to be looked at again, by uptime; `nil` for never.
        var storeCheckDue: Duration? = .zero
        var lastRequest = 0
        /// The latest tokens of all generations, newest last.
        var issued: [Bearer] = []

        func isStoreCheckDue(at uptime: Duration) -> Bool { storeCheckDue.map { $0 <= uptime } ?? false }
    }

    private static let issuedLimit = 16

    private let state = Mutex(State())

    func publish(_ bearer: Bearer?, generation: Int) {
        state.withLock { state in
            if generation != state.generation || bearer == nil { state.verified = nil }
            state.generation = generation
            state.bearer = bearer
            guard let bearer else { return }
            let last = state.issued.last
            guard bearer.token != last?.token || bearer.generation != last?.generation else { return }
            state.issued.append(bearer)
            if state.issued.count > Self.issuedLimit { state.issued.removeFirst() }
        }
    }

    /// The latest token that an `Authorization` field carries: a request of a foreign client is known by it.
    func issued(in field: String) -> Bearer? {
        state.withLock { state in state.issued.last { $0.field.reveal() == field } }
    }

    func isStoreCheckDue(at uptime: Duration) -> Bool { state.withLock { $0.isStoreCheckDue(at: uptime) } }

    func storeWasChecked(at uptime: Duration, nextIn interval: Duration?) {
        state.withLock { $0.storeCheckDue = interval.map { uptime + $0 } }
    }

    var token: Secret? { state.withLock { $0.bearer?.token } }

    var generation: Int { state.withLock(\.generation) }

    /// When a server last accepted a token of the session.
    var verified: ClockReading? { state.withLock(\.verified) }

    /// Records that a server accepted a token of that generation; returns whether it is the first to do so.
    func confirm(generation: Int, at moment: ClockReading) -> Bool {
        state.withLock { state in
            guard state.generation == generation, state.bearer != nil else { return false }
            defer { state.verified = moment }
            return state.verified == nil
        }
    }

    func beginRequest(at uptime: Duration) -> Beginning {
        state.withLock { state in
            state.lastRequest += 1
            let isUsable = !state.isStoreCheckDue(at: uptime) && state.bearer?.isUsable(at: uptime) ?? false
            return Beginning(
                id: state.lastRequest, generation: state.generation, isSignedIn: state.bearer != nil,
                usable: isUsable ? state.bearer : nil)
        }
    }
}

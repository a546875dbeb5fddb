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
        var permanent: [SecretForms] = []
        /// Oldest first.
        var latest: [SecretForms] = []
        /// What the caller has named a secret, oldest first.
        var ofCaller: [SecretForms] = []
        /// Masks all of them; `nil` until a text is to be shown.
        var scrubber: Scrubber?

        func contains(_ secret: Secret) -> Bool {
            let text = secret.reveal()
            return latest.reversed().contains { $0.text == text } || permanent.contains { $0.text == text }
        }
    }

    private let state: Mutex<State>

    package convenience init(permanent: [Secret] = []) {
        self.init(permanent: permanent.compactMap { SecretForms($0.reveal()) })
    }

    init(permanent: [SecretForms]) { state = Mutex(State(permanent: permanent)) }

    package func add(_ secrets: [Secret]) {
        state.withLock { state in
            for secret in secrets where !state.contains(secret) {
                guard let forms = SecretForms(secret.reveal()) else { continue }
                if state.latest.count == Self.limit { state.latest.removeFirst() }
                state.latest.append(forms)
                state.scrubber = nil
            }
        }
    }

    /// Records what the caller says is a secret, before it is sent.
    package func protect(_ secrets: [Secret]) {
        state.withLock { state in
            for secret in secrets where !state.ofCaller.contains(where: { $0.text == secret.reveal() }) {
                guard let forms = SecretForms(secret.reveal()) else { continue }
                if state.ofCaller.count == Self.callerLimit { state.ofCaller.removeFirst() }
                state.ofCaller.append(forms)
                state.scrubber = nil
            }
        }
    }

    /// Masks what is known now.
    package var scrubber: Scrubber {
        state.withLockYielding { state in
            if let scrubber = state.scrubber { return scrubber }
            let scrubber = Scrubber(of: state.permanent + state.latest + state.ofCaller)
            state.scrubber = scrubber
            return scrubber
        }
    }
}

import FoundationEssentials
import Synchronization

/// The attempts of one sign-in: where the provider calls the request invalid, the next one asks for less.
final class AuthorizationAttempts: Sendable {
    private struct State {
        /// The attempt that redirects are for; `nil` while one is being begun.
        var current: AuthorizationAttempt?
        /// What those that may follow ask for, in order.
        var prompts: ArraySlice<[String]>
    }

    private let state: Mutex<State>
    private let make: @Sendable (_ prompt: [String]) async throws(SessionError) -> (AuthorizationAttempt, URL)

    /// Makes each attempt, and the URL that the browser opens for it, by its prompt values.
    init(
        prompts: [[String]],
        make: @escaping @Sendable (_ prompt: [String]) async throws(SessionError) -> (AuthorizationAttempt, URL)
    ) {
        state = Mutex(State(prompts: prompts[...]))
        self.make = make
    }

    var current: AuthorizationAttempt? { state.withLock(\.current) }

    /// Begins the first attempt and returns what the browser opens.
    func first() async throws(SessionError) -> URL { try await begin(state.withLock { $0.prompts.popFirst() } ?? []) }

    /// Begins the attempt after one that ended so, and returns what the browser opens.
    ///
    /// Throws the error where there is none; `nil` where another redirect to the same attempt has begun it.
    func next(after error: SessionError, of attempt: AuthorizationAttempt) async throws(SessionError) -> URL? {
        let (isDue, prompt) = state.withLock { state -> (Bool, [String]?) in
            guard state.current?.state == attempt.state else { return (false, nil) }
            guard error.callsRequestInvalid, let prompt = state.prompts.popFirst() else { return (true, nil) }
            state.current = nil
            return (true, prompt)
        }
        guard isDue else { return nil }
        guard let prompt else { throw error }
        return try await begin(prompt)
    }

    private func begin(_ prompt: [String]) async throws(SessionError) -> URL {
        var prompt = prompt
        while true {
            do throws(SessionError) {
                let (attempt, url) = try await make(prompt)
                state.withLock { $0.current = attempt }
                return url
            } catch {
                // A pushed request is refused before there is a page.
                guard error.callsRequestInvalid, let next = state.withLock({ $0.prompts.popFirst() }) else {
                    throw error
                }
                prompt = next
            }
        }
    }
}

extension SessionError {
    /// Whether the provider refuses an authorization request for what it says, and not for whom it is about.
    fileprivate var callsRequestInvalid: Bool {
        switch self {
        case .signInDenied(let error), .refused(let error, .pushedAuthorization): error.code == "invalid_request"
        default: false
        }
    }
}

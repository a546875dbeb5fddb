import FoundationEssentials
import Synchronization

/// The attempts of one sign-in: where the provider calls the request invalid, the next one asks for less.
final class AuthorizationAttempts: Sendable {
    private struct State {
        /// The attempts that redirects may be for.
        var underWay: [AuthorizationAttempt] = []
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

    /// The attempt whose `state` a redirect carries: any page can send a browser to a loopback port.
    func attempt(answeredBy url: URL) -> AuthorizationAttempt? {
        state.withLock { $0.underWay.first { $0.isAnswered(by: url) } }
    }

    /// Begins the first attempt and returns what the browser opens.
    func first() async throws(SessionError) -> URL { try await begin(state.withLock { $0.prompts.popFirst() } ?? []) }

    /// Begins the attempt after one that ended so, and returns what the browser opens.
    ///
    /// Throws the error where there is none; `nil` where another redirect to the same attempt has begun it.
    func next(after error: SessionError, of attempt: AuthorizationAttempt) async throws(SessionError) -> URL? {
        let (isDue, prompt) = state.withLock { state -> (Bool, [String]?) in
            guard state.underWay.contains(where: { $0.state == attempt.state }) else { return (false, nil) }
            guard error.callsRequestInvalid, let prompt = state.prompts.popFirst() else { return (true, nil) }
            state.underWay.removeAll { $0.state == attempt.state }
            return (true, prompt)
        }
        guard isDue else { return nil }
        guard let prompt else { throw error }
        return try await begin(prompt)
    }

    /// Begins the next attempt where a redirect without `state` calls the request invalid, as some providers answer,
    /// and returns what the browser opens; `nil` where there is none.
    ///
    /// Any page can send such a redirect, so the attempts under way go on.
    func next(beside stray: StrayRedirect) async -> URL? {
        guard stray.flaw == .stateMissing, stray.content == .error("invalid_request"),
            let prompt = state.withLock({ $0.prompts.popFirst() })
        else { return nil }
        return try? await begin(prompt)
    }

    private func begin(_ prompt: [String]) async throws(SessionError) -> URL {
        var prompt = prompt
        while true {
            do throws(SessionError) {
                let (attempt, url) = try await make(prompt)
                state.withLock { $0.underWay.append(attempt) }
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

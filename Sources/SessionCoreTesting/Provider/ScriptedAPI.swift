import SessionCore
import Synchronization

/// A protected API: answers 200 to the tokens that it accepts, with the token as text, and 401 to any other.
public final class ScriptedAPI: Sendable {
    private let accepted: Mutex<Set<String>>

    /// Creates an API that accepts these access tokens.
    public init(accepting tokens: Set<String>) {
        accepted = Mutex(tokens)
    }

    /// Accepts these access tokens from now on, and no others.
    public func accept(_ tokens: Set<String>) {
        accepted.withLock { $0 = tokens }
    }

    /// The answer for `ScriptedTransport.always`.
    public var answer: ScriptedAnswer {
        ScriptedAnswer { [self] request in
            let field = request.headers["Authorization"] ?? ""
            let token = field.hasPrefix("Bearer ") ? String(field.dropFirst(7)) : ""
            let isAccepted = accepted.withLock { $0.contains(token) }
            return try await (isAccepted ? ScriptedAnswer.answer(200, text: token) : .unauthorized()).respond(request)
        }
    }
}

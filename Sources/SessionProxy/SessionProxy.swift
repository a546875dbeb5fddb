package import Relay
package import SessionCore
import Synchronization

/// A session's proxy: whatever passes it gets the session's token, and is a call in the session's events.
package final class SessionProxy: RelayOwner {
    /// What the labels of its calls name as their sender.
    package static let sender = "proxy"

    private let session: Session
    private let gate: Mutex<ProxyGate>
    /// The command line that signs in, for a program that gets no token.
    private let login: String
    private let onRefusal: @Sendable (Refusal) -> Void
    private let count = Atomic(0)

    /// What did not pass.
    package enum Refusal: Sendable {
        case connection(ConnectionRefusal)
        case request(ProxyRefusal, Caller?)
    }

    package init(
        of session: Session, _ gate: ProxyGate, login: String,
        onRefusal: @escaping @Sendable (Refusal) -> Void = { _ in }
    ) {
        (self.session, self.login, self.onRefusal) = (session, login, onRefusal)
        self.gate = Mutex(gate)
    }

    /// Lets requests in by this gate from now on; those that are under way go on.
    package func change(to gate: ProxyGate) { self.gate.withLock { $0 = gate } }

    package var answerToHTTP2: LocalAnswer? { .toHTTP2 }

    package func begin(_ request: RequestHead, from caller: Caller?, in tunnel: Origin?) -> any RelayedCall {
        let passage: ProxyGate.Admission
        do throws(ProxyRefusal) {
            passage = try gate.withLock { $0 }.admit(request, from: caller)
        } catch {
            onRefusal(.request(error, caller))
            return RefusedCall(answer: error.answer)
        }
        let number = count.add(1, ordering: .relaxed).newValue
        let label = RequestLabel(number, from: Self.sender, for: caller)
        return ProxiedCall(request, passage, label: label, on: session, login: login)
    }

    package func report(_ refusal: ConnectionRefusal, in tunnel: Origin?) { onRefusal(.connection(refusal)) }
}

/// A request that does not pass.
struct RefusedCall: RelayedCall {
    let answer: LocalAnswer

    func decide() -> OwnerAnswer<RequestDecision> { .now(.refuse(answer)) }
    func decide(on answer: AnswerHead, mayRepeat: Bool) -> OwnerAnswer<AnswerDecision> { .now(.pass(answer)) }
    func end(_ end: CallEnd) {}
}

extension Caller? {
    /// `git (4711)`.
    package var words: String { map { "\($0)" } ?? "a program" }
}

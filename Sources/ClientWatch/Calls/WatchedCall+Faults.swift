import ClientObservation
import FaultInjection
import FoundationEssentials
import Relay
import SessionHTTP
import Synchronization

/// What armed faults do to a message.
extension WatchedCall {
    /// What becomes of a request that has come whole and has begun: `forward` where no fault strikes it.
    func decision(on request: HTTPRequest, _ id: Int, or forward: RequestDecision) -> RequestDecision {
        switch owner.faults.strike(request, in: id) {
        case .unreachable: return .breakOff
        case .silence: return .later(owner.silence, .breakOff)
        case .delayed(let time): return .later(time, forward)
        case .answered(let response): return .refuse(answer(response))
        case .tampered(let tampered):
            guard case .forward(var head, let origin, let limit) = forward,
                let value = tampered.headers["Authorization"]
            else { return forward }
            head.fields.set("Authorization", value)
            return .forward(head, to: origin, keeping: limit)
        case nil: return forward
        }
    }

    /// What becomes of an answer; `nil` where no fault strikes it.
    func decision(on answer: ObservedAnswer, with body: [UInt8], of url: URL) -> AnswerDecision? {
        guard let id = state.withLock(\.id) else { return nil }
        let content = ContentDecoding.content(of: body, answer.headers, limit: Self.bodyLimit)
        let response = HTTPResponse(status: answer.status, headers: answer.headers, body: content, url: url)
        switch owner.faults.strike(response, in: id) {
        case .lost: return .breakOff
        case .replaced(let response): return .replace(self.answer(response))
        case nil: return nil
        }
    }

    /// An answer that no server gave, after it was told.
    private func answer(_ response: HTTPResponse) -> LocalAnswer {
        var observed = ObservedAnswer(status: response.status, headers: response.headers, body: response.body)
        observed.isInjected = true
        end(.answered(observed))
        let fields = response.headers.fields.filter { !Self.framing.contains($0.name.lowercased()) }
        return LocalAnswer(response.status, fields: fields.map { ($0.name, $0.value) }, body: response.body)
    }

    /// The fields that say how a body came, and not what it is.
    private static let framing = [
        "connection", "content-encoding", "content-length", "keep-alive", "trailer", "transfer-encoding",
    ]
}

import Addresses
import ClientObservation
import FaultInjection
import FoundationEssentials
import JOSE
import Relay
import SessionHTTP
import Synchronization

/// What armed faults do to a message.
extension WatchedCall {
    /// What becomes of a request that has come whole and has begun: `forward` where no fault strikes it.
    func decision(
        on request: ObservedRequest, _ targets: Set<ClientFault.Target>, _ id: Int, or forward: RequestDecision
    ) -> RequestDecision {
        let tampered = HTTPRequest(request).tampered?.headers["Authorization"]
        let fault = traffic.faults.take { fault in
            guard !fault.effect.isOnAnswer, targets.contains(fault.target) else { return false }
            if case .tamperedToken = fault.effect { return tampered != nil }
            return true
        }
        guard let fault else { return forward }
        traffic.faults.report(fault, in: id)
        switch fault.effect {
        case .refusedConnection: return .breakOff
        case .silence: return .later(traffic.silence, .breakOff)
        case .delay(let time): return .later(time, forward)
        case .answer(let status, let headers, let body):
            return .refuse(answer(ObservedAnswer(status: status, headers: headers, body: Array(body.utf8))))
        case .tamperedToken:
            guard case .forward(var head, let origin, let limit) = forward, let tampered else { return forward }
            head.fields.set("Authorization", tampered)
            return .forward(head, to: origin, keeping: limit)
        case .lostAnswer, .droppedRefreshToken, .wrongIDToken, .otherIssuer: return forward
        }
    }

    /// What becomes of an answer whose head has come: `pass` where no fault strikes it.
    func decision(on observed: ObservedAnswer, _ head: AnswerHead, or pass: AnswerDecision) -> AnswerDecision {
        let (id, targets) = state.withLock { ($0.id, $0.targets) }
        guard let id, let targets else { return pass }
        let redirect = observed.redirectOfOtherIssuer
        let fault = traffic.faults.take { fault in
            guard targets.contains(fault.target) else { return false }
            switch fault.effect {
            case .lostAnswer: return true
            case .otherIssuer: return redirect != nil
            default: return false
            }
        }
        if let fault {
            traffic.faults.report(fault, in: id)
            guard let redirect, case .otherIssuer = fault.effect, case .pass(var head, let limit) = pass else {
                return .breakOff
            }
            head.fields.set("Location", redirect)
            state.withLock { state in
                state.answer?.headers["Location"] = redirect
                state.answer?.isInjected = true
            }
            return .pass(head, keeping: limit)
        }
        guard readsAnswer(observed, targets) else { return pass }
        return .afterBody { [self] in bodyDecision(on: observed, $0, id) ?? pass }
    }

    private func readsAnswer(_ answer: ObservedAnswer, _ targets: Set<ClientFault.Target>) -> Bool {
        guard answer.headers.announceReadableBody else { return false }
        return traffic.faults.keys.isInUse
            || traffic.faults.isArmed { targets.contains($0.target) && $0.effect.isOnAnswer }
    }

    private func bodyDecision(on answer: ObservedAnswer, _ body: [UInt8]?, _ id: Int) -> AnswerDecision? {
        guard let body else { return nil }
        var changed = answer
        changed.body = ContentDecoding.content(of: body, answer.headers, limit: Self.bodyLimit)
        guard let tokens = TokenAnswer(status: answer.status, body: changed.body) else {
            guard traffic.faults.keys.isInUse, answer.status == 200,
                let keys = traffic.faults.keys.added(to: changed.body)
            else { return nil }
            changed.body = keys
            return .replace(self.answer(changed))
        }
        let targets = state.withLock { $0.targets ?? [] }
        var wrong: [String: TokenAnswer] = [:]
        let fault = traffic.faults.take { fault in
            guard targets.contains(fault.target) else { return false }
            wrong[fault.name] = tokens.changed(by: fault.effect, traffic.faults.keys)
            return wrong[fault.name] != nil
        }
        guard let fault, let tokens = wrong[fault.name] else { return nil }
        traffic.faults.report(fault, in: id)
        changed.body = tokens.body
        return .replace(self.answer(changed))
    }

    /// An answer that no server gave, after it was told.
    private func answer(_ answer: ObservedAnswer) -> LocalAnswer {
        var observed = answer
        observed.isInjected = true
        for name in Self.framing { observed.headers[name] = nil }
        end(.answered(observed))
        return LocalAnswer(
            answer.status, fields: observed.headers.fields.map { ($0.name, $0.value) }, body: observed.body)
    }

    /// The fields that say how a body came, and not what it is.
    private static let framing = [
        "Connection", "Content-Encoding", "Content-Length", "Keep-Alive", "Trailer", "Transfer-Encoding",
    ]
}

extension ObservedAnswer {
    /// Where a redirect with a code and an issuer would lead with another issuer; `nil` for any other answer.
    fileprivate var redirectOfOtherIssuer: String? {
        guard (300..<400).contains(status), let location = headers["Location"],
            let question = location.firstIndex(where: { $0 == "?" || $0 == "#" })
        else { return nil }
        var items = location[location.index(after: question)...].split(
            separator: "&", omittingEmptySubsequences: false)
        guard items.contains(where: { $0.hasPrefix("code=") }),
            let issuer = items.firstIndex(where: { $0.hasPrefix("iss=") })
        else { return nil }
        items[issuer] = "iss=\(PercentEncoding.component(ClientFault.otherIssuer.utf8))"
        return location[...question] + items.joined(separator: "&")
    }
}

import ClientObservation
import ConsoleFaults
import DemoProvider
import SessionCore

/// How the provider of a chapter carries out a fault.
enum ChapterFault: Sendable {
    /// Strikes messages; what the program makes of it is judged.
    case strike(ClientFault, DemoProvider.Fault, DemoProvider.FaultTiming, lasting: Duration? = nil)
    /// Changes the provider.
    case change(@Sendable (DemoProvider, _ times: Int) async throws -> Void)
}

extension LabFault {
    /// `nil` where a chapter can't have it: it would be the program's own doing, or is spoilt with `spoil`.
    var chapterFault: ChapterFault? {
        switch self {
        case .rotatedKeys: return .change { provider, _ in try await provider.rotateKeys() }
        case .narrowedScope:
            return .change { provider, times in await provider.narrowScopeOnNextRefresh(to: "openid", times: times) }
        case .switchedUser: return .change { provider, times in await provider.switchUserOnNextRefreshes(times) }
        case .rejectedRefresh: return .change { provider, times in await provider.rejectNextRefreshes(times) }
        default: break
        }
        // As slow as in the field, and sooner over than a call's patience.
        let named = self == .tokenEndpointSlow ? .slowTokenEndpoint(by: .milliseconds(500)) : ClientFault.named(name)
        guard let fault = named, let (carriedOut, timing) = fault.effect.carriedOut else { return nil }
        return .strike(fault, carriedOut, timing, lasting: fault.effect.pause)
    }
}

extension ClientFault.Blow {
    /// How long a server that asks for patience refuses.
    var pause: Duration? {
        guard case .answer(_, let headers, _) = self else { return nil }
        return headers["Retry-After"].flatMap { Int($0) }.map { .seconds($0) }
    }

    /// The fault of the embedded provider that is this one.
    fileprivate var carriedOut: (DemoProvider.Fault, DemoProvider.FaultTiming)? {
        switch self {
        case .refusedConnection: return (.drop, .before)
        case .silence: return (.hang, .before)
        case .delay(let time): return (.slow(time), .before)
        case .lostAnswer: return (.drop, .after)
        case .answer(let status, let headers, let body):
            let fields = Dictionary(headers.map { ($0.name, $0.value) }) { first, _ in first }
            return (.answer(status, fields, body: body), .before)
        case .tamperedToken, .droppedRefreshToken, .wrongIDToken, .otherIssuer: return nil
        }
    }
}

extension ClientFault.Target {
    /// The requests of the embedded provider that are it.
    var requests: DemoProvider.FaultTarget { self == .call ? .api : .endpoint(.token) }
}

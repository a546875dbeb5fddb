import FoundationEssentials
package import SessionCore
import Synchronization

/// Wraps a transport and injects faults on demand, each at its occasion.
package final class FaultInjector: HTTPTransport {
    private static let patience = Duration.seconds(30)

    private let base: any HTTPTransport
    private let switches: FaultSwitches
    private let clock: any SessionClock
    private let readsMarks: Bool
    private let rotation = Mutex<Rotation?>(nil)

    /// The last rotation of the session's refresh token, by a refresh of its own or by another process.
    private struct Rotation {
        /// The refresh token that was used up.
        let spent: Secret
        /// The one that came for it: only while it is in use `spent` is of the same session.
        let current: Secret
    }

    /// With `readsMarks`, the `Injected-Fault` field of an answer counts as a report of the provider's own fault.
    package init(
        _ base: any HTTPTransport, switches: FaultSwitches, clock: any SessionClock, readsMarks: Bool = false
    ) {
        self.readsMarks = readsMarks
        self.base = base
        self.switches = switches
        self.clock = clock
    }

    package var timeLimit: Duration? { base.timeLimit }
    package var maximumTime: Duration? { base.maximumTime }

    package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        switch treatment(of: request) {
        case .asIs: try await base.send(request)
        case .apart(let strike): try await send(request, struckBy: strike)
        }
    }

    private enum Treatment {
        case asIs
        case apart(Strike?)
    }

    /// Not part of the sending task, which would keep its values for as long as the request is under way.
    @inline(never)
    private func treatment(of request: HTTPRequest) -> Treatment {
        let strike = switches.strike(request, in: request.exchange)
        return strike == nil && TokenRequest(request) == nil ? .asIs : .apart(strike)
    }

    /// Apart like ``treatment(of:)``.
    @inline(never)
    private func send(_ request: HTTPRequest, struckBy strike: Strike?) async throws -> HTTPResponse {
        switch strike {
        case .unreachable:
            throw TransportError.couldNotConnect(
                host: request.url.host ?? "", reason: "the fault \"network off\" was injected")
        case .tampered(let tampered): return try await base.send(tampered)
        case .answered(let answer): return answer
        case .silence:
            try await wait(request.timeout ?? base.timeLimit ?? Self.patience)
            throw TransportError.timedOut(.waiting)
        case .delayed(let time): try await wait(time)
        case nil: break
        }
        guard let tokenRequest = TokenRequest(request) else { return try await base.send(request) }
        let response = try await base.send(replaying(request, tokenRequest))
        recordMark(of: response, request.exchange)
        switch switches.strike(response, in: request.exchange) {
        case .lost: throw TransportError.brokenOff("the answer was lost")
        case .replaced(let response): return response
        case nil: break
        }
        if let sent = tokenRequest.refreshToken, let received = TokenReply(response)?.refreshToken {
            followRotation(of: sent, to: received)
        }
        return response
    }

    private func recordMark(of response: HTTPResponse, _ exchange: Int?) {
        guard readsMarks, let names = response.headers["Injected-Fault"] else { return }
        for name in names.split(separator: ",") {
            switches.report(provider: name.filter { $0 != " " }, in: exchange)
        }
    }

    /// Puts the spent refresh token into a refresh, once there is one.
    private func replaying(_ request: HTTPRequest, _ tokenRequest: TokenRequest) -> HTTPRequest {
        guard let current = tokenRequest.refreshToken, let spent = spentToken(before: current),
            switches.use(
                .replayedRefreshToken, in: request.exchange, sending: spent.fingerprint,
                """
                a refresh was sent with the spent refresh token \(spent.fingerprint) instead of \(current.fingerprint)
                """)
        else { return request }
        var replay = tokenRequest
        replay.refreshToken = spent
        var request = request
        request.body = replay.body
        return request
    }

    /// The token that was rotated to this one; `nil`, and nothing is remembered, where another token came meanwhile, as
    /// of a new sign-in.
    private func spentToken(before current: Secret) -> Secret? {
        rotation.withLock { rotation in
            if let seen = rotation, current == seen.current { return seen.spent }
            rotation = nil
            return nil
        }
    }

    private func wait(_ duration: Duration) async throws {
        do {
            try await clock.sleep(for: duration)
        } catch is CancellationError {
            throw TransportError.cancelled
        }
    }
}

extension FaultInjector: RotationFollower {
    package func followRotation(of spent: Secret, to current: Secret) {
        guard spent != current else { return }
        rotation.withLock { $0 = Rotation(spent: spent, current: current) }
    }
}

import FoundationEssentials
package import SessionCore
import Synchronization

/// Wraps a transport and injects faults on demand.
///
/// An armed fault waits for its occasion: a fault of the token endpoint for a form with a `grant_type`, a tampered
/// token for a request that carries one.
package final class FaultInjector: HTTPTransport {
    private static let slowness = Duration.seconds(5)
    private static let patience = Duration.seconds(30)
    private static let retryAfter = 30

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
        switch try treatment(of: request) {
        case .asIs: try await base.send(request)
        case .tampered: try await sendTampered(request)
        case .forTokens: try await sendForTokens(request)
        }
    }

    private enum Treatment { case asIs, tampered, forTokens }

    /// Not part of the sending task, which would keep its values for as long as the request is under way: 1,008 bytes for
    /// each so, and 1,888 with it.
    @inline(never)
    private func treatment(of request: HTTPRequest) throws -> Treatment {
        let host = request.url.host ?? ""
        let exchange = request.exchange
        if switches.use(.networkOff, in: exchange, "\(host) was made unreachable") {
            throw TransportError.couldNotConnect(host: host, reason: "the fault \"network off\" was injected")
        }
        if TokenRequest(request) != nil { return .forTokens }
        let isTampered =
            request.tampered != nil
            && switches.use(.tamperedToken, in: exchange, "the token sent to \(host) was tampered with")
        return isTampered ? .tampered : .asIs
    }

    private func sendTampered(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await base.send(request.tampered ?? request)
    }

    /// Apart like ``treatment(of:)``: the sending task would grow to 1,872 bytes.
    @inline(never)
    private func sendForTokens(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let tokenRequest = TokenRequest(request) else { return try await base.send(request) }
        return try await send(request, tokenRequest)
    }

    private func send(_ request: HTTPRequest, _ tokenRequest: TokenRequest) async throws -> HTTPResponse {
        if let answer = answerInstead(of: request) { return answer }
        let exchange = request.exchange
        if switches.use(.tokenEndpointSilent, in: exchange, "the token endpoint was made silent") {
            try await wait(request.timeout ?? base.timeLimit ?? Self.patience)
            throw TransportError.timedOut(.waiting)
        }
        if switches.use(.tokenEndpointSlow, in: exchange, "the token endpoint was slowed down by \(Self.slowness)") {
            try await wait(Self.slowness)
        }
        let response = try await base.send(replaying(request, tokenRequest))
        noteMark(of: response, exchange)
        if switches.use(.lostTokenReply, in: exchange, "the token endpoint's answer was dropped") {
            throw TransportError.brokenOff("the answer was lost")
        }
        return try withoutRefreshToken(response, tokenRequest, exchange)
    }

    private func noteMark(of response: HTTPResponse, _ exchange: Int?) {
        guard readsMarks, let names = response.headers["Injected-Fault"] else { return }
        for name in names.split(separator: ",") {
            switches.report(provider: name.filter { $0 != " " }, in: exchange)
        }
    }

    private func answerInstead(of request: HTTPRequest) -> HTTPResponse? {
        func answer(_ status: Int, _ headers: HTTPHeaders, _ body: String) -> HTTPResponse {
            HTTPResponse(status: status, headers: headers, body: Array(body.utf8), url: request.url)
        }
        let json: HTTPHeaders = ["Content-Type": "application/json", "Cache-Control": "no-store"]
        if switches.use(
            .tokenEndpointRefuses, in: request.exchange, "the token endpoint was made to answer 400 invalid_grant")
        {
            return answer(400, json, #"{"error":"invalid_grant","error_description":"injected"}"#)
        }
        if switches.use(.tokenEndpointBusy, in: request.exchange, "the token endpoint was made to answer 429") {
            return answer(429, ["Retry-After": String(Self.retryAfter)], "")
        }
        if switches.use(.tokenEndpointBroken, in: request.exchange, "the token endpoint was made to answer 500") {
            return answer(500, ["Content-Type": "text/plain"], "injected")
        }
        if switches.use(
            .tokenEndpointGarbled, in: request.exchange, "the token endpoint was made to answer without JSON")
        {
            return answer(200, json, "<!DOCTYPE html><title>injected</title>")
        }
        return nil
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

    private func withoutRefreshToken(
        _ response: HTTPResponse, _ tokenRequest: TokenRequest, _ exchange: Int?
    ) throws -> HTTPResponse {
        guard let reply = TokenReply(response), let refreshToken = reply.refreshToken else { return response }
        guard
            switches.use(
                .droppedRefreshToken, in: exchange, "the refresh token was dropped from the token endpoint's answer")
        else {
            if let sent = tokenRequest.refreshToken { noteRotation(of: sent, to: refreshToken) }
            return response
        }
        var response = response
        response.body = try reply.bodyWithoutRefreshToken()
        response.headers["Content-Length"] = String(response.body.count)
        return response
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
    package func noteRotation(of spent: Secret, to current: Secret) {
        guard spent != current else { return }
        rotation.withLock { $0 = Rotation(spent: spent, current: current) }
    }
}

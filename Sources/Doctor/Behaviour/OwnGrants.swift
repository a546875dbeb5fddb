import FoundationEssentials
import JOSE
package import SessionCore
import Synchronization

/// The door to the network through which all tokens come that the doctor is granted, so that none is lost.
///
/// A request for tokens is not cut off when the doctor is: its answer is what names them.
package final class OwnGrants: HTTPTransport {
    /// A token by which a session of the doctor's own may be alive.
    struct Held: Sendable {
        let token: Secret
        let kind: TokenRevocation.Kind
        /// Those of one sign-in have one number.
        let session: Int
        /// By ``SessionClock/uptime``; `nil` where the provider does not say.
        var endsAt: Duration?
        /// Whether it was asked for with a scope or for a resource, so that other places may refuse it alive.
        var isNarrowed = false
        /// Whether the provider said last that it is dead; it is revoked all the same.
        var isRefused = false
    }

    fileprivate struct State {
        var held: [Held] = []
        /// The sign-in of each refresh token that came.
        var sessions: [Secret: Int] = [:]
        var sessionCount = 0
        var caching: Bool?
    }

    private let inner: any HTTPTransport
    private let clock: any SessionClock
    private let state = Mutex(State())

    package init(_ inner: any HTTPTransport, clock: any SessionClock) { (self.inner, self.clock) = (inner, clock) }

    package var timeLimit: Duration? { inner.timeLimit }
    package var maximumTime: Duration? { inner.maximumTime }

    /// What was granted and not replaced, in its order; access tokens are not replaced (RFC 6749 §6 leaves them alive).
    var held: [Held] { state.withLock(\.held) }

    /// Whether a cache may keep the first answer that brought tokens; `nil` before there is one.
    var mayBeCached: Bool? { state.withLock(\.caching) }

    package nonisolated(nonsending) func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let form = request.grant else { return try await inner.send(request) }
        try Task.checkCancellation()
        let inner = inner
        let response = try await Task { try await inner.send(request) }.value
        guard let answer = try? JSONValue(parsing: response.body).object else { return response }
        let spent = form["refresh_token"].map { Secret($0) }
        state.withLock { state in
            if response.isSuccess {
                state.caching = state.caching ?? response.headers.allowStoring
                let isNarrowed = form["scope"] != nil || form["resource"] != nil
                state.hold(answer, for: spent, at: clock.uptime, isNarrowed: isNarrowed)
            } else if let spent, form["scope"] == nil, answer["error"]?.string == "invalid_grant" {
                state.setRefused(spent, to: true)
            }
        }
        return response
    }

    /// Forgets a token that was seen to be dead.
    func forget(_ token: Secret) { state.withLock { $0.held.removeAll { $0.token == token } } }
}

extension OwnGrants.State {
    /// `spent` is the refresh token that was sent for them: a grant replaces it once, and where it is granted again, it
    /// is alive.
    mutating func hold(_ tokens: JSONObject, for spent: Secret?, at now: Duration, isNarrowed: Bool) {
        let session = spent.flatMap { sessions[$0] } ?? newSession()
        if let accessToken = tokens["access_token"]?.string.map({ Secret($0) }) {
            held.removeAll { $0.token == accessToken }
            let lifetime = tokens["expires_in"]?.int.map { Duration.seconds($0) }
            held.append(
                OwnGrants.Held(
                    token: accessToken, kind: .access, session: session, endsAt: lifetime.map { now + $0 },
                    isNarrowed: isNarrowed))
        }
        let refreshToken = tokens["refresh_token"]?.string.map { Secret($0) }
        let index = spent.flatMap { spent in held.firstIndex { $0.token == spent } }
        if let spent, index == nil { hold(spent, of: session) }
        guard let refreshToken, refreshToken != spent else {
            if let spent { setRefused(spent, to: false) }
            return
        }
        if let index { held.remove(at: index) }
        hold(refreshToken, of: session, at: index)
    }

    mutating func setRefused(_ token: Secret, to isRefused: Bool) {
        for index in held.indices where held[index].token == token { held[index].isRefused = isRefused }
    }

    private mutating func newSession() -> Int {
        sessionCount += 1
        return sessionCount
    }

    private mutating func hold(_ token: Secret, of session: Int, at index: Int? = nil) {
        sessions[token] = session
        held.insert(OwnGrants.Held(token: token, kind: .refresh, session: session), at: index ?? held.endIndex)
    }
}

extension HTTPRequest {
    /// The parameters of a request for tokens; `nil` for any other.
    fileprivate var grant: FormParameters? {
        guard method == "POST", case .bytes(let bytes) = body else { return nil }
        let form = FormParameters(decoding: bytes)
        return form["grant_type"] == nil ? nil : form
    }
}

import CurlTransport
import DemoProvider
import FoundationEssentials
import SessionCore
import Synchronization
import TestSupport
import Testing

@testable import Doctor

/// What is said of a provider that is wrong, and of one of which nothing can be known.
extension BehaviourExaminationTests {
    @Test func `a revocation that ends nothing is a fault, of an access token a note`() async throws {
        let seen = try await examine(flaws: [.uselessRevocation])
        #expect(seen["revoked-access-token"] == "note: still accepted; the refresh token lives on")
        #expect(seen["revoked-refresh-token"] == "fault: it still refreshes")
    }

    @Test func `an access token that outlives its session is told, after a reuse and after a revocation`() async throws
    {
        let seen = try await examine(flaws: [.survivingAccess])
        #expect(seen["family"] == "sound: it is dead: invalid_grant")
        #expect(seen["family-access-token"] == "note: still accepted")
        #expect(seen["revoked-refresh-token"] == "note: dead; the access token is still accepted")
    }

    @Test func `a family that lives on after a reuse is told`() async throws {
        let seen = try await examine(flaws: [.survivingFamily])
        #expect(seen["spent-token"] == "sound: refused at once; the new access token was used before")
        #expect(seen["family"] == "note: it lives on" && seen["family-access-token"] == nil)
    }

    @Test func `an exp before expires_in is a fault, and one after it a note`() async throws {
        #expect(try await examine(flaws: [.earlierExp])["lifetime"] == "fault: 1 min, exp 20 s earlier")
        #expect(try await examine(flaws: [.laterExp])["lifetime"] == "note: 1 min, exp 20 s later")
    }

    @Test func `exp is compared by the provider's clock`() async throws {
        let seen = try await examine(before: { await $0.setClockOffset(.seconds(20)) })
        #expect(seen["lifetime"] == "sound: 1 min, exp the same")
    }

    @Test func `an ID token of a refresh that is about another user is a fault, and one without a nonce none`()
        async throws
    {
        let other = try await examine(before: { await $0.switchUserOnNextRefreshes() })
        #expect(other["refreshed-id-token"] == "fault: another sub")
        let without = try await examine(byCode: true, flaws: [.nonceLeftOut])
        #expect(without["refreshed-id-token"] == "sound: of the same user and sign-in")
    }

    @Test func `where nothing tells whether a token is dead, nothing is said of it`() async throws {
        let seen = try await examine(byCode: true, flaws: [.anyToken])
        #expect(seen["code-twice"] == "sound: refused the second time")
        // It has expired meanwhile.
        let short = try await examine { $0.accessTokenLifetime = .seconds(1) }
        #expect(short["revoked-refresh-token"] == "sound: dead")
    }

    @Test func `a refresh token that is not replaced is never spent`() async throws {
        let seen = try await examine(flaws: [.unreplacedToken])
        #expect(seen["spent-token"] == nil && seen["family"] == nil)
    }

    @Test func `a browser that never came back is told with what its page may have shown`() {
        #expect(
            "\(Halt.noSession(.signInTimedOut))"
                == "the sign-in failed: the sign-in was not finished in time; its page may have shown an error of the "
                + "provider")
    }

    @Test func `an outage is no refusal, of a refresh and of a token`() async throws {
        let refresh = Outage(status: 500) { request, _ in request.bodyText.contains("grant_type=refresh_token") }
        #expect(try await examine(over: refresh)["refresh-early"] == "unknown: 500")
        let userInfo = Outage(status: 503) { request, hasRevoked in
            hasRevoked && request.url.path.hasSuffix("/userinfo")
        }
        #expect(
            try await examine(over: userInfo)["revoked-access-token"]
                == "unknown: nothing tells; the refresh token lives on")
    }

    @Test func `an outage tells no good token from a made-up one, at userinfo and at a resource`() async throws {
        let nothing = "unknown: neither userinfo nor a resource tells it from a made-up one"
        let madeUp = Outage(status: 503) { request, _ in
            request.headers["Authorization"]?.hasSuffix(Probe.madeUpToken) == true
        }
        #expect(try await examine(over: madeUp)["access-token-accepted"] == nothing)
        let good = Outage(status: 503) { request, _ in
            request.url.path.hasSuffix("/orders")
                && request.headers["Authorization"]?.hasSuffix(Probe.madeUpToken) == false
        }
        let scope = ["offline_access", "orders"]
        let seen = try await examine(over: good, asksResource: true, scope: scope)
        #expect(seen["access-token-accepted"] == nothing)
        let right = try await examine(asksResource: true, scope: scope)
        #expect(right["access-token-accepted"] == "sound: accepted")
    }

    /// The network, but some requests are answered by a status; revocations are remembered.
    private final class Outage: HTTPTransport {
        private let inner = CurlTransport.patient()
        private let status: Int
        private let strikes: @Sendable (HTTPRequest, _ hasRevoked: Bool) -> Bool
        private let hasRevoked = Mutex(false)

        init(status: Int, _ strikes: @escaping @Sendable (HTTPRequest, _ hasRevoked: Bool) -> Bool) {
            (self.status, self.strikes) = (status, strikes)
        }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            if strikes(request, hasRevoked.withLock { $0 }) { return HTTPResponse(status: status, url: request.url) }
            if request.url.path.hasSuffix("/revoke") { hasRevoked.withLock { $0 = true } }
            return try await inner.send(request)
        }
    }
}

import DemoProvider
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UnauthorizedOverSockets {
    @Test func `invariant 43 over sockets: a fresh token that userinfo accepts stays, and so does the session`()
        async throws
    {
        try await withLiveSession { live in
            await live.demo.inject(.status(401), at: .path("/orders"), times: 3)
            let answer = try await live.send()
            #expect(answer.verdict == .rejectedByAPI(nil))
            #expect(await live.isAuthenticated)
            #expect(try await live.send().verdict == .rejectedByAPI(nil))
            #expect(try await live.send().verdict == .accepted)
            #expect(await live.refreshes == 1)
            #expect(await live.requests(to: .userInfo) == 1)
        }
    }

    @Test(arguments: UnauthorizedPolicy.allCases)
    func `invariant 14 over sockets: the policy decides what a 401 leads to`(policy: UnauthorizedPolicy) async throws {
        try await withLiveSession(client: { client, _ in client.unauthorizedPolicy = policy }) { live in
            try await live.demo.revokeAccessTokens(of: "alice")
            let answer = try await live.send()
            switch policy {
            case .refreshThenForceLogout:
                #expect(answer.verdict == .accepted)
                #expect(await live.refreshes == 1)
            case .forceLogout:
                #expect(answer.response.status == 401)
                #expect(await live.session.state == .noSession(.forcedOut(request: "GET /orders")))
                #expect(await live.refreshes == 0)
            case .report:
                #expect(answer.response.status == 401)
                #expect(await live.isAuthenticated)
                #expect(await live.refreshes == 0)
            }
        }
    }

    @Test func `invariant 15 over sockets: a 401 to a request without a token means nothing`() async throws {
        try await withLiveSession { live in
            let answer = try await live.send(authorization: .none)
            #expect(answer.response.status == 401)
            #expect(answer.verdict == .none)
            try await live.session.signOut(force: true)
            #expect(try await live.send(authorization: .optional).response.status == 401)
            #expect(await live.refreshes == 0)
            #expect(live.events("unauthorized") == 0)
            #expect(live.events("forcedOut") == 0)
        }
    }

    @Test func `invariant 16 over sockets: a 403 spends no refresh token and ends nothing`() async throws {
        try await withLiveSession { live in
            let admin = try await live.send("GET", "/admin")
            #expect(admin.verdict == .insufficientScope(["admin"]))
            await live.demo.inject(.status(403), at: .path("/orders"))
            let forbidden = try await live.send()
            #expect(forbidden.verdict == .none)
            #expect(await live.refreshes == 0)
            #expect(await live.isAuthenticated)
            #expect(live.events("forbidden") == 2)
        }
    }

    @Test func `invariant 17 over sockets: a call for a stronger sign-in is handed on and not refreshed`() async throws
    {
        try await withLiveSession { live in
            let answer = try await live.send("GET", "/step-up")
            let needed = AuthorizedResponse.Verdict.stepUpRequired(
                acrValues: ["urn:session-console:acr:step-up"], maxAge: nil, claims: nil)
            #expect(answer.verdict == needed)
            #expect(answer.facts.attempts == 1)
            #expect(await live.refreshes == 0)
            #expect(await live.isAuthenticated)
            #expect(live.events("stepUpRequired") == 1)
        }
    }

    @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func `invariant 18 over sockets: a retry repeats method and body, and its answer is the one returned`(
        method: String
    ) async throws {
        try await withLiveSession { live in
            await live.demo.inject(.status(401), at: .path("/echo"))
            let answer = try await live.send(
                method, "/echo?a=b%20c", headers: ["Content-Type": "text/plain", "X-Trace": "7"], body: .text("+ & ü"))
            #expect(answer.response.status == 200)
            let echo = try answer.response.json
            #expect(echo["method"]?.string == method)
            #expect(echo["body"] == "+ & ü")
            #expect(echo["query"] == "a=b%20c")
            #expect(echo["headers"]?.object?["X-Trace"] == "7")
            #expect(await live.answers(at: "/echo") == ["401": 1, "200": 1])
        }
    }
}

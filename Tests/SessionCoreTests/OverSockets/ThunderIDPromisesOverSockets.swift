import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ThunderIDPromisesOverSockets {
    @Test func `promise B1 over sockets: a valid token is handed out without a request`() async throws {
        try await withLiveSession { live in
            let before = await live.demo.statistics
            let token = try await live.session.accessToken()
            for _ in 0..<20 { #expect(try await live.session.accessToken().value == token.value) }
            #expect(await live.demo.statistics == before)
            #expect(try await live.send().verdict == .accepted)
        }
    }

    @Test func `promise B2 over sockets: a token that has ended is renewed without the caller's doing`() async throws {
        try await withLiveSession { live in
            await live.session.declareAccessTokenExpired()
            let answer = try await live.send()
            #expect(answer.response.status == 200)
            #expect(answer.facts.waitedForRefresh != nil)
            #expect(await live.answers(at: "/orders") == ["200": 1])
            #expect(await live.refreshes == 1)
        }
    }

    @Test func `promises B3 and B5 over sockets: a dead session says so, and can be signed out of`() async throws {
        try await withLiveSession { live in
            try await live.session.fetchUserInfo()
            try await live.demo.revokeSessions(of: "alice")
            await live.session.declareAccessTokenExpired()
            for _ in 0..<3 {
                guard case .sessionExpired = await sessionError({ _ = try await live.session.accessToken() }) else {
                    Issue.record("another error than sessionExpired")
                    return
                }
            }
            try await live.session.signOut()
            try await live.session.signOut(force: true)
            let status = await live.session.status
            #expect(!status.state.isAuthenticated)
            #expect(status.userInfo == nil && status.subject == nil && status.accessToken == nil)
            try await live.signIn()
            #expect(try await live.send().verdict == .accepted)
        }
    }

    @Test func `promise B4 over sockets: other failures are other errors and sign nobody out`() async throws {
        for fault in [DemoProvider.Fault.status(500), .status(429), .malformed] {
            try await withLiveSession { live in
                await live.session.declareAccessTokenExpired()
                await live.demo.inject(fault, at: .endpoint(.token))
                switch await sessionError({ _ = try await live.session.accessToken() }) {
                case .server, .unintelligible: break
                case let error: Issue.record("\(String(describing: error))")
                }
                try await live.session.checkedStillThere()
            }
        }
    }

    @Test func `promise B6 over sockets: Bearer, one space, the token; and only 2xx is accepted`() async throws {
        try await withLiveSession { live in
            let answer = try await live.send("GET", "/echo", headers: ["Accept": "application/json"])
            let fields = try #require(try answer.response.json["headers"]?.object)
            let token = try await live.tokens.access
            #expect(fields["Authorization"] == .string("Bearer \(token.fingerprint)"))
            #expect(fields["Accept"] == "application/json")
            #expect(answer.verdict == .accepted)
            for status in [404, 409, 500, 503] {
                await live.demo.inject(.status(status), at: .path("/orders"))
                let refused = try await live.send()
                #expect(refused.response.status == status)
                #expect(refused.verdict == .none)
            }
            #expect(await live.isAuthenticated)
        }
    }
}

extension Session {
    fileprivate func checkedStillThere() throws {
        #expect(state.isAuthenticated)
        #expect(revealTokens() != nil)
    }
}

import DemoProvider
import FoundationEssentials
@testable import Relay
import SessionCore
import TestSupport
import Testing

@testable import SessionProxy

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SessionProxyTests {
    /// Made for these tests alone.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgontuq2xuYXloBXXF
        BhT0QaT73dtG/JxZFZqx7xzezqahRANCAARLPvNthLiF07Sox6UGkkSr9eSLe9IP
        /713yyZ9EQM9BeUl9t42PgLcb7DQ/m/Bw5o7vByf7kD+raycO4cefslq
        -----END PRIVATE KEY-----
        """

    @Test func `a call gets the session's token in place of its own, and is a call in the session's events`()
        async throws
    {
        try await withProxy { proxied in
            let answer = try await proxied.send(
                "GET", "/echo", "Authorization: Basic eDp5\r\nX-Trace: 7\r\nKeep-Alive: 5\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(answer.contains("X-Trace") && !answer.contains("Basic") && !answer.contains("Keep-Alive"))
            try await until { proxied.events("requestFinished") == 1 }
            let started = try #require(proxied.session.recentEvents.last { $0.name == "requestStarted" })
            guard case .requestStarted(let facts) = started.kind else { return }
            #expect(facts.label?.sender == "proxy")
            #expect(facts.label?.caller?.process == ProcessInfo.processInfo.processIdentifier)
            #expect(facts.name == "GET /echo" && !facts.url.contains(Proxied.key))
            let exchanges = proxied.session.recentEvents.compactMap { event in
                if case .exchange(let exchange) = event.kind, exchange.purpose == .request { exchange } else { nil }
            }
            #expect(exchanges.map(\.beginning?.status) == [200])
            let token = try #require(await proxied.session.revealTokens()).access.reveal()
            #expect(!"\(proxied.session.recentEvents)".contains(token))
        }
    }

    @Test func `by another gate the key before leads nowhere, and a program that was cut off is refused`()
        async throws
    {
        try await withProxy { proxied in
            #expect(try await proxied.send().hasPrefix("HTTP/1.1 200 "))
            let routes = [(key: "fedcba9876543210", origin: proxied.origin)]
            proxied.proxy.change(to: ProxyGate(.keys(routes)))
            #expect(try await proxied.send().hasPrefix("HTTP/1.1 404 "))
            let own = ProcessInfo.processInfo.processIdentifier
            proxied.proxy.change(to: ProxyGate(.keys(routes)) { $0?.process == own ? .cutOff : nil })
            let answer = try await proxied.raw(
                "GET /fedcba9876543210/orders HTTP/1.1\r\nHost: 127.0.0.1:\(proxied.port)\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("was cut off"), "\(answer)")
            #expect(await proxied.answers() == ["200": 1])
        }
    }

    @Test func `what concerns the connection to the proxy alone does not reach the API`() async throws {
        try await withProxy { proxied in
            let answer = try await proxied.raw(
                "GET /\(Proxied.key)/echo HTTP/1.1\r\nHost: 127.0.0.1:\(proxied.port)\r\nConnection: close, X-Own\r\n"
                    + "X-Own: hop\r\nProxy-Authorization: Basic eDp5\r\nX-Trace: 7\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("X-Trace"))
            #expect(!answer.contains("X-Own") && !answer.contains("Proxy-Authorization"))
        }
    }

    @Test func `a call with a token at hand goes out at once, and its end is told like that of any`() async throws {
        // The first of all looks at the store, and none after it.
        try await withProxy(client: { $0.storeCheckInterval = nil }) { proxied in
            _ = try await proxied.send()
            let proxy = SessionProxy(of: proxied.session, ProxyGate(.hosts([proxied.origin])), login: "sign-in")
            let head = RequestHead(
                method: "GET", target: "/orders", fields: [("Host", proxied.origin.authority), ("DPoP", "own")])
            let call = proxy.begin(head, from: nil, in: nil)
            guard case .now(.forward(let sent, let origin, _)) = call.decide() else {
                Issue.record("it waits for something")
                return
            }
            #expect(origin == proxied.origin && sent.fields["DPoP"] == nil)
            #expect(sent.fields["Authorization"]?.hasPrefix("Bearer ") == true)
            call.end(CallEnd(outcome: .failed(.brokenOff("gone"))))
            let failed = proxied.session.recentEvents.last?.kind
            guard case .requestFailed(let facts, .transport(.brokenOff("gone", after: _), during: .request)) = failed
            else {
                Issue.record("\(String(describing: failed))")
                return
            }
            #expect(facts.attempts == 1)
        }
    }

    @Test(arguments: [
        ("Upgrade", "SPDY/3.1", "upgrade"), ("Upgrade", "tcp", "upgrade"), ("upgrade", "websocket", "upgrade"),
        ("Upgrade, HTTP2-Settings", "h2c", "upgrade, http2-settings"),
    ])
    func `an upgrade to whatever protocol is passed on, so that the server decides`(
        connection: String, protocolName: String, passed: String
    ) async throws {
        try await withProxy(client: { $0.storeCheckInterval = nil }) { proxied in
            _ = try await proxied.send()
            let proxy = SessionProxy(of: proxied.session, ProxyGate(.hosts([proxied.origin])), login: "sign-in")
            let head = RequestHead(
                method: "POST", target: "/exec",
                fields: [
                    ("Host", proxied.origin.authority), ("Connection", connection), ("Upgrade", protocolName),
                    ("HTTP2-Settings", "AAMAAABk"), ("Keep-Alive", "5"),
                ])
            let call = proxy.begin(head, from: nil, in: nil)
            guard case .now(.forward(let sent, _, _)) = call.decide() else {
                Issue.record("it waits for something")
                return
            }
            #expect(sent.fields["Upgrade"] == protocolName && sent.fields["Connection"]?.lowercased() == passed)
            #expect(sent.fields["Keep-Alive"] == nil)
            call.end(CallEnd(outcome: .failed(.brokenOff("gone"))))
        }
    }

    @Test func `fifty programs at the expiry share one refresh, and see no 401`() async throws {
        try await withProxy { proxied in
            await proxied.session.declareAccessTokenExpired()
            try await withThrowingTaskGroup { group in
                for _ in 0..<50 { group.addTask { try await proxied.send().prefix(13) } }
                for try await start in group { #expect(start == "HTTP/1.1 200 ") }
            }
            #expect(await proxied.refreshes == 1)
            #expect(await proxied.answers() == ["200": 50])
        }
    }

    @Test func `a 401 is followed by one refresh, and the call is sent once more with its body`() async throws {
        try await withProxy { proxied in
            _ = try await proxied.demo.revokeAccessTokens(of: "alice")
            let answer = try await proxied.send("POST", "/me", body: "hello there")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(await proxied.refreshes == 1)
            #expect(await proxied.answers(at: "/me") == ["401": 1, "200": 1])
        }
    }

    @Test func `a body that is too large to be held is not sent again, but the token is renewed`() async throws {
        var limits = RelayLimits()
        limits.heldBody = 10
        try await withProxy(limits: limits) { proxied in
            _ = try await proxied.demo.revokeAccessTokens(of: "alice")
            let answer = try await proxied.send("POST", "/me", body: "hello there")
            #expect(answer.hasPrefix("HTTP/1.1 401 "))
            #expect(await proxied.refreshes == 1)
            let attempts = proxied.session.recentEvents.compactMap { event in
                if case .requestFinished(let facts) = event.kind { facts.attempts } else { nil }
            }
            #expect(attempts == [1])
            #expect(try await proxied.send("POST", "/me", body: "hello there").hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `a forced logout is told with a challenge, and once`() async throws {
        try await withProxy { proxied in
            _ = try await proxied.demo.revokeSessions(of: "alice")
            let answers = [try await proxied.send(), try await proxied.send()]
            for answer in answers {
                #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("\r\nWWW-Authenticate: Bearer "))
            }
            #expect(answers[1].hasSuffix("sign in with: sign-in\n"))
            try await until { proxied.events("forcedOut") == 1 }
        }
    }

    @Test func `a 403 that asks for more scope is passed on and shown`() async throws {
        try await withProxy { proxied in
            let answer = try await proxied.send("GET", "/admin")
            #expect(answer.hasPrefix("HTTP/1.1 403 ") && answer.contains("insufficient_scope"))
            try await until { proxied.events("forbidden") == 1 }
            #expect(await proxied.refreshes == 0)
        }
    }

    @Test func `a 401 that wants a stronger sign-in is passed on and shown, without a refresh`() async throws {
        try await withProxy { proxied in
            let answer = try await proxied.send("GET", "/step-up")
            #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("insufficient_user_authentication"))
            try await until { proxied.events("stepUpRequired") == 1 && proxied.events("requestFinished") == 1 }
            #expect(await proxied.refreshes == 0)
        }
    }

    @Test func `a redirect is passed on, and not followed`() async throws {
        try await withProxy { proxied in
            let answer = try await proxied.send("GET", "/redirect")
            #expect(answer.hasPrefix("HTTP/1.1 302 ") && answer.contains("\r\nLocation: /\(Proxied.key)/orders\r\n"))
            #expect(await proxied.answers().isEmpty)
        }
    }

    @Test func `a program that knows nothing of DPoP sends proofs for the API's own address`() async throws {
        try await withProxy(
            client: { $0.proofKey = ProofKey(pem: Secret(Self.key)) },
            provider: { $0.proofs = .init(wantsNonce: true) }
        ) { proxied in
            let answer = try await proxied.send("POST", "/me?a=b", body: "x")
            #expect(answer.hasPrefix("HTTP/1.1 200 "))
            #expect(await proxied.answers(at: "/me") == ["401": 1, "200": 1])
        }
    }

    @Test func `a pause shorter than a second is told as one`() {
        let error = SessionError.backingOff(retryAfter: .milliseconds(300), after: .cancelled)
        let text = String(decoding: LocalAnswer(error, login: "sign-in").bytes(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 503 ") && text.contains("\r\nRetry-After: 1\r\n"))
    }

    @Test func `a provider that is down is told, and the session is kept`() async throws {
        try await withProxy { proxied in
            await proxied.session.declareAccessTokenExpired()
            await proxied.demo.inject(.status(500), at: .endpoint(.token))
            let answer = try await proxied.send()
            #expect(answer.hasPrefix("HTTP/1.1 502 "))
            #expect(await proxied.session.state.isAuthenticated)
        }
    }

    @Test func `an API that is down is told as what it is, and as a failed call`() async throws {
        try await withProxy { proxied in
            await proxied.demo.stop()
            let answer = try await proxied.send()
            #expect(answer.hasPrefix("HTTP/1.1 502 ") && answer.contains(proxied.origin.authority))
            try await until { proxied.events("requestFailed") == 1 }
            #expect(await proxied.session.state.isAuthenticated)
        }
    }
}

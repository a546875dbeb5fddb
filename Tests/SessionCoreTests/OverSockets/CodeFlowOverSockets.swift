import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CodeFlowOverSockets {
    /// A session that is configured, with nobody signed in.
    private func withNobody(
        client: (inout ClientConfiguration, DemoProvider) -> Void = { _, _ in },
        test: (LiveSession, CodeSignIn) async throws -> Void
    ) async throws {
        try await withLiveSession(signedInAs: nil, client: client) { live in
            try await live.session.configure()
            try await test(live, CodeSignIn(live))
        }
    }

    @Test func `a person signs in through the browser, and its page tells no secret`() async throws {
        try await withNobody { live, signIn in
            let page = try await signIn.run()
            #expect(page.status == 200)
            for secret in live.wire.secrets { #expect(!page.text.contains(secret)) }
            #expect(await live.session.state == .authenticated(.signedIn(flow: "code")))
            guard case .verified(algorithm: "ES256", keyID: _?) = await live.session.status.idToken?.trust else {
                Issue.record("the ID token is not verified")
                return
            }
            #expect(await live.requests(to: .jwks) == 1)
            #expect(try await live.send("GET", "/me").response.json["username"] == "alice")
            #expect(await live.demo.statistics.token["authorization_code"] == ["ok": 1, "invalid_grant": 0])
        }
    }

    @Test func `a wrong password is the page's business, and the right one after it signs in`() async throws {
        try await withNobody { live, signIn in
            let page = try await signIn.run { url in
                await #expect(throws: UnexpectedPage.self) {
                    _ = try await signIn.browser.signIn(at: url, password: "looking-glass")
                }
                #expect(await !live.isAuthenticated)
                return try await signIn.browser.open(try await signIn.browser.signIn(at: url))
            }
            #expect(page.status == 200)
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `who cancels on the page is told so, and nobody is signed in`() async throws {
        try await withNobody { live, signIn in
            let error = await sessionError {
                _ = try await signIn.run { url in
                    try await signIn.browser.open(try await signIn.browser.signIn(at: url, cancelling: true))
                }
            }
            guard case .signInDenied(let denial) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(denial.code == "access_denied")
            #expect(await live.session.state == .noSession(.noStoredSession))
            #expect(live.events("signInFailed") == 1)
        }
    }

    @Test(arguments: ["?code=stolen&state=guessed", "?code=stolen", "?error=access_denied&state=guessed", ""])
    func `invariant 40a over sockets: a stray callback neither ends nor finishes the attempt`(query: String)
        async throws
    {
        try await withNobody { live, signIn in
            let receiver = ObservedReceiver(try CodeSignIn.receiver())
            _ = try await signIn.run {
                $0.receivers = [receiver]
            } visit: { url in
                let redirect = try await signIn.browser.signIn(at: url)
                var callback = try #require(URLComponents(url: redirect, resolvingAgainstBaseURL: false))
                callback.percentEncodedQuery = nil
                let address = try #require(callback.string)
                let strayURL = try #require(URL(string: address + query))
                // What looks like a response is held until the sign-in has ended: its page is not waited for.
                let stray = Task { try await CurlTransport.patient().send(HTTPRequest(url: strayURL)) }
                if query.isEmpty {
                    #expect(try await stray.value.status == 404)
                } else {
                    try await until { receiver.arrivals == 1 }
                }
                let page = try await signIn.browser.open(redirect)
                _ = await stray.result
                return page
            }
            #expect(await live.isAuthenticated)
            #expect(await live.demo.statistics.token["authorization_code"] == ["ok": 1, "invalid_grant": 0])
        }
    }

    @Test func `invariant 40a over sockets: state, nonce and challenge are made anew for every attempt`() async throws {
        try await withNobody { _, signIn in
            var seen: [String: Set<String>] = [:]
            for _ in 0..<3 {
                let parameters = try await signIn.run { url in
                    _ = try await signIn.browser.open(try await signIn.browser.signIn(at: url))
                    return FormParameters(decoding: url.query(percentEncoded: true) ?? "")
                }
                for name in ["state", "nonce", "code_challenge"] {
                    seen[name, default: []].insert(try #require(parameters[name]))
                }
            }
            #expect(seen.values.allSatisfy { $0.count == 3 })
        }
    }

    @Test func `a redirect is pasted, with a line break in it`() async throws {
        try await withNobody { live, signIn in
            let pasted = PastedRedirect(redirectURI: try #require(URL(string: "http://127.0.0.1:9/callback")))
            let flow = AuthorizationCodeFlow(receivers: [pasted]) { url in
                do {
                    var text = try await signIn.browser.signIn(at: url).absoluteString
                    text.insert("\n", at: text.index(text.startIndex, offsetBy: 30))
                    #expect(pasted.paste("  \(text) \n"))
                } catch {
                    Issue.record(error)
                }
            }
            try await live.session.signIn(flow)
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `the request is pushed where the client asks for it`() async throws {
        try await withNobody(client: { client, _ in client.pushesAuthorizationRequests = true }) { live, signIn in
            let parameters = try await signIn.run { url in
                _ = try await signIn.browser.open(try await signIn.browser.signIn(at: url))
                return FormParameters(decoding: url.query(percentEncoded: true) ?? "")
            }
            #expect(parameters.items.map(\.name) == ["client_id", "request_uri"])
            #expect(await live.requests(to: .pushedAuthorizationRequest) == 1)
            #expect(await live.isAuthenticated)
        }
    }

    @Test func `invariant 17 over sockets: signing in again as an API demands opens its door`() async throws {
        try await withNobody { live, signIn in
            try await signIn.run()
            guard case .stepUpRequired(let acrValues, let maxAge, _) = try await live.send("GET", "/step-up").verdict
            else {
                Issue.record("no step-up is asked for")
                return
            }
            try await signIn.run {
                $0.acrValues = acrValues
                $0.maxAge = maxAge ?? .seconds(60)
            }
            #expect(await live.session.status.generation == 2)
            let answer = try await live.send("GET", "/step-up")
            #expect(answer.verdict == .accepted)
        }
    }

    @Test func `a sign-in that is cancelled frees its port`() async throws {
        try await withNobody { live, _ in
            let (urls, continuation) = AsyncStream.makeStream(of: URL.self)
            let port = try ReservedPort()
            let receiver = try LoopbackRedirect(
                redirectURI: try #require(URL(string: "http://127.0.0.1:\(port.number)/callback")))
            let flow = AuthorizationCodeFlow(receivers: [receiver]) { continuation.yield($0) }
            let attempt = Task { try await live.session.signIn(flow) }
            var iterator = urls.makeAsyncIterator()
            let url = try #require(await iterator.next())
            attempt.cancel()
            #expect(await errors(of: [attempt]) == [.cancelled])
            let parameters = FormParameters(decoding: url.query(percentEncoded: true) ?? "")
            let redirectURI = try #require(parameters["redirect_uri"].flatMap { URL(string: $0) })
            await #expect(throws: TransportError.self) {
                _ = try await CurlTransport.patient().send(HTTPRequest(url: redirectURI))
            }
            withExtendedLifetime(port) {}
            #expect(await live.session.state == .noSession(.noStoredSession))
        }
    }
}

import CurlTransport
import DemoProvider
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

/// Whole sign-ins: a session, a browser, the loopback port and a provider, each on its own sockets.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct BrowserSignInTests {
    private let browser = Browser(CurlTransport.patient())

    private func session(at demo: DemoProvider) async throws -> Session {
        let session = Session(
            client: ClientConfiguration(issuer: demo.issuer, clientID: demo.clientID, scope: ["openid", "profile"]),
            transport: CurlTransport.patient(), store: MemoryStore(), clock: SlowClock())
        try await session.configure()
        return session
    }

    private func isFree(_ uri: URL) async throws -> Bool {
        let probe = try LoopbackRedirect(redirectURI: uri)
        do {
            _ = try await probe.open()
            await probe.close(succeeded: false)
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: ["http://127.0.0.1:0/callback", "http://[::1]:0/callback"])
    func `a person signs in and the browser says so`(redirectURI: String) async throws {
        let demo = try await DemoProvider.start()
        let session = try await session(at: demo)
        let pages = AsyncStream.makeStream(of: HTTPResponse.self)
        let flow = AuthorizationCodeFlow(receivers: [try LoopbackRedirect(redirectURI: url(redirectURI))]) { url in
            Task {
                defer { pages.continuation.finish() }
                let redirect = try await browser.signIn(at: url)
                pages.continuation.yield(try await browser.open(redirect))
            }
        }
        try await session.signIn(flow)
        #expect(await session.state == .authenticated(.signedIn(flow: "code")))
        #expect(try await session.fetchUserInfo()["preferred_username"] == "alice")
        var texts: [String] = []
        for await page in pages.stream { texts.append(String(decoding: page.body, as: UTF8.self)) }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("You are signed in") == true)
        await demo.stop()
    }

    @Test func `a sign-in that the provider fails to complete is told in the browser too`() async throws {
        let demo = try await DemoProvider.start()
        let session = try await session(at: demo)
        await demo.inject(.status(500), at: .endpoint(.token), times: 1)
        let pages = AsyncStream.makeStream(of: HTTPResponse.self)
        let flow = AuthorizationCodeFlow(
            receivers: [try LoopbackRedirect(redirectURI: url(LoopbackRedirect.defaultURI))]
        ) { url in
            Task {
                defer { pages.continuation.finish() }
                pages.continuation.yield(try await browser.open(try await browser.signIn(at: url)))
            }
        }
        let failure = SessionError.server(
            status: 500, during: .token, retryAfter: nil, reason: "the demo provider fails on demand")
        await #expect(throws: failure) {
            try await session.signIn(flow)
        }
        var texts: [String] = []
        for await page in pages.stream { texts.append(String(decoding: page.body, as: UTF8.self)) }
        #expect(texts.first?.contains("The sign-in failed") == true)
        #expect(await session.state == .noSession(.noStoredSession))
        await demo.stop()
    }

    @Test func `cancelling a sign-in frees the port at once`() async throws {
        let demo = try await DemoProvider.start()
        let session = try await session(at: demo)
        let presented = AsyncStream.makeStream(of: URL.self)
        let port = try ReservedPort()
        let flow = AuthorizationCodeFlow(
            receivers: [try LoopbackRedirect(redirectURI: url("http://127.0.0.1:\(port.number)/callback"))]
        ) { presented.continuation.yield($0) }
        let signIn = Task { try await session.signIn(flow) }
        var uri: URL?
        for await authorization in presented.stream {
            let parameters = FormParameters(decoding: authorization.query(percentEncoded: true) ?? "")
            uri = parameters["redirect_uri"].flatMap { URL(string: $0) }
            break
        }
        let redirectURI = try #require(uri)
        #expect(try await !isFree(redirectURI))
        signIn.cancel()
        await #expect(throws: SessionError.cancelled) { try await signIn.value }
        #expect(try await isFree(redirectURI))
        withExtendedLifetime(port) {}
        await demo.stop()
    }

    @Test func `invariant 40a: strays from other programs reach the port and change nothing`() async throws {
        let demo = try await DemoProvider.start()
        let session = try await session(at: demo)
        let flow = AuthorizationCodeFlow(
            receivers: [try LoopbackRedirect(redirectURI: url(LoopbackRedirect.defaultURI))]
        ) { url in
            Task {
                let redirect = try await browser.signIn(at: url)
                let base = redirect.absoluteString.prefix { $0 != "?" }
                for stray in ["?code=stolen&state=x", "?error=access_denied", "?state=", "/other?code=c&state=s"] {
                    Task { [browser] in _ = try await browser.open(try #require(URL(string: base + stray))) }
                }
                _ = try await browser.open(redirect)
            }
        }
        try await session.signIn(flow)
        #expect(await session.state.isAuthenticated)
        #expect(await demo.statistics.token["authorization_code"]?.values.reduce(0, +) == 1)
        await demo.stop()
    }

    @Test func `the redirect may be pasted while the port listens`() async throws {
        let demo = try await DemoProvider.start()
        let session = try await session(at: demo)
        let loopback = try LoopbackRedirect(redirectURI: url(LoopbackRedirect.defaultURI))
        let pasted = PastedRedirect(redirectURI: try url("http://127.0.0.1/callback"))
        let flow = AuthorizationCodeFlow(receivers: [loopback, pasted]) { url in
            do {
                pasted.paste(try await browser.signIn(at: url).absoluteString)
            } catch {
                Issue.record(error)
            }
        }
        try await session.signIn(flow)
        #expect(await session.state.isAuthenticated)
        await demo.stop()
    }
}

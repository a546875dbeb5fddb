import FoundationEssentials
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LeakTests {
    static let foreign = [
        "https://elsewhere.example/orders", "http://api.example/orders", "https://api.example:8443/orders",
        "https://api.example.elsewhere.example/orders", "https://api.example@elsewhere.example/orders",
        "https://www.api.example/orders", "ftp://api.example/orders",
        "https://api.example:443@elsewhere.example/orders", "https://api.example%2F@elsewhere.example/orders",
    ]

    @Test(arguments: foreign)
    func `invariant 37: the bearer goes to the configured origins only`(text: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let session = fixture.session
        let request = HTTPRequest(url: try #require(URL(string: text)))
        let error = await sessionError { _ = try await session.send(request) }
        guard case .originNotAllowed = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        #expect(await sessionError { _ = try await session.authorize(request) } == error)
        #expect(fixture.transport.requests.isEmpty)
        _ = try await session.send(request, authorization: .optional)
        #expect(fixture.transport.requests.map { $0.headers["Authorization"] } == [nil])
    }

    @Test(arguments: ["https://api.example/orders", "HTTPS://API.EXAMPLE/orders", "https://api.example:443/orders"])
    func `invariant 37: an origin is scheme, host and port, however they are written`(text: String) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(HTTPRequest(url: try #require(URL(string: text))))
        #expect(answer.verdict == .accepted)
    }

    @Test func `invariant 37: an escaped slash in a configured host opens no other`() async throws {
        let api = try #require(URL(string: "https://api.example%2Forders"))
        let fixture = try await SessionFixture { $0.apis = [api] }.signedIn()
        let request = HTTPRequest(url: try #require(URL(string: "https://api.example/orders/1")))
        let error = await sessionError { _ = try await fixture.session.send(request) }
        #expect(error == .originNotAllowed("https://api.example"))
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `invariant 37: plain http is refused beyond this machine`() async throws {
        let api = try #require(URL(string: "http://api.example"))
        let session = SessionFixture { $0.apis = [api] }.session
        guard case .invalidConfiguration(setting: .apis, _) = await sessionError({ try await session.configure() })
        else {
            Issue.record("an http API was accepted")
            return
        }
    }

    @Test(arguments: ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"])
    func `invariant 37: plain http may be spoken within this machine`(text: String) async throws {
        let api = try #require(URL(string: text))
        let fixture = try await SessionFixture { $0.apis = [api] }.signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let answer = try await fixture.session.send(HTTPRequest(url: api.appending(path: "orders")))
        #expect(answer.verdict == .accepted)
    }

    @Test func `statement 4, invariant 38: no secret is in an event, an error, a status or a description`() async throws
    {
        let secrets = (1...3).flatMap { ["access-\($0)-secret", "refresh-\($0)-secret"] }
        let fixture = try await SessionFixture { $0.authentication = .basic(Secret("client-secret-text")) }.signedIn(
            GivenTokens(access: secrets[0], refresh: secrets[1]))
        let session = fixture.session
        var sinks = ""
        func record(_ value: some Any) {
            print(value, to: &sinks)
            debugPrint(value, to: &sinks)
            dump(value, to: &sinks)
        }
        fixture.transport.once("/token", ScriptedTransport.tokens(access: secrets[2], refresh: secrets[3]))
        fixture.transport.once(
            "/token", ScriptedTransport.answer(200, text: "access_token=\(secrets[4])&refresh_token=\(secrets[5])"))
        fixture.transport.once("/token", ScriptedTransport.refusal("invalid_grant"))
        fixture.transport.always("/orders", ScriptedTransport.unauthorized())
        fixture.transport.always(
            "/echo",
            ScriptedTransport.answer(
                302, headers: ["Location": "https://x.example/cb?code=\(secrets[4])", "Set-Cookie": "s=\(secrets[5])"]))
        fixture.transport.always("/cb", ScriptedTransport.answer(200))
        try await session.refresh()
        record(try await session.accessToken())
        record(await session.status)
        let echo = try fixture.request(
            "POST", "/echo?access_token=\(secrets[4])&q=1#\(secrets[5])", headers: ["Cookie": secrets[4]],
            body: .text(secrets[5]))
        record(try await session.send(echo).facts)
        let target = try #require(URL(string: "https://api.example/cb?code=\(secrets[4])&state=\(secrets[5])&q=1"))
        fixture.transport.once("/moved") { request in
            HTTPResponse(
                status: 200, url: target,
                redirects: [HTTPRedirect(status: 302, from: request.url, to: target, keptAuthorization: true)])
        }
        record(try await session.send(try fixture.request("GET", "/moved")).facts)
        #expect(fixture.events.contains { "\($0.kind)".contains("q=1") && "\($0.kind)".contains("/cb?code=") })
        record(await sessionError { try await session.refresh() } as Any)
        fixture.clock.advance(by: .seconds(61))
        let request = try fixture.request()
        record(await sessionError { _ = try await session.send(request) } as Any)
        record(session)
        record(fixture.events)
        #expect(fixture.count("forcedOut") == 1)
        for secret in secrets + ["client-secret-text", Data("console:client-secret-text".utf8).base64EncodedString()] {
            #expect(!sinks.contains(secret), "\(secret) is shown")
        }
        // What is shown instead.
        #expect(sinks.contains("Bearer •••• \(Secret(secrets[2]).fingerprint)"))
        #expect(sinks.contains("refresh_token=•••• \(Secret(secrets[1]).fingerprint)"))
    }

    @Test func `invariant 39: there is one Authorization field, and it is the session's`() async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        var request = try fixture.request()
        request.headers.add("authorization", "Basic b2xkOm9sZA==")
        request.headers.add("AUTHORIZATION", "Bearer: old")
        _ = try await fixture.session.send(request)
        let sent = [
            try #require(fixture.transport.requests(to: "/orders").first),
            try await fixture.session.authorize(request),
        ]
        for request in sent { #expect(request.headers.values(of: "Authorization") == ["Bearer A1"]) }
    }

    @Test func `invariant 39: token requests are form-encoded, whatever is in a token`() async throws {
        let awkward = "a+b&c=d%20e f/g?h#i"
        let fixture = try await SessionFixture().signedIn(GivenTokens(refresh: awkward))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always("/revoke", ScriptedTransport.answer(200))
        try await fixture.session.refresh()
        let request = try #require(fixture.tokenRequests.first)
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.form["refresh_token"] == awkward)
        #expect(request.form["grant_type"] == "refresh_token")
    }

    @Test(arguments: [("https://api.example/orders", true), ("https://elsewhere.example/orders", false)])
    func `leak 3: a request without a token offers the client certificate to the configured origins only`(
        url: String, isOffered: Bool
    ) async throws {
        let fixture = try await SessionFixture().signedIn()
        fixture.transport.always("/orders", ScriptedTransport.answer(200))
        let request = HTTPRequest(url: try #require(URL(string: url)))
        _ = try await fixture.session.send(request, authorization: .none)
        #expect(fixture.transport.requests(to: "/orders").map(\.offersClientCertificate) == [isOffered])
    }
}

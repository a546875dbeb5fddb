import FoundationEssentials
import TestSupport
import Testing

@testable import SessionCore

/// A token that is kept to the path of its API.
@Suite(.timeLimit(.minutes(5)))
struct TokenPathTests {
    private func mayGo(to address: String) throws -> Bool {
        let api = try #require(URL(string: "https://api.example/mcp"))
        let origins = BearerOrigins([api], allowingPlainHTTP: false, keepingToPaths: true)
        let url = try #require(URL(string: address))
        do throws(SessionError) { try origins.check(url) } catch { return false }
        return true
    }

    @Test(arguments: [
        "https://api.example/mcp", "https://api.example/mcp/", "https://api.example/mcp/a?b=c",
        "https://API.example:443/mcp",
    ])
    func `invariant 37: the token goes to URLs within the path`(address: String) throws {
        #expect(try mayGo(to: address))
    }

    @Test(arguments: [
        "https://api.example/", "https://api.example", "https://api.example/mcp2", "https://api.example/MCP",
        "https://api.example/mcp/../other", "https://api.example/mcp/%2e%2e/other",
        "https://api.example/mcp/..%2Fother",
        "https://api.example/mcp%2fa", "https://api.example/other?/mcp", "https://api.example:8443/mcp",
        "http://api.example/mcp", "https://elsewhere.example/mcp", "https://api.example/mcp/..;/other",
        "https://api.example/mcp/%252e%252e/other", "https://api.example/mcp//a", "https://api.example/mcp/..%00/other",
    ])
    func `invariant 37: the token goes to no URL that is not, or may be read as another`(address: String) throws {
        #expect(try !mayGo(to: address))
    }

    @Test func `invariant 37: the token goes to no path that a field names`() throws {
        let api = try #require(URL(string: "https://api.example/mcp"))
        let request = HTTPRequest(url: api, headers: ["X-Original-URL": "/admin"])
        try BearerOrigins([api], allowingPlainHTTP: false).check(request.url, request.headers)
        #expect(throws: SessionError.originNotAllowed("X-Original-URL: /admin")) {
            try BearerOrigins([api], allowingPlainHTTP: false, keepingToPaths: true).check(request.url, request.headers)
        }
    }

    @Test func `invariant 37: a redirect takes the token along within the path, and no further`() async throws {
        let fixture = try await SessionFixture { client in
            client.apis = [URL(string: "\(SessionFixture.api)/mcp")].compactMap(\.self)
            client.keepsTokenToPaths = true
        }.signedIn()
        fixture.transport.always("/mcp", ScriptedTransport.answer(307, headers: ["Location": "/mcp/a"]))
        fixture.transport.always("/mcp/a", ScriptedTransport.answer(307, headers: ["Location": "/other"]))
        fixture.transport.always("/other", ScriptedTransport.answer(307, headers: ["Location": "/mcp/b"]))
        fixture.transport.always("/mcp/b", ScriptedTransport.answer(401))
        let answer = try await fixture.session.send(try fixture.request("GET", "/mcp"))
        #expect(answer.response.redirects.map(\.keptAuthorization) == [true, false, false])
        #expect(
            fixture.transport.requests.suffix(4).map { $0.headers["Authorization"] != nil } == [
                true, true, false, false,
            ])
        // A 401 to a message without the token says nothing about it.
        #expect(await fixture.session.state.isAuthenticated)
        #expect(fixture.tokenRequests.isEmpty)
    }
}

import FoundationEssentials
import SessionCore
import TestSupport
import Testing

/// What an API that rejects the token publishes about itself (RFC 9728).
@Suite(.timeLimit(.minutes(5)))
struct TrustedIssuersTests {
    private static let path = "/.well-known/oauth-protected-resource"
    private static let other = "https://other.example"

    /// An API that trusts another provider, and a provider whose userinfo accepts every token.
    private func fixture(
        metadata: String = "https://api.example\(path)", document: ScriptedTransport.Answer? = nil,
        policy: UnauthorizedPolicy = .refreshThenForceLogout
    ) async throws -> SessionFixture {
        let fixture = try await SessionFixture { $0.unauthorizedPolicy = policy }.signedIn()
        fixture.transport.always(
            "/orders",
            ScriptedTransport.unauthorized("Bearer error=\"invalid_token\", resource_metadata=\"\(metadata)\""))
        fixture.transport.always("/userinfo", ScriptedTransport.json("{\"sub\":\"alice\"}"))
        fixture.transport.always("/token", ScriptedTransport.tokens())
        fixture.transport.always(Self.path, document ?? Self.document(servers: "\"\(Self.other)\""))
        return fixture
    }

    private static func document(
        resource: String = "https://api.example", servers: String
    ) -> ScriptedTransport.Answer {
        ScriptedTransport.json("{\"resource\":\"\(resource)\",\"authorization_servers\":[\(servers)]}")
    }

    private func issuers(_ fixture: SessionFixture) async throws -> [String] {
        switch try await fixture.session.send(try fixture.request()).verdict {
        case .rejected(let challenge), .rejectedByAPI(let challenge), .sessionEnded(let challenge, _):
            challenge?.trustedIssuers ?? []
        default: []
        }
    }

    @Test func `end 2: an API that trusts another provider is told as such, and its metadata is read once`()
        async throws
    {
        let fixture = try await fixture()
        let answer = try await fixture.session.send(try fixture.request())
        guard case .rejectedByAPI(let challenge) = answer.verdict else {
            Issue.record("\(answer.verdict)")
            return
        }
        #expect(challenge?.trustedIssuers == [Self.other])
        #expect(ChallengeWords.of(challenge).hasSuffix("; this API trusts https://other.example, not your provider"))
        #expect(try await issuers(fixture) == [Self.other])
        let requests = fixture.transport.requests(to: Self.path)
        #expect(requests.count == 1)
        #expect(requests.first?.headers["Authorization"] == nil)
        #expect(requests.first?.timeout == .seconds(5))
        fixture.clock.advance(by: .seconds(301))
        _ = try await issuers(fixture)
        #expect(fixture.transport.requests(to: Self.path).count == 2)
    }

    @Test(arguments: UnauthorizedPolicy.allCases)
    func `end 2: it is told under every policy`(policy: UnauthorizedPolicy) async throws {
        #expect(try await issuers(try await fixture(policy: policy)) == [Self.other])
    }

    @Test(arguments: [
        "\"https://issuer.example\"", "\"https://issuer.example/\"", "\"\(other)\",\"https://issuer.example\"", "", "7",
    ])
    func `end 2: an API that trusts the session's provider, or names none, is not held against it`(
        servers: String
    ) async throws {
        #expect(try await issuers(try await fixture(document: Self.document(servers: servers))).isEmpty)
    }

    @Test(arguments: [
        "https://elsewhere.example\(path)", "http://api.example\(path)", "https://api.example:8443\(path)",
        "https://user@api.example\(path)", path, "",
    ])
    func `end 2: metadata of another origin than the API's is not asked for`(metadata: String) async throws {
        let fixture = try await fixture(metadata: metadata)
        #expect(try await issuers(fixture).isEmpty)
        #expect(fixture.transport.requests(to: Self.path).isEmpty)
    }

    static let useless: [(name: String, answer: ScriptedTransport.Answer)] = [
        ("about another origin", document(resource: "https://elsewhere.example", servers: "\"\(other)\"")),
        ("404", ScriptedTransport.answer(404)), ("a page", ScriptedTransport.answer(200, text: "<html>")),
        ("a redirect", ScriptedTransport.answer(302, headers: ["Location": "https://elsewhere.example/"])),
        ("no answer", ScriptedTransport.failure(.brokenOff("reset"))),
    ]

    @Test(arguments: useless.map(\.name))
    func `end 2: metadata that can't be used changes nothing and is not asked for by each call`(
        name: String
    ) async throws {
        let answer = try #require(Self.useless.first { $0.name == name }).answer
        let fixture = try await fixture(document: answer)
        for _ in 0..<3 { #expect(try await issuers(fixture).isEmpty) }
        #expect(fixture.transport.requests(to: Self.path).count == 1)
        #expect(fixture.transport.requests(to: "/").isEmpty)
        #expect(await fixture.session.state.isAuthenticated)
    }

    @Test func `end 2: a call whose retry succeeds asks for no metadata`() async throws {
        let fixture = try await fixture()
        fixture.transport.once(
            "/orders",
            ScriptedTransport.unauthorized("Bearer resource_metadata=\"https://api.example\(Self.path)\""))
        fixture.transport.once("/orders", ScriptedTransport.answer(200))
        #expect(try await fixture.session.send(try fixture.request()).verdict == .accepted)
        #expect(fixture.transport.requests(to: Self.path).isEmpty)
    }

    @Test func `end 2: what the metadata echoes is shown without the session's tokens, and cut`() async throws {
        let many = (0..<9).map { "\"https://a\($0).example/A2secretA2secret/\(String(repeating: "x", count: 999))\"" }
        let fixture = try await fixture(document: Self.document(servers: many.joined(separator: ",")))
        fixture.transport.always("/token", ScriptedTransport.tokens(access: "A2secretA2secret"))
        let issuers = try await issuers(fixture)
        #expect(issuers.count == 4)
        #expect(issuers.allSatisfy { $0.utf8.count < 300 && !$0.contains("A2secret") })
    }
}

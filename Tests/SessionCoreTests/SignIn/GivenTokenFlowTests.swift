import SessionCore
import Synchronization
import TestSupport
import Testing

/// Sign-ins with a token that something else issued: by an assertion, or in exchange.
@Suite(.timeLimit(.minutes(5)))
struct GivenTokenFlowTests {
    private static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    private static let exchangeGrant = "urn:ietf:params:oauth:grant-type:token-exchange"
    private static let jwtType = "urn:ietf:params:oauth:token-type:jwt"
    private static let accessTokenType = "urn:ietf:params:oauth:token-type:access_token"

    /// The provider issues tokens for a minute each, without a refresh token.
    private func fixture(_ change: (inout ClientConfiguration) -> Void = { _ in }) async throws -> SessionFixture {
        let fixture = SessionFixture(change: change)
        fixture.transport.always("/token", ScriptedTransport.tokens(refresh: nil))
        try await fixture.session.configure()
        return fixture
    }

    @Test func `end 4: the assertion of a file is read for each token request`() async throws {
        let folder = TemporaryFolder()
        let fixture = try await fixture { $0 = $0.asking(for: ["orders", "read"]) }
        folder.write("first.of.three\n", to: "assertion")
        try await fixture.session.signIn(JWTBearerFlow(file: folder.path + "/assertion"))
        folder.write("  second.of.three", to: "assertion")
        fixture.expireAccessToken()
        try await fixture.session.refreshAccessTokenIfNeeded()
        let forms = fixture.tokenRequests.map(\.form)
        #expect(forms.map { $0["assertion"] } == ["first.of.three", "second.of.three"])
        #expect(forms.allSatisfy { $0["grant_type"] == Self.assertionGrant && $0["scope"] == "orders read" })
        #expect(await fixture.session.status.isRenewedByFlow)
    }

    @Test func `end 4: an assertion of the program's own is made for each token request`() async throws {
        let fixture = try await fixture { $0 = $0.asking(for: nil) }
        let made = Mutex(0)
        let flow = JWTBearerFlow {
            let number = made.withLock { made in
                made += 1
                return made
            }
            return Secret("assertion-\(number)")
        }
        try await fixture.session.signIn(flow)
        try await fixture.session.refresh()
        #expect(fixture.tokenRequests.map { $0.form["assertion"] } == ["assertion-1", "assertion-2"])
        // Without a scope of its own it asks for none: `openid` is about a user.
        #expect(fixture.tokenRequests.allSatisfy { $0.form["scope"] == nil })
    }

    @Test(arguments: [
        ("a.b.c", nil, jwtType), ("opaque", nil, accessTokenType),
        ("a.b.c", "urn:ietf:params:oauth:token-type:id_token", "urn:ietf:params:oauth:token-type:id_token"),
    ])
    func `the type of an exchanged token is the one that was given, or goes by its shape`(
        token: String, given: String?, sent: String
    ) async throws {
        let fixture = try await fixture()
        var flow = TokenExchangeFlow { Secret(token) }
        flow.subjectTokenType = given
        try await fixture.session.signIn(flow)
        let form = try #require(fixture.tokenRequests.first?.form)
        #expect(form["grant_type"] == Self.exchangeGrant && form["subject_token"] == token)
        #expect(form["subject_token_type"] == sent)
    }

    @Test(arguments: ["", "one two", nil] as [String?])
    func `a file without one token is refused, and neither its path nor its text is told`(text: String?) async throws {
        let folder = TemporaryFolder()
        let fixture = try await fixture()
        let path = folder.path + "/identity"
        if let text { folder.write(text, to: "identity") }
        let error = await sessionError { try await fixture.session.signIn(TokenExchangeFlow(file: path)) }
        let words = try #require(error?.description)
        #expect(words.contains("the token's file can't be used"))
        #expect(!words.contains(path) && !words.contains("one two"))
        #expect(fixture.tokenRequests.isEmpty)
    }
}

extension ClientConfiguration {
    /// The client with a scope of its own, which the grants without a person ask for too.
    fileprivate func asking(for scope: [String]?) -> ClientConfiguration {
        ClientConfiguration(issuer: issuer, clientID: clientID, scope: scope, apis: apis)
    }
}

import ConsoleApp
import SessionCore
import TestSupport
import Testing

@testable import session_console

@Suite(.timeLimit(.minutes(5))) struct TokenInspectorTests {
    private func fixture(
        methods: String?, _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) async throws -> SessionFixture {
        let fixture = SessionFixture(change: change)
        let issuer = SessionFixture.issuer
        let list = methods.map { ",\"introspection_endpoint_auth_methods_supported\":\($0)" } ?? ""
        fixture.transport.always(
            "/.well-known/openid-configuration",
            ScriptedTransport.json(
                "{\"issuer\":\"\(issuer)\",\"introspection_endpoint\":\"\(issuer)/introspect\"\(list)}"))
        fixture.transport.always("/introspect", ScriptedTransport.json("{\"active\":true}"))
        return try await fixture.signedIn()
    }

    private func result(_ fixture: SessionFixture) async throws -> Result<Introspection, SessionError> {
        let token = try #require(await fixture.session.status.accessToken).fingerprint
        let message = await TokenInspector(fixture.session).message(for: .introspect(.access, token))
        guard case .session(.introspectionEnded(token, let result))? = message else {
            throw TransportError.invalidRequest("\(message as Any)")
        }
        return result
    }

    @Test func `of a refresh token that one is sent, and the answer is told of it`() async throws {
        let fixture = try await fixture(methods: nil)
        let token = try #require(await fixture.session.status.refreshToken).fingerprint
        let message = await TokenInspector(fixture.session).message(for: .introspect(.refresh, token))
        guard case .session(.introspectionEnded(token, .success(let introspection)))? = message else {
            Issue.record("\(message as Any)")
            return
        }
        #expect(introspection.isActive)
        let sent = try #require(fixture.transport.requests(to: "/introspect").last)
        #expect(sent.form["token_type_hint"] == "refresh_token", "\(sent.bodyText)")
    }

    @Test func `a public client is told why it can't introspect, and nothing is sent`() async throws {
        let fixture = try await fixture(methods: "[\"client_secret_basic\",\"private_key_jwt\"]")
        let error = await #expect(throws: SessionError.self) { try await result(fixture).get() }
        let words = "introspection to public clients, only to those with client_secret_basic or private_key_jwt"
        #expect(error?.description.contains(words) == true, "\(error as Any)")
        #expect(fixture.transport.requests(to: "/introspect").isEmpty)
    }

    @Test func `what is offered says whether a client like this one may ask`() async throws {
        func offers(_ methods: String?, _ change: (inout ClientConfiguration) -> Void = { _ in }) async throws
            -> SignInOffers
        {
            await SignInOffers.ask(try await fixture(methods: methods, change).session)
        }
        guard case .known(_, .refused(let reason)) = try await offers("[\"client_secret_basic\"]") else {
            Issue.record("a public client is offered introspection")
            return
        }
        #expect(reason.hasSuffix("introspection to public clients, only to those with client_secret_basic"))
        guard case .known(_, .offered) = try await offers(nil),
            case .known(_, .offered) = try await offers(
                "[\"client_secret_basic\"]", { $0.authentication = .basic(Secret("s")) })
        else {
            Issue.record("introspection is not offered")
            return
        }
    }

    @Test(arguments: [nil, "[\"none\",\"client_secret_basic\"]"])
    func `a provider that does not rule public clients out is asked`(methods: String?) async throws {
        let fixture = try await fixture(methods: methods)
        #expect(try await result(fixture).get().isActive)
    }

    @Test func `a client with a secret is not held back`() async throws {
        let fixture = try await fixture(methods: "[\"client_secret_basic\"]") {
            $0.authentication = .basic(Secret("s"))
        }
        #expect(try await result(fixture).get().isActive)
    }
}

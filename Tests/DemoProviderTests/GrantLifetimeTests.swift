import DemoProvider
import FoundationEssentials
import JOSE
import TestSupport
import Testing

/// The end of what a user allows (draft-ietf-oauth-refresh-token-expiration).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct GrantLifetimeTests {
    @Test func `each answer says what is left of the grant, and no refresh token outlives it`() async throws {
        try await withProvider({ ($0.refreshTokenLifetime, $0.grantLifetime) = (.seconds(600), .seconds(700)) }) {
            visitor in
            let first = try await visitor.token([
                "grant_type": "password", "username": "bob", "password": "builder",
                "scope": "openid offline_access",
            ]).json
            #expect(first["refresh_token_timeout"] == 600 && first["refresh_expires_in"] == 600)
            #expect(first["authorization_expires_in"] == 700)
            #expect(try await visitor.switchOn("clock", "{\"offset\":500}").status == 200)
            let token = try #require(first["refresh_token"]?.string)
            let second = try await visitor.token(["grant_type": "refresh_token", "refresh_token": token]).json
            #expect(second["refresh_token_timeout"] == 200 && second["refresh_expires_in"] == 200)
            #expect(second["authorization_expires_in"] == 200)
            #expect(try await visitor.switchOn("clock", "{\"offset\":701}").status == 200)
            let last = try #require(second["refresh_token"]?.string)
            let answer = try await visitor.token(["grant_type": "refresh_token", "refresh_token": last])
            #expect(try answer.json["error"] == "invalid_grant")
        }
    }

    @Test func `without a grant's lifetime nothing is said of it`() async throws {
        try await withProvider { visitor in
            let form: KeyValuePairs = ["grant_type": "password", "username": "bob", "password": "builder"]
            let answer = try await visitor.token(form).json
            #expect(answer["authorization_expires_in"] == nil && answer["refresh_token_timeout"] == nil)
        }
    }
}

import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct UserInfoTests {
    @Test(arguments: ["GET", "POST"])
    func `the claims follow the scope`(method: String) async throws {
        try await withProvider { visitor in
            func claims(_ scope: String) async throws -> JSONObject {
                let token = try await visitor.signIn(scope: scope).access
                return try await visitor.send(
                    method, visitor.url(.userInfo), headers: ["Authorization": "Bearer \(token)"]
                ).json
            }
            #expect(try await claims("openid") == ["sub": "248289761001"])
            #expect(try await claims("openid profile")["name"]?.string == "Alice Example")
            let email = try await claims("openid email")
            #expect(email["email"]?.string == "alice@example.com")
            #expect(email["name"] == nil)
        }
    }

    @Test func `userinfo wants a good token with the scope openid`() async throws {
        try await withProvider { visitor in
            let none = try await visitor.get(visitor.url(.userInfo))
            #expect(none.status == 401)
            #expect(none.challenge == "Bearer realm=\"session-console demo\"")
            let weak = try await visitor.signIn(scope: "orders").access
            let refused = try await visitor.get(visitor.url(.userInfo), bearer: weak)
            #expect(refused.status == 403)
            #expect(refused.challenge?.contains("error=\"insufficient_scope\"") == true)
            #expect(refused.challenge?.contains("scope=\"openid\"") == true)
        }
    }

    @Test func `the resolver says in headers whose session it is`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            for base in [visitor.provider.issuer, visitor.provider.api] {
                let valid = try await visitor.get(base + "/resolve", bearer: tokens.access)
                #expect(valid.status == 200)
                #expect(valid.headers["x-authgear-session-valid"] == "true")
                #expect(valid.headers["x-authgear-user-id"] == "248289761001")
                let invalid = try await visitor.get(base + "/resolve", bearer: "unknown")
                #expect(invalid.headers["x-authgear-session-valid"] == "false")
                #expect(invalid.headers["x-authgear-user-id"] == nil)
                let nobody = try await visitor.get(base + "/resolve")
                #expect(nobody.headers["x-authgear-session-valid"] == nil)
            }
        }
    }
}

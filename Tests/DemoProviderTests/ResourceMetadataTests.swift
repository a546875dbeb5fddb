import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// What the API says of itself (RFC 9728).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ResourceMetadataTests {
    private static let place = "/.well-known/oauth-protected-resource"

    @Test func `each protected path describes itself, and the whole API does`() async throws {
        try await withProvider { visitor in
            let (api, issuer) = (visitor.provider.api, visitor.provider.issuer)
            for (path, scope) in [("", "admin"), ("/orders", "orders"), ("/me", "profile"), ("/admin", "admin")] {
                let answer = try await visitor.get(api + Self.place + path)
                let json = try answer.json
                #expect(answer.headers["Content-Type"] == "application/json")
                #expect(json["resource"]?.string == api + path)
                #expect(json["authorization_servers"]?.strings == [issuer])
                #expect(json["scopes_supported"]?.strings?.contains(scope) == true)
                #expect(json["bearer_methods_supported"]?.strings == ["header"])
                #expect(json["resource_name"]?.string?.hasSuffix(path) == true)
                #expect(json["dpop_signing_alg_values_supported"] == nil)
            }
            let orders = try await visitor.get(api + Self.place + "/orders").json
            #expect(orders["scopes_supported"]?.strings?.contains("admin") == false)
            for path in ["/status", "/nowhere", "/orders/1", "s"] {
                #expect(try await visitor.get(api + Self.place + path).status == 404)
            }
            #expect(try await visitor.send("POST", api + Self.place + "/orders").status == 405)
            #expect(try await visitor.get(issuer + Self.place + "/orders").status == 404)
        }
    }

    @Test(arguments: [true, false])
    func `an API that takes proofs says which, and whether it wants them`(isRequired: Bool) async throws {
        try await withProvider {
            $0.proofs = .init(isRequired: isRequired)
        } visit: { visitor in
            let json = try await visitor.get(visitor.provider.api + Self.place + "/orders").json
            #expect(json["dpop_signing_alg_values_supported"]?.strings?.contains("ES256") == true)
            #expect(json["dpop_bound_access_tokens_required"]?.bool == isRequired)
            let refused = try await visitor.get(visitor.provider.api + "/orders")
            #expect(refused.challenge?.hasPrefix(isRequired ? "DPoP " : "Bearer ") == true)
            #expect(refused.challengeParameters["resource_metadata"]?.hasSuffix(Self.place + "/orders") == true)
        }
    }

    @Test func `every challenge of the API names the metadata of its path`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            let token = try await visitor.signIn(scope: "openid orders").access
            let requests: [(path: String, bearer: String?, status: Int)] = [
                ("/orders", nil, 401), ("/orders?limit=9", "wrong", 401), ("/me", token, 403), ("/admin", token, 403),
                ("/admin", nil, 401), ("/step-up", token, 401), ("/slow", "a b", 400),
            ]
            for request in requests {
                let answer = try await visitor.get(api + request.path, bearer: request.bearer)
                #expect(answer.status == request.status)
                let path = request.path.prefix { $0 != "?" }
                #expect(answer.challengeParameters["resource_metadata"] == api + Self.place + path, "\(answer)")
            }
            let admin = try await visitor.get(api + "/admin")
            #expect(admin.challengeParameters["scope"] == "admin")
            #expect(try await visitor.get(api + "/orders").challengeParameters["scope"] == nil)
            #expect(try await visitor.get(visitor.url(.userInfo)).challengeParameters["resource_metadata"] == nil)
        }
    }

    @Test func `a fault of the API is left for its calls, and one at the metadata's path strikes there`() async throws {
        try await withProvider { visitor in
            let url = visitor.provider.api + Self.place + "/orders"
            await visitor.provider.inject(.status(503), at: .api)
            await visitor.provider.inject(.html, at: .path(Self.place + "/orders"))
            let page = try await visitor.get(url)
            #expect(page.status == 200)
            #expect(page.headers["Content-Type"]?.hasPrefix("text/html") == true)
            #expect(try await visitor.get(url).json["resource"] != nil)
            #expect(try await visitor.get(visitor.provider.api + "/status").status == 503)
            #expect(await visitor.provider.statistics.api == [Self.place: ["200": 2], "/status": ["503": 1]])
        }
    }
}

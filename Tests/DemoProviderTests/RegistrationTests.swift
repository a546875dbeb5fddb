import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

/// Clients that register themselves (RFC 7591).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RegistrationTests {
    @Test func `a native client is registered, signs in with a port of its choice, and refreshes`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.register(["software_id": "tui", "made_up": 1])
            #expect(answer.status == 201)
            #expect(answer.headers["Cache-Control"] == "no-store")
            let json = try answer.json
            #expect(json["client_id_issued_at"]?.int != nil)
            #expect(json["client_secret"] == nil && json["client_secret_expires_at"] == nil)
            #expect(json["registration_client_uri"]?.string?.hasPrefix(visitor.url(.registration)) == true)
            #expect(json["redirect_uris"]?.strings == ["http://127.0.0.1:8123/done"])
            #expect(json["token_endpoint_auth_method"] == "none")
            #expect(json["grant_types"]?.strings == ["authorization_code", "refresh_token"])
            #expect(json["client_name"] == "A terminal" && json["software_id"] == "tui" && json["made_up"] == nil)
            let client = Registrant(visitor: visitor, answer: json)
            let tokens = try Visitor.Tokens(try await client.signIn())
            #expect(try JWT.parse(tokens.access).claims.object["client_id"]?.string == client.id)
            let renewed = try Visitor.Tokens(try await client.refresh(tokens.refresh))
            #expect(try await visitor.get(visitor.provider.api + "/orders", bearer: renewed.access).status == 200)
        }
    }

    @Test func `what is left out has the values of RFC 7591 section 2`() async throws {
        try await withProvider { visitor in
            let document: JSONObject = ["redirect_uris": ["https://app.example/done?tab=1"]]
            let answer = try await visitor.manage("POST", visitor.url(.registration), document)
            let json = try answer.json
            #expect(json["token_endpoint_auth_method"] == "client_secret_basic")
            #expect(json["grant_types"]?.strings == ["authorization_code"])
            #expect(json["response_types"]?.strings == ["code"])
            #expect(json["application_type"] == "web")
            #expect(json["client_secret_expires_at"] == 0)
            let client = Registrant(visitor: visitor, answer: json)
            let uri = "https://app.example/done?tab=1"
            let response = try await Browser(visitor).signIn(["client_id": client.id, "redirect_uri": uri])
            #expect(response.headers["Location"]?.hasPrefix(uri + "&code=") == true)
            // It authenticates as it said, and may not refresh.
            let code = try #require(try response.location["code"])
            let form: KeyValuePairs = [
                "grant_type": "authorization_code", "code": code, "redirect_uri": uri,
                "code_verifier": Browser.codeVerifier,
            ]
            let granted = try await visitor.post(.token, form, basic: (client.id, try #require(client.secret)))
            #expect(granted.status == 200)
            #expect(try granted.json["refresh_token"] == nil)
            #expect(try await client.exchange(code, redirectURI: uri).error == "invalid_client")
        }
    }

    @Test(
        arguments: [
            (["redirect_uris": nil], "invalid_redirect_uri", "missing"),
            (["redirect_uris": "http://127.0.0.1/"], "invalid_redirect_uri", "list"),
            (["redirect_uris": ["http://app.example/done"]], "invalid_redirect_uri", "'http://app.example/done'"),
            (["redirect_uris": ["http://127.0.0.1:1/done#x"]], "invalid_redirect_uri", "fragment"),
            (["redirect_uris": ["http://127.0.0.1@evil.example/"]], "invalid_redirect_uri", "loopback"),
            (["redirect_uris": ["https://a@app.example/"]], "invalid_redirect_uri", "https"),
            (["redirect_uris": ["https://a;b/"]], "invalid_redirect_uri", "https"),
            (["redirect_uris": ["javascript:alert(1)"]], "invalid_redirect_uri", "scheme"),
            (["redirect_uris": ["/done"]], "invalid_redirect_uri", "'/done'"),
            (["application_type": "web"], "invalid_redirect_uri", "native"),
            (["application_type": "fridge"], "invalid_client_metadata", "fridge"),
            (["token_endpoint_auth_method": "private_key_jwt"], "invalid_client_metadata", "private_key_jwt"),
            (["grant_types": ["implicit"]], "invalid_client_metadata", "implicit"),
            (["grant_types": ["refresh_token"]], "invalid_client_metadata", "need each other"),
            (["response_types": ["token"]], "invalid_client_metadata", "token"),
            (["response_types": .array([])], "invalid_client_metadata", "need each other"),
            (
                ["grant_types": ["client_credentials"], "response_types": .array([])], "invalid_client_metadata",
                "authenticates"
            ), (["scope": "moon"], "invalid_client_metadata", "openid profile"),
            (["client_name": 7], "invalid_client_metadata", "client_name must be a string"),
            (["client_name": .string(String(repeating: "a", count: 201))], "invalid_client_metadata", "longer"),
        ] as [([String: JSONValue?], String, String)])
    func `metadata that can't be registered is refused with its reason`(
        changes: [String: JSONValue?], error: String, says: String
    ) async throws {
        try await withProvider { visitor in
            let answer = try await visitor.register(changes)
            #expect(answer.status == 400)
            #expect(answer.error == error)
            #expect(answer.errorDescription?.contains(says) == true, "\(answer)")
            #expect(answer.headers["Cache-Control"] == "no-store")
        }
    }

    @Test func `a body of another content type, as a page can send it, registers nothing`() async throws {
        try await withProvider { visitor in
            let text = Visitor.nativeMetadata.serialized()
            let answer = try await visitor.send(
                "POST", visitor.url(.registration), headers: ["Content-Type": "text/plain"], body: .text(text))
            #expect(answer.status == 400)
            #expect(answer.error == "invalid_client_metadata")
        }
    }

    @Test(arguments: ["com.example.app:/done", "http://localhost:8123/done", "http://[::1]/done"])
    func `a native client may have other redirect URIs than the announced ones`(uri: String) async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered(["redirect_uris": [.string(uri)]])
            #expect(try await client.signIn(redirectURI: uri).status == 200)
            let refused = try await Browser(visitor).open(["client_id": client.id])
            #expect(refused.status == 400)
            #expect(refused.text.contains(uri))
        }
    }

    @Test func `a scope is limited to the registered one, which a request without a scope gets`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered(["scope": "orders openid moon"])
            #expect(client.answer["scope"] == "orders openid")
            #expect(try await client.signIn(["scope": "openid admin"]).json["scope"] == "openid")
            #expect(try await client.signIn(["scope": nil]).json["scope"] == "orders openid")
            let free = try await visitor.registered()
            #expect(free.answer["scope"]?.string?.contains("orders") == true)
            #expect(try await free.signIn(["scope": nil]).json["scope"] == "openid profile email")
        }
    }

    @Test func `a grant that a client did not register is refused`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered(["grant_types": ["authorization_code"]])
            let form: KeyValuePairs = [
                "grant_type": "password", "username": "alice", "password": "wonderland", "client_id": client.id,
            ]
            #expect(try await visitor.post(.token, form).error == "unauthorized_client")
            let device = try await visitor.post(.deviceAuthorization, ["client_id": client.id])
            #expect(device.error == "unauthorized_client")
            let machine = try await visitor.registered([
                "redirect_uris": nil, "response_types": nil, "grant_types": ["client_credentials"],
                "token_endpoint_auth_method": "client_secret_post",
            ])
            let secret = try #require(machine.secret)
            let own = try await visitor.post(
                .token, ["grant_type": "client_credentials", "client_id": machine.id, "client_secret": secret])
            #expect(own.status == 200)
        }
    }

    @Test func `a switch wants an initial token, or closes registration`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.switchOn("registration", "{\"policy\":\"token\"}")
            let token = try #require(try answer.json["initial_access_token"]?.string)
            let without = try await visitor.register()
            #expect(without.status == 401)
            #expect(without.challenge == "Bearer realm=\"session-console demo\"")
            let wrong = try await visitor.register(bearer: "wrong")
            #expect(wrong.status == 401)
            #expect(wrong.challenge?.contains("error=\"invalid_token\"") == true)
            #expect(try await visitor.register(bearer: token).status == 201)
            #expect(try await visitor.get(visitor.url(.discovery)).json["registration_endpoint"] != nil)
            #expect(try await visitor.switchOn("registration", "{\"policy\":\"closed\"}").status == 200)
            let closed = try await visitor.register(bearer: token)
            #expect(closed.status == 403)
            #expect(closed.error == "access_denied")
            #expect(try await visitor.get(visitor.url(.discovery)).json["registration_endpoint"] == nil)
            #expect(try await visitor.switchOn("registration", "{\"policy\":\"ajar\"}").status == 400)
        }
    }

    @Test func `beyond a hundred clients the one that was used longest ago is dropped with its tokens`() async throws {
        try await withProvider { visitor in
            let (first, second) = (try await visitor.registered(), try await visitor.registered())
            let tokens = try Visitor.Tokens(try await second.signIn())
            _ = try await first.signIn()
            for _ in 0..<99 { _ = try await visitor.registered() }
            #expect(try await first.signIn().status == 200)
            #expect(try await second.refresh(tokens.refresh).error == "invalid_client")
            let orders = visitor.provider.api + "/orders"
            #expect(try await visitor.get(orders, bearer: tokens.access).status == 401)
            let unknown = try await Browser(visitor).open(["client_id": second.id])
            #expect(unknown.text.contains("session-console-service and 100 by registration"))
        }
    }

    @Test func `the journal names the client that was registered`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered()
            _ = try await visitor.register(["grant_types": ["implicit"]])
            _ = try await visitor.manage("DELETE", client.uri, bearer: client.token)
            let requests = await visitor.provider.requests()
            let lines = requests.map { "\($0.method) \($0.path) \($0.clientID ?? "-") \($0.answer)" }
            #expect(
                lines == [
                    "POST /register \(client.id) status(201)", "POST /register - status(400)",
                    "DELETE /register \(client.id) status(204)",
                ])
            #expect(requests[1].flaw?.hasPrefix("invalid_client_metadata: ") == true)
        }
    }
}

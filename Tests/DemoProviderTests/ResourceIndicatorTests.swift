import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// What a token is for (RFC 8707), and that it is good for nothing else.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ResourceIndicatorTests {
    private func audience(_ answer: Answer) throws -> JSONValue? {
        try JWT.parse(try #require(answer.json["access_token"]?.string, "\(answer)")).claims.object["aud"]
    }

    private func password(_ visitor: Visitor, _ resources: String...) async throws -> Answer {
        let items = [("grant_type", "password"), ("username", "alice"), ("password", "wonderland")]
        return try await visitor.send(
            "POST", visitor.url(.token), headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: .text(
                Form.encode(items + [("client_id", visitor.provider.clientID)] + resources.map { ("resource", $0) })))
    }

    @Test func `a token is for the resource that the sign-in named, also after a refresh`() async throws {
        try await withProvider { visitor in
            let orders = visitor.provider.api + "/orders"
            let client = try await visitor.registered()
            let answer = try await client.signIn(["resource": orders])
            #expect(try audience(answer) == .string(orders))
            let renewed = try await client.refresh(try Visitor.Tokens(answer).refresh)
            #expect(try audience(renewed) == .string(orders))
            let token = try Visitor.Tokens(renewed).access
            #expect(try await visitor.get(orders + "?limit=1", bearer: token).status == 200)
            let refused = try await visitor.get(visitor.provider.api + "/slow", bearer: token)
            #expect(refused.status == 401)
            #expect(refused.challengeParameters["error"] == "invalid_token")
            #expect(refused.challengeParameters["error_description"] == "the access token is for another audience")
            #expect(try await visitor.get(visitor.url(.userInfo), bearer: token).status == 200)
        }
    }

    @Test func `without a resource a token is for the whole API, as with the API's own URL`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            #expect(try audience(try await password(visitor)) == .string(api))
            for uri in [api, api + "/"] {
                let answer = try await password(visitor, uri)
                #expect(try audience(answer) == .string(uri))
                let token = try Visitor.Tokens(answer).access
                #expect(try await visitor.get(api + "/me", bearer: token).status == 200)
            }
            let both = try await password(visitor, api + "/me", api + "/orders", api + "/me")
            #expect(try audience(both)?.strings == [api + "/me", api + "/orders"])
        }
    }

    @Test func `a resource that is none of the API's URLs is an invalid target everywhere`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            for uri in [
                "https://other.example", api + "/nowhere", api + "/status", api + "/orders#x", api + ".evil", "orders",
            ] {
                #expect(try await password(visitor, uri).error == "invalid_target")
                let response = try await Browser(visitor).open(["resource": uri])
                #expect(try response.location["error"] == "invalid_target")
                #expect(try response.location["state"] == "a state")
            }
            let id = visitor.provider.clientID
            let device = try await visitor.post(.deviceAuthorization, ["client_id": id, "resource": "https://x"])
            #expect(device.error == "invalid_target")
            let pushed = try await visitor.post(
                .pushedAuthorizationRequest,
                [
                    "client_id": id, "resource": "https://x", "response_type": "code",
                    "redirect_uri": Browser.redirectURI, "code_challenge": Browser.codeChallenge,
                    "code_challenge_method": "S256",
                ])
            #expect(pushed.error == "invalid_target")
        }
    }

    @Test func `a token request may name less than was granted, and one for more spends nothing`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            let client = try await visitor.registered()
            let whole = try await client.signIn()
            let narrowed = try await client.refresh(try Visitor.Tokens(whole).refresh, resource: api + "/orders")
            #expect(try audience(narrowed) == .string(api + "/orders"))
            let wide = try await client.refresh(try Visitor.Tokens(narrowed).refresh)
            #expect(try audience(wide) == .string(api))
            let one = try Visitor.Tokens(try await client.signIn(["resource": api + "/orders"]))
            for uri in [api, api + "/me"] {
                #expect(try await client.refresh(one.refresh, resource: uri).error == "invalid_target")
            }
            #expect(try await client.refresh(one.refresh, resource: api + "/orders").status == 200)
            let response = try await Browser(visitor).signIn([
                "client_id": client.id, "redirect_uri": Registrant.redirectURI, "resource": api + "/me",
            ])
            let code = try #require(try response.location["code"])
            #expect(try await client.exchange(code, resource: api + "/orders").error == "invalid_target")
        }
    }

    @Test func `an exchanged token is for the resource and the audience, and the API wants its own`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            let subject = try await visitor.signIn().access
            let type = "urn:ietf:params:oauth:token-type:access_token"
            let form: KeyValuePairs = [
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": subject,
                "subject_token_type": type, "audience": "https://other.example", "resource": api + "/me",
            ]
            let both = try await visitor.token(form)
            #expect(try audience(both)?.strings == [api + "/me", "https://other.example"])
            let token = try #require(try both.json["access_token"]?.string)
            #expect(try await visitor.get(api + "/me", bearer: token).status == 200)
            let other = try await visitor.token([
                "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "subject_token": subject,
                "subject_token_type": type, "audience": "https://other.example",
            ])
            let strange = try #require(try other.json["access_token"]?.string)
            #expect(try await visitor.get(api + "/me", bearer: strange).status == 401)
        }
    }

    @Test func `a device and a client by itself name a resource, too`() async throws {
        try await withProvider { visitor in
            let (id, orders) = (visitor.provider.clientID, visitor.provider.api + "/orders")
            let device = try await visitor.post(.deviceAuthorization, ["client_id": id, "resource": orders]).json
            let userCode = try #require(device["user_code"]?.string)
            try await visitor.provider.approveDevice(userCode: userCode, username: "alice")
            let polled = try await visitor.token([
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                "device_code": try #require(device["device_code"]?.string),
            ])
            #expect(try audience(polled) == .string(orders))
            let own = try await visitor.post(
                .token, ["grant_type": "client_credentials", "resource": orders],
                basic: (id, visitor.provider.clientSecret))
            #expect(try audience(own) == .string(orders))
            let token = try #require(try own.json["access_token"]?.string)
            let seen = try await visitor.post(
                .introspection, ["token": token], basic: (id, visitor.provider.clientSecret))
            #expect(try seen.json["aud"]?.string == orders)
        }
    }
}

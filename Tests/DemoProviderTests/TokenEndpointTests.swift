import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenEndpointTests {
    @Test func `the password grant wants the right password`() async throws {
        try await withProvider { visitor in
            for (username, password) in [("alice", "wrong"), ("alice", "builder"), ("carol", "wonderland")] {
                let refused = try await visitor.token([
                    "grant_type": "password", "username": username, "password": password,
                ])
                #expect(refused.status == 400)
                #expect(refused.error == "invalid_grant")
                #expect(refused.headers["Cache-Control"] == "no-store")
            }
            #expect(
                try await visitor.token(["grant_type": "password", "username": "alice"]).error == "invalid_request")
            #expect(!(try await visitor.signIn("bob", "builder").access.isEmpty))
        }
    }

    @Test func `scopes that nobody knows are left out, and no scope means the standard ones`() async throws {
        try await withProvider { visitor in
            let form: KeyValuePairs = ["grant_type": "password", "username": "bob", "password": "builder"]
            #expect(try await visitor.token(form).json["scope"]?.string == "openid profile email")
            let answer = try await visitor.token([
                "grant_type": "password", "username": "bob", "password": "builder", "scope": "admin moon admin",
            ])
            #expect(try answer.json["scope"]?.string == "admin")
            #expect(try answer.json["id_token"] == nil)
        }
    }

    @Test func `a request that is no form, repeats itself or names no known grant is refused`() async throws {
        try await withProvider { visitor in
            let json = try await visitor.send(
                "POST", visitor.url(.token), headers: ["Content-Type": "application/json"], body: .text("{}"))
            #expect(json.error == "invalid_request")
            let twice = try await visitor.token(["grant_type": "password", "grant_type": "password"])
            #expect(twice.error == "invalid_request")
            #expect(try await visitor.token([:]).error == "invalid_request")
            #expect(try await visitor.token(["grant_type": "magic"]).error == "unsupported_grant_type")
        }
    }

    @Test func `a client authenticates by basic or by post, never by both`() async throws {
        try await withProvider { visitor in
            let (id, secret) = (visitor.provider.confidentialClientID, visitor.provider.clientSecret)
            let basic = try await visitor.post(.token, ["grant_type": "client_credentials"], basic: (id, secret))
            #expect(basic.status == 200)
            let post = try await visitor.post(
                .token, ["grant_type": "client_credentials", "client_id": id, "client_secret": secret])
            #expect(post.status == 200)
            let both = try await visitor.post(
                .token, ["grant_type": "client_credentials", "client_secret": secret], basic: (id, secret))
            #expect(both.error == "invalid_request")
            let other = try await visitor.post(
                .token, ["grant_type": "client_credentials", "client_id": "other"], basic: (id, secret))
            #expect(other.error == "invalid_request")
        }
    }

    @Test func `a client with a wrong secret, none, or an unknown name is refused with 401`() async throws {
        try await withProvider { visitor in
            let form: KeyValuePairs = ["grant_type": "password", "username": "alice", "password": "wonderland"]
            let id = visitor.provider.confidentialClientID
            for credentials in [(id, "wrong"), ("nobody", visitor.provider.clientSecret)] {
                let refused = try await visitor.post(.token, form, basic: credentials)
                #expect(refused.status == 401)
                #expect(refused.error == "invalid_client")
                #expect(refused.challenge?.hasPrefix("Basic ") == true)
            }
            let bare = try await visitor.post(.token, ["grant_type": "password", "client_id": id])
            #expect(bare.error == "invalid_client")
            #expect(try await visitor.post(.token, form).error == "invalid_client")
        }
    }

    @Test func `a secret that is empty or missing is not called wrong`() async throws {
        try await withProvider { visitor in
            let form: KeyValuePairs = ["grant_type": "client_credentials"]
            let service = visitor.provider.confidentialClientID
            let empty = try await visitor.post(.token, form, basic: (service, ""))
            let open = try await visitor.post(.token, form, basic: (visitor.provider.clientID, ""))
            let missing = try await visitor.post(.token, ["grant_type": "client_credentials", "client_id": service])
            let answers = [empty, open, missing]
            #expect(answers.map(\.status) == [401, 401, 401])
            #expect(
                try answers.map { try $0.json["error_description"]?.string } == [
                    "the client secret is empty",
                    "the client secret is empty; a client without one sends client_id in the body",
                    "the request has no client secret or assertion, and this client needs one",
                ])
        }
    }

    @Test func `client credentials get a token for the client itself and nothing of a user`() async throws {
        try await withProvider { visitor in
            let credentials = (visitor.provider.clientID, visitor.provider.clientSecret)
            let answer = try await visitor.post(
                .token, ["grant_type": "client_credentials", "scope": "openid orders"], basic: credentials)
            let json = try answer.json
            #expect(json["refresh_token"] == nil)
            #expect(json["id_token"] == nil)
            #expect(json["scope"]?.string == "orders")
            let token = try #require(json["access_token"]?.string)
            #expect(try JWT.parse(token).claims.subject == visitor.provider.clientID)
            #expect(try await visitor.get(visitor.provider.api + "/me", bearer: token).status == 200)
            let userInfo = try await visitor.get(visitor.url(.userInfo), bearer: token)
            #expect(userInfo.status == 403)
            #expect(try await visitor.token(["grant_type": "client_credentials"]).error == "invalid_client")
        }
    }

    @Test func `an exchanged token has the audience asked for and never more scope`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn(scope: "openid orders")
            let grant = "urn:ietf:params:oauth:grant-type:token-exchange"
            let type = "urn:ietf:params:oauth:token-type:access_token"
            let answer = try await visitor.token([
                "grant_type": grant, "subject_token": tokens.access, "subject_token_type": type, "scope": "orders",
                "audience": "https://other.example",
            ])
            #expect(try answer.json["issued_token_type"]?.string == type)
            let claims = try JWT.parse(try #require(try answer.json["access_token"]?.string)).claims
            #expect(claims.audience == ["https://other.example"])
            #expect(claims.subject == "248289761001")
            let more = try await visitor.token([
                "grant_type": grant, "subject_token": tokens.access, "subject_token_type": type, "scope": "admin",
            ])
            #expect(more.error == "invalid_scope")
            let unknown = try await visitor.token([
                "grant_type": grant, "subject_token": "unknown", "subject_token_type": type,
            ])
            #expect(unknown.error == "invalid_request")
        }
    }
}

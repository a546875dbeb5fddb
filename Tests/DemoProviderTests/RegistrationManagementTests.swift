import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

/// How a client reads, changes and deletes its registration (RFC 7592).
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RegistrationManagementTests {
    @Test func `a client reads what it registered`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered()
            let read = try await visitor.manage("GET", client.uri, bearer: client.token)
            #expect(read.status == 200)
            #expect(read.headers["Cache-Control"] == "no-store")
            #expect(try read.json == client.answer)
        }
    }

    @Test func `without its own registration token nobody reads, changes or deletes it`() async throws {
        try await withProvider { visitor in
            let (client, other) = (try await visitor.registered(), try await visitor.registered())
            for method in ["GET", "PUT", "DELETE"] {
                for token in [nil, "wrong", other.token] {
                    let document = method == "PUT" ? Visitor.metadata(["client_id": .string(client.id)]) : nil
                    let answer = try await visitor.manage(method, client.uri, document, bearer: token)
                    #expect(answer.status == 401, "\(method)")
                    #expect(answer.challenge?.contains("error=\"invalid_token\"") == (token != nil))
                }
            }
            #expect(try await client.signIn().status == 200)
        }
    }

    @Test func `a change replaces all, and keeps the identifier and the token`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered(["client_uri": "https://app.example"])
            let document = Visitor.metadata([
                "client_id": .string(client.id), "redirect_uris": ["http://127.0.0.1/other"],
                "token_endpoint_auth_method": "client_secret_post",
            ])
            let changed = try await visitor.manage("PUT", client.uri, document, bearer: client.token)
            #expect(changed.status == 200)
            let new = Registrant(visitor: visitor, answer: try changed.json)
            #expect((new.id, new.token) == (client.id, client.token))
            #expect(new.answer["client_uri"] == nil)
            #expect(try await Browser(visitor).open(["client_id": client.id]).status == 400)
            #expect(try await new.signIn(redirectURI: "http://127.0.0.1:9/other").status == 200)
            var again = document
            again["client_secret"] = .string(try #require(new.secret))
            let kept = try await visitor.manage("PUT", client.uri, again, bearer: client.token)
            #expect(try kept.json["client_secret"]?.string == new.secret)
        }
    }

    @Test(
        arguments: [
            (["client_id": nil], "client_id"), (["client_id": "another"], "client_id"),
            (["registration_access_token": "mine"], "registration_access_token"),
            (["client_id_issued_at": 1], "client_id_issued_at"), (["client_secret": "mine"], "client_secret"),
            (["grant_types": ["implicit"]], "implicit"),
        ] as [([String: JSONValue?], String)])
    func `a wrong change is refused and changes nothing`(changes: [String: JSONValue?], says: String) async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered()
            let own: [String: JSONValue?] = ["client_id": .string(client.id), "client_name": "Changed"]
            let document = Visitor.metadata(own.merging(changes) { $1 })
            let answer = try await visitor.manage("PUT", client.uri, document, bearer: client.token)
            #expect(answer.status == 400)
            #expect(answer.error == "invalid_client_metadata")
            #expect(answer.errorDescription?.contains(says) == true)
            let read = try await visitor.manage("GET", client.uri, bearer: client.token)
            #expect(try read.json == client.answer)
        }
    }

    @Test func `a deleted client has no tokens, no open page and no registration`() async throws {
        try await withProvider { visitor in
            let client = try await visitor.registered()
            let tokens = try Visitor.Tokens(try await client.signIn())
            let page = try await Browser(visitor).open([
                "client_id": client.id, "redirect_uri": Registrant.redirectURI,
            ])
            let deleted = try await visitor.manage("DELETE", client.uri, bearer: client.token)
            #expect(deleted.status == 204 && deleted.body.isEmpty)
            let refused = try await visitor.get(visitor.provider.api + "/orders", bearer: tokens.access)
            #expect(refused.challenge?.contains("the registration of the client was deleted") == true)
            #expect(try await client.refresh(tokens.refresh).error == "invalid_client")
            #expect(try await Browser(visitor).submit(page).status == 400)
            #expect(try await visitor.manage("GET", client.uri, bearer: client.token).status == 401)
            #expect(await visitor.provider.snapshot().sessions.isEmpty)
        }
    }
}

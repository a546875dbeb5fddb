import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct RefreshTests {
    @Test func `a refresh rotates both tokens and keeps the session`() async throws {
        try await withProvider { visitor in
            let first = try await visitor.signIn()
            let second = try Visitor.Tokens(try await visitor.refresh(first.refresh))
            #expect(second.refresh != first.refresh)
            #expect(second.access != first.access)
            let (old, new) = (
                try JWT.parse(try #require(first.id)).claims, try JWT.parse(try #require(second.id)).claims
            )
            for name in ["iss", "sub", "aud", "auth_time", "sid"] { #expect(old.object[name] == new.object[name]) }
            for token in [first.access, second.access] {
                #expect(try await visitor.get(visitor.provider.api + "/me", bearer: token).status == 200)
            }
        }
    }

    @Test func `a second use of a refresh token revokes the whole family`() async throws {
        try await withProvider { visitor in
            let first = try await visitor.signIn()
            let second = try Visitor.Tokens(try await visitor.refresh(first.refresh))
            let reused = try await visitor.refresh(first.refresh)
            #expect(reused.status == 400)
            #expect(reused.error == "invalid_grant")
            #expect(try await visitor.refresh(second.refresh).error == "invalid_grant")
            for token in [first.access, second.access] {
                let answer = try await visitor.get(visitor.provider.api + "/me", bearer: token)
                #expect(answer.status == 401)
                #expect(answer.challenge?.contains("a refresh token was used twice") == true)
            }
        }
    }

    @Test func `the family of another sign-in is left alone`() async throws {
        try await withProvider { visitor in
            let (one, other) = (try await visitor.signIn(), try await visitor.signIn())
            _ = try await visitor.refresh(one.refresh)
            _ = try await visitor.refresh(one.refresh)
            #expect(try await visitor.refresh(other.refresh).status == 200)
        }
    }

    @Test func `a refresh token is its client's own`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            let refused = try await visitor.post(
                .token, ["grant_type": "refresh_token", "refresh_token": tokens.refresh],
                basic: (visitor.provider.confidentialClientID, visitor.provider.clientSecret))
            #expect(refused.error == "invalid_grant")
            #expect(try await visitor.refresh(tokens.refresh).status == 200)
        }
    }

    @Test func `a refresh may ask for less, and the next one for all again`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn(scope: "openid orders")
            let more = try await visitor.token([
                "grant_type": "refresh_token", "refresh_token": tokens.refresh, "scope": "admin",
            ])
            #expect(more.error == "invalid_scope")
            let less = try await visitor.token([
                "grant_type": "refresh_token", "refresh_token": tokens.refresh, "scope": "orders",
            ])
            #expect(try less.json["scope"]?.string == "orders")
            let all = try await visitor.refresh(try #require(try less.json["refresh_token"]?.string))
            #expect(try all.json["scope"]?.string == "openid orders")
        }
    }

    @Test func `on demand the next refresh shrinks the scope, for good`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn(scope: "openid orders admin")
            #expect(try await visitor.switchOn("narrow-scope", "{\"scope\":\"openid email\"}").status == 200)
            let narrowed = try await visitor.refresh(tokens.refresh)
            #expect(try narrowed.json["scope"]?.string == "openid")
            let next = try await visitor.refresh(try Visitor.Tokens(narrowed).refresh)
            #expect(try next.json["scope"]?.string == "openid")
        }
    }

    @Test func `on demand the next refresh answers for another user, and the one after it does not`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            #expect(try await visitor.switchOn("switch-user", "{\"username\":\"bob\"}").status == 200)
            let switched = try Visitor.Tokens(try await visitor.refresh(tokens.refresh))
            #expect(try JWT.parse(try #require(switched.id)).claims.subject == "248289761002")
            let info = try await visitor.get(visitor.url(.userInfo), bearer: switched.access)
            #expect(try info.json["preferred_username"]?.string == "bob")
            let next = try Visitor.Tokens(try await visitor.refresh(switched.refresh))
            #expect(try JWT.parse(try #require(next.id)).claims.subject == "248289761001")
            let own = try await visitor.get(visitor.url(.userInfo), bearer: next.access)
            #expect(try own.json["preferred_username"]?.string == "alice")
        }
    }

    @Test func `of several refreshes on demand each answers for another user than the session's own`() async throws {
        try await withProvider { visitor in
            await visitor.provider.switchUserOnNextRefreshes(2)
            var tokens = try await visitor.signIn()
            var subjects: [String?] = []
            for _ in 0..<3 {
                tokens = try Visitor.Tokens(try await visitor.refresh(tokens.refresh))
                subjects.append(try JWT.parse(try #require(tokens.id)).claims.subject)
            }
            #expect(subjects == ["248289761002", "248289761002", "248289761001"])
        }
    }

    @Test func `another user's tokens are not the session's own user's`() async throws {
        try await withProvider { visitor in
            #expect(try await visitor.switchOn("switch-user", "{\"username\":\"bob\"}").status == 200)
            let (bob, alice) = (try await visitor.signIn("bob", "builder"), try await visitor.signIn())
            let passedOver = try Visitor.Tokens(try await visitor.refresh(bob.refresh))
            #expect(try JWT.parse(try #require(passedOver.id)).claims.subject == "248289761002")
            #expect(await visitor.provider.requests().last?.faults == [])
            let switched = try Visitor.Tokens(try await visitor.refresh(alice.refresh))
            #expect(try JWT.parse(try #require(switched.id)).claims.subject == "248289761002")
            #expect(await visitor.provider.requests().last?.faults == ["user-switched"])
        }
    }

    @Test func `refresh tokens expire, and unknown ones are refused`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            #expect(try await visitor.refresh("unknown").error == "invalid_grant")
            await visitor.provider.setClockOffset(.seconds(601))
            let refused = try await visitor.refresh(tokens.refresh)
            #expect(refused.error == "invalid_grant")
            #expect(refused.errorDescription == "the refresh token expired")
        }
    }
}

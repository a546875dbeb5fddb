import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ProtectedAPITests {
    @Test func `some paths are open and the others want a token`() async throws {
        try await withProvider { visitor in
            let api = visitor.provider.api
            #expect(api != visitor.provider.issuer)
            for path in ["/status", "/public", "/echo"] { #expect(try await visitor.get(api + path).status == 200) }
            let token = try await visitor.signIn().access
            for path in ["/me", "/orders", "/slow?ms=0", "/large"] {
                let refused = try await visitor.get(api + path)
                #expect(refused.status == 401)
                let plain = "Bearer realm=\"session-console demo\", resource_metadata="
                #expect(refused.challenge?.hasPrefix(plain) == true)
                #expect(try await visitor.get(api + path, bearer: token).status == 200)
            }
            #expect(try await visitor.get(api + "/nowhere", bearer: token).status == 404)
        }
    }

    @Test func `a 401 says why`() async throws {
        try await withProvider { visitor in
            let me = visitor.provider.api + "/me"
            let tokens = try await visitor.signIn()
            func reason(_ token: String) async throws -> String? {
                let answer = try await visitor.get(me, bearer: token)
                #expect(answer.status == 401)
                let prefix = "Bearer realm=\"session-console demo\", error=\"invalid_token\", error_description=\""
                #expect(answer.challenge?.hasPrefix(prefix) == true)
                return answer.challengeParameters["error_description"]
            }
            #expect(try await reason("unknown") == "the access token is unknown")
            let altered = tokens.access.dropLast(8) + "AAAAAAAA"
            #expect(try await reason(String(altered)) == "the access token was altered: its signature is wrong")
            await visitor.provider.setClockOffset(.seconds(61))
            #expect(try await reason(tokens.access) == "the access token expired")
            await visitor.provider.setClockOffset(.zero)
            try await visitor.provider.revokeAccessTokens(of: "alice")
            #expect(try await reason(tokens.access) == "the access token was revoked")
            let others = try await visitor.signIn()
            try await visitor.provider.revokeSessions(of: "alice")
            #expect(try await reason(others.access) == "the session was revoked")
        }
    }

    @Test func `a token may be taken for a while after its end`() async throws {
        try await withProvider {
            $0.accessTokenLeeway = .seconds(30)
        } visit: { visitor in
            let (me, token) = (visitor.provider.api + "/me", try await visitor.signIn().access)
            for (seconds, status) in [(61, 200), (89, 200), (91, 401)] {
                await visitor.provider.setClockOffset(.seconds(seconds))
                #expect(try await visitor.get(me, bearer: token).status == status, "\(seconds)")
            }
        }
    }

    @Test func `another scheme gets the plain challenge, a malformed header a 400`() async throws {
        try await withProvider { visitor in
            let me = visitor.provider.api + "/me"
            let basic = try await visitor.send("GET", me, headers: ["Authorization": "Basic YTpi"])
            #expect(basic.status == 401)
            #expect(basic.challenge?.hasPrefix("Bearer realm=\"session-console demo\", resource_metadata=") == true)
            let malformed = try await visitor.send("GET", me, headers: ["Authorization": "Bearer two words"])
            #expect(malformed.status == 400)
            #expect(malformed.challenge?.contains("error=\"invalid_request\"") == true)
            var twice = HTTPHeaders()
            for _ in 0..<2 { twice.add("Authorization", "Bearer a") }
            #expect(try await visitor.send("GET", me, headers: twice).status == 400)
            let token = try await visitor.signIn().access
            #expect(try await visitor.send("GET", me, headers: ["Authorization": "bearer \(token)"]).status == 200)
        }
    }

    @Test func `the admin path names the scope it wants`() async throws {
        try await withProvider { visitor in
            let admin = visitor.provider.api + "/admin"
            let refused = try await visitor.get(admin, bearer: try await visitor.signIn().access)
            #expect(refused.status == 403)
            #expect(refused.challenge?.contains("error=\"insufficient_scope\"") == true)
            #expect(refused.challengeParameters["scope"] == "admin")
            let allowed = try await visitor.signIn(scope: "openid admin").access
            #expect(try await visitor.get(admin, bearer: allowed).status == 200)
        }
    }

    @Test func `screen 3: a narrower scope shows itself on the path that names the user`() async throws {
        try await withProvider { visitor in
            let me = visitor.provider.api + "/me"
            let refused = try await visitor.get(me, bearer: try await visitor.signIn(scope: "openid orders").access)
            #expect(refused.status == 403)
            #expect(refused.challengeParameters["scope"] == "profile")
            #expect(try await visitor.get(me, bearer: try await visitor.signIn().access).status == 200)
        }
    }

    @Test func `the echo tells what came, but of a token only its fingerprint`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.send(
                "PATCH", visitor.provider.api + "/echo?a=1&b=%20",
                headers: ["Authorization": "Bearer abc", "X-Tag": "tag"], body: .text("Grüße"))
            let json = try answer.json
            #expect(json["method"]?.string == "PATCH")
            #expect(json["path"]?.string == "/echo")
            #expect(json["query"]?.string == "a=1&b=%20")
            #expect(json["body"]?.string == "Grüße")
            #expect(json["headers"]?["X-Tag"]?.string == "tag")
            // The SHA-256 of "abc" begins with BA78 (FIPS 180-4).
            #expect(json["headers"]?["Authorization"]?.string == "Bearer BA78")
        }
    }

    @Test func `a redirect to another origin shows whether a token went along`() async throws {
        try await withProvider { visitor in
            let token = try await visitor.signIn().access
            let answer = try await visitor.get(visitor.provider.api + "/redirect-out", bearer: token)
            #expect(answer.status == 302)
            let location = try #require(answer.headers["Location"])
            #expect(location == visitor.provider.api.replacing("127.0.0.1", with: "localhost") + "/echo")
        }
    }

    @Test func `orders come in the number asked for`() async throws {
        try await withProvider { visitor in
            let token = try await visitor.signIn().access
            for (query, count) in [("", 3), ("?limit=0", 0), ("?limit=250", 250), ("?limit=x", 3), ("?limit=-1", 0)] {
                let json = try await visitor.get(visitor.provider.api + "/orders" + query, bearer: token).json
                #expect(json["orders"]?.array?.count == count)
            }
        }
    }

    @Test func `a large body has its size and is JSON`() async throws {
        try await withProvider { visitor in
            let token = try await visitor.signIn().access
            let answer = try await visitor.get(visitor.provider.api + "/large?mb=2", bearer: token)
            #expect(answer.body.count == 2_000_000)
            #expect(try JSONValue(parsing: answer.body).array?.count == 2000)
        }
    }

    @Test func `a slow answer takes its time`() async throws {
        try await withProvider { visitor in
            let token = try await visitor.signIn().access
            let start = ContinuousClock.now
            _ = try await visitor.get(visitor.provider.api + "/slow?ms=50", bearer: token)
            #expect(ContinuousClock.now - start >= .milliseconds(50))
        }
    }

    @Test func `every answer is dated by the provider's clock`() async throws {
        try await withProvider { visitor in
            await visitor.provider.setClockOffset(.seconds(-1_000_000_000))
            for url in [visitor.provider.api + "/status", visitor.url(.discovery), visitor.provider.issuer + "/no"] {
                let date = try #require(try await visitor.get(url).headers["Date"])
                let year = try #require(date.split(separator: " ").dropFirst(3).first.flatMap { Int($0) })
                let now = Date(timeIntervalSinceNow: -1_000_000_000).timeIntervalSince1970
                #expect(abs(Double(year) - (1970 + now / (365.2425 * 86400))) < 2)
            }
        }
    }
}

import CurlTransport
import DemoProvider
import FoundationEssentials
import JOSE
import SessionCore
import Testing
import TestSupport

/// What the provider keeps of each request, for those who watch it.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct JournalTests {
    @Test func `every request is kept with its client and what was wrong`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            _ = try await visitor.refresh(tokens.refresh)
            _ = try await visitor.refresh(tokens.refresh)
            _ = try await visitor.get(visitor.provider.api + "/admin?secret=1", bearer: tokens.access)
            _ = try await visitor.get(visitor.provider.issuer + "/made-up")
            _ = try await visitor.post(.token, ["grant_type": "client_credentials"], basic: ("my-app", "wrong"))
            _ = try await visitor.get(visitor.url(.authorization) + "?client_id=nobody")
            _ = try await visitor.get(visitor.provider.api + "/me")
            let requests = await visitor.provider.requests()
            let lines = requests.map { "\($0.method) \($0.path) \($0.grantType ?? "-") \($0.clientID ?? "-")" }
            #expect(
                lines == [
                    "POST /token password session-console", "POST /token refresh_token session-console",
                    "POST /token refresh_token session-console", "GET /admin - session-console", "GET /made-up - -",
                    "POST /token client_credentials my-app", "GET /authorize - nobody", "GET /me - -",
                ])
            #expect(requests.map(\.answer) == [200, 200, 400, 401, 404, 401, 400, 401].map { .status($0) })
            let flaws = requests.map { $0.flaw ?? "" }
            #expect(flaws[0].isEmpty && flaws[1].isEmpty)
            #expect(flaws[2].hasPrefix("invalid_grant: "))
            #expect(flaws[3].hasPrefix("invalid_token: "))
            #expect(flaws[4] == "not_found: there is no endpoint at this path")
            let registered = "is unknown; registered are session-console and session-console-service"
            #expect(flaws[5] == "invalid_client: the client 'my-app' " + registered)
            #expect(flaws[6] == "invalid_client: the client 'nobody' " + registered)
            #expect(flaws[7] == "the request has no access token")
        }
    }

    @Test func `a request that a switch changed is kept with the switch's name`() async throws {
        try await withProvider { visitor in
            let tokens = try await visitor.signIn()
            await visitor.provider.narrowScopeOnNextRefresh(to: "openid")
            _ = try await visitor.refresh(tokens.refresh)
            #expect(await visitor.provider.requests().map(\.faults) == [[], ["scope-narrowed"]])
        }
    }

    @Test func `a refused redirect URI is named in the same words on a page and in JSON`() async throws {
        try await withProvider { visitor in
            let uri = "https://app.example/<b>\"?a=1&b=ü\\"
            let page = try await Browser(visitor).open(["redirect_uri": uri])
            #expect(page.text.contains("https://app.example/&lt;b&gt;%22?a=1&amp;b=%C3%BC%5C"))
            #expect(!page.text.contains("<b>"))
            let pushed = try await visitor.post(
                .pushedAuthorizationRequest,
                ["client_id": visitor.provider.clientID, "response_type": "code", "redirect_uri": uri])
            let words =
                "the redirect URI 'https://app.example/<b>%22?a=1&b=%C3%BC%5C' is not registered; registered are "
                + "http://127.0.0.1:PORT and http://[::1]:PORT with the path /, /callback or /signed-out"
            #expect(try pushed.json["error_description"]?.string == words)
            _ = try await Browser(visitor).open(["redirect_uri": nil])
            _ = try await Browser(visitor).open(["client_id": nil])
            let flaws = await visitor.provider.requests().map { $0.flaw ?? "" }
            #expect(flaws[0] == "invalid_request: \(words)" && flaws[1] == flaws[0])
            #expect(flaws[2] == "invalid_request: redirect_uri is missing")
            #expect(flaws[3] == "invalid_client: the request contains no client_id")
        }
    }

    @Test func `a value that was refused is cut where it is very long`() async throws {
        try await withProvider { visitor in
            _ = try await visitor.post(
                .token, ["grant_type": "client_credentials"], basic: (String(repeating: "a", count: 5000), "wrong"))
            let flaw = try #require(await visitor.provider.requests().first?.flaw)
            #expect(flaw.contains("aaa...'") && flaw.count < 400)
        }
    }

    @Test func `a token request's redirect URI that differs from its sign-in's is named with that`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let code = try #require(try await browser.signIn().location["code"])
            let answer = try await visitor.post(
                .token,
                [
                    "grant_type": "authorization_code", "code": code, "client_id": visitor.provider.clientID,
                    "redirect_uri": "http://127.0.0.1:1/callback",
                ])
            let description = try #require(try answer.json["error_description"]?.string)
            let words = "redirect_uri is 'http://127.0.0.1:1/callback', but the authorization request's was 'http://"
            #expect(description.hasPrefix(words))
        }
    }

    @Test func `the control URL is not kept, nor one sent to the wrong server`() async throws {
        try await withProvider { visitor in
            _ = try await visitor.get(visitor.provider.control + "/statistics")
            let stray = visitor.provider.control.replacing(visitor.provider.issuer, with: visitor.provider.api)
            _ = try await visitor.get(stray + "/statistics")
            #expect(await visitor.provider.requests().map(\.path) == ["/control/…"])
        }
    }

    @Test func `a request is kept from its arrival, and changes when it is answered`() async throws {
        try await withProvider { visitor in
            await visitor.provider.inject(.slow(.seconds(3600)), at: .api)
            async let slow = visitor.get(visitor.provider.api + "/status")
            var requests = await visitor.provider.requests()
            while requests.isEmpty {
                await Task.yield()
                requests = await visitor.provider.requests()
            }
            #expect(requests.map(\.answer) == [.pending])
            let change = try #require(requests.first?.change)
            #expect(await visitor.provider.requests(changedAfter: change).isEmpty)
            while await visitor.provider.requests(changedAfter: change).isEmpty {
                await visitor.provider.clearFaults()
                await Task.yield()
            }
            #expect(try await slow.status == 200)
            #expect(await visitor.provider.requests(changedAfter: change).map(\.answer) == [.status(200)])
        }
    }

    @Test func `the oldest requests leave`() async throws {
        try await withProvider { visitor in
            for _ in 0..<510 { _ = try await visitor.get(visitor.provider.api + "/status") }
            let requests = await visitor.provider.requests()
            #expect(requests.count == 500)
            #expect(requests.first?.id == 11)
        }
    }
}

import DemoProvider
import JOSE
import SessionCore
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SignInPageTests {
    @Test func `the page runs no scripts, is kept nowhere and framed by nobody`() async throws {
        try await withProvider { visitor in
            let page = try await Browser(visitor).open()
            let policy = try #require(page.headers["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("form-action 'self' http://127.0.0.1:49152"))
            #expect(page.headers["Cache-Control"] == "no-store")
            #expect(page.headers["Referrer-Policy"] == "no-referrer")
            #expect(!page.text.contains("<script"))
            let stylesheet = try await visitor.get(visitor.provider.issuer + "/style.css")
            #expect(stylesheet.headers["Content-Type"] == "text/css; charset=utf-8")
        }
    }

    @Test func `what came in the request is escaped in the page`() async throws {
        try await withProvider { visitor in
            let page = try await Browser(visitor).open(["login_hint": "\"><script>alert('1')</script>&"])
            #expect(page.text.contains("value=\"&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;\""))
            #expect(!page.text.contains("<script"))
        }
    }

    @Test func `a wrong password shows the page again, and the right one then works`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let again = try await browser.submit(browser.open(), password: "wrong")
            #expect(again.status == 403)
            #expect(again.text.contains("The username or the password is wrong"))
            #expect(again.text.contains("value=\"alice\""))
            #expect(!again.text.contains("value=\"wrong\""))
            #expect(try await browser.submit(again).location["code"] != nil)
        }
    }

    @Test func `an unknown user is refused in the same words`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let again = try await browser.submit(browser.open(), username: "carol")
            #expect(again.text.contains("The username or the password is wrong"))
        }
    }

    @Test func `a form that this provider did not send is refused`() async throws {
        try await withProvider { visitor in
            let answer = try await visitor.post(
                .signIn, ["request": "made-up", "username": "alice", "password": "wonderland"])
            #expect(answer.status == 400)
            #expect(answer.headers["Location"] == nil)
        }
    }

    @Test func `a page is good for one sign-in, and not for ever`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let (used, old) = (try await browser.open(), try await browser.open())
            #expect(try await browser.submit(used).status == 303)
            #expect(try await browser.submit(used).status == 400)
            await visitor.provider.setClockOffset(.seconds(601))
            #expect(try await browser.submit(old).status == 400)
        }
    }

    @Test func `cancelling tells the client`() async throws {
        try await withProvider { visitor in
            let page = try await Browser(visitor).open()
            let answer = try await visitor.post(
                .signIn, ["request": page.hiddenField("request"), "username": "", "password": "", "action": "cancel"])
            let response = try answer.location
            #expect(response["error"] == "access_denied")
            #expect(response["state"] == "a state")
        }
    }

    @Test func `a browser that is signed in needs no page, unless one is asked for`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let cookie = try #require(try await browser.signIn().headers["Set-Cookie"])
            #expect(cookie.contains("HttpOnly"))
            let pair = String(cookie.prefix { $0 != ";" })
            #expect(try await browser.open(cookie: pair).location["code"] != nil)
            #expect(try await browser.open(["prompt": "none"], cookie: pair).location["code"] != nil)
            #expect(try await browser.open(["max_age": "60"], cookie: pair).status == 303)
            for prompt in ["login", "consent", "select_account"] {
                #expect(try await browser.open(["prompt": prompt], cookie: pair).status == 200)
            }
            await visitor.provider.setClockOffset(.seconds(61))
            #expect(try await browser.open(["max_age": "60"], cookie: pair).status == 200)
            try await visitor.provider.revokeSessions(of: "alice")
            #expect(try await browser.open(["prompt": "none"], cookie: pair).location["error"] == "login_required")
        }
    }

    @Test func `a stronger sign-in opens what asks for it`() async throws {
        try await withProvider { visitor in
            let browser = Browser(visitor)
            let plain = try await browser.signIn()
            let pair = try #require(plain.headers["Set-Cookie"]).prefix { $0 != ";" }
            let code = try #require(try plain.location["code"])
            let weak = try Visitor.Tokens(try await browser.exchange(code)).access
            let refused = try await visitor.get(visitor.provider.api + "/step-up", bearer: weak)
            #expect(refused.status == 401)
            #expect(refused.challengeParameters["error"] == "insufficient_user_authentication")
            let wanted = try #require(refused.challengeParameters["acr_values"])
            // The earlier sign-in of the same browser isn't strong enough.
            let page = try await browser.open(["acr_values": wanted], cookie: String(pair))
            #expect(page.status == 200)
            let strong = try #require(try await browser.submit(page).location["code"])
            let token = try Visitor.Tokens(try await browser.exchange(strong))
            #expect(try await visitor.get(visitor.provider.api + "/step-up", bearer: token.access).status == 200)
            #expect(try JWT.parse(try #require(token.id)).claims.object["acr"]?.string == wanted)
        }
    }
}

import CurlTransport
import FoundationEssentials
import LoopbackRedirect
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LoopbackRedirectTests {
    private let browser = CurlTransport.patient()

    @Test func `a redirect arrives as the URL that the browser opened`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        let opened = "\(uri.absoluteString)?code=a%2Bb&state=s%20t&iss=https%3A%2F%2Fp.example"
        let page = Task { try await browse(opened) }
        #expect(await first(of: receiver)?.absoluteString == opened)
        await receiver.close(succeeded: true)
        #expect(try await page.value.status == 200)
    }

    @Test func `port 0 becomes a free port in the redirect URI and the rest of it stays`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/a%20b/c"))
        let uri = try await receiver.open()
        let port = try #require(uri.port)
        #expect(port > 0)
        #expect(uri.absoluteString == "http://127.0.0.1:\(port)/a%20b/c")
        let page = Task { try await browse("\(uri.absoluteString)?state=s") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: true)
        #expect(try await page.value.status == 200)
    }

    @Test func `a redirect URI without a port takes any free one`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1/callback"))
        #expect(try #require(try await receiver.open().port) > 1023)
        await receiver.close(succeeded: false)
    }

    @Test func `a redirect URI on [::1] is heard there`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://[::1]:0/callback"))
        let uri = try await receiver.open()
        #expect(uri.absoluteString.hasPrefix("http://[::1]:"))
        let page = Task { try await browse("\(uri.absoluteString)?state=s") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: true)
        #expect(try await page.value.status == 200)
    }

    @Test func `a browser is sent on to another page of the provider, and the port waits for its redirect`()
        async throws
    {
        let receiver = LoopbackRedirect()
        let uri = try await receiver.open()
        let next = try url("https://id.example/authorize?prompt=login&state=s%2B")
        let page = Task {
            try await browser.send(
                HTTPRequest(
                    url: try url("\(uri.absoluteString)?error=invalid_request&state=s"), redirects: .doNotFollow))
        }
        let redirect = try #require(await first(of: receiver))
        #expect(receiver.forward(redirect, to: next))
        let answer = try await page.value
        #expect(answer.status == 303)
        #expect(answer.headers["Location"] == next.absoluteString)
        #expect(answer.headers["Referrer-Policy"] == "no-referrer")
        let last = Task { try await browse("\(uri.absoluteString)?code=c&state=t") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: true)
        #expect(try await last.value.status == 200)
        #expect(!receiver.forward(redirect, to: next))
    }

    @Test func `the page says that the sign-in succeeded`() async throws {
        let text = try await pageText(succeeded: true)
        #expect(text.contains("You are signed in"))
        #expect(text.contains("back to the terminal"))
    }

    @Test func `the page says that the sign-in failed`() async throws {
        let text = try await pageText(succeeded: false)
        #expect(text.contains("failed"))
        #expect(text.contains("back to the terminal"))
        #expect(!text.contains("You are signed in"))
    }

    @Test(arguments: [true, false])
    func `the page of a sign-out says that it succeeded, and otherwise refers to the terminal`(succeeded: Bool)
        async throws
    {
        let receiver = try LoopbackRedirect(redirectURI: url(LoopbackRedirect.defaultURI), isForSignOut: true)
        let uri = try await receiver.open()
        let page = Task { try await browse("\(uri.absoluteString)?state=s") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: succeeded)
        let text = String(decoding: try await page.value.body, as: UTF8.self)
        #expect(text.contains("You are signed out at the provider") == succeeded)
        #expect(text.contains("back to the terminal") && !text.contains("signed in"))
    }

    @Test func `the page shows nothing of the response and forbids to keep, frame or refer to it`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        let page = Task { try await browse("\(uri.absoluteString)?code=c0desecret&state=st4tesecret") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: true)
        let response = try await page.value
        let shown = String(decoding: response.body, as: UTF8.self) + "\(response.headers)"
        #expect(!shown.contains("c0desecret"))
        #expect(!shown.contains("st4tesecret"))
        #expect(!shown.contains("<script"))
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["Referrer-Policy"] == "no-referrer")
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        #expect(response.headers["X-Frame-Options"] == "DENY")
        #expect(response.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
    }

    @Test func `a browser that is held for too long is sent back to the terminal without a verdict`() async throws {
        let receiver = try LoopbackRedirect(
            redirectURI: url("http://127.0.0.1:0/callback"), patience: .milliseconds(20))
        let uri = try await receiver.open()
        let response = try await browse("\(uri.absoluteString)?state=s")
        let text = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 200)
        #expect(text.contains("back to the terminal"))
        #expect(!text.contains("You are signed in") && !text.contains("failed"))
        await receiver.close(succeeded: true)
    }

    @Test(arguments: [
        "/", "/callback/", "/callback2?state=s", "/favicon.ico", "/callback", "/callback?", "/Callback?state=s",
    ])
    func `anything but the exact path with a query is not found`(target: String) async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let port = try #require(try await receiver.open().port)
        let arrivals = receiver.responses()
        #expect(try await browse("http://127.0.0.1:\(port)\(target)").status == 404)
        await receiver.close(succeeded: false)
        for await url in arrivals { Issue.record("\(url) arrived") }
    }

    @Test(arguments: ["POST", "HEAD", "PUT", "OPTIONS"])
    func `any other method than GET is turned away`(method: String) async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        let arrivals = receiver.responses()
        let status = try await browse("\(uri.absoluteString)?code=c&state=s", method: method).status
        #expect(status == (method == "POST" ? 405 : 404))
        await receiver.close(succeeded: false)
        for await url in arrivals { Issue.record("\(url) arrived") }
    }

    @Test func `several redirects arrive in order and all browsers are answered`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        var arrivals = receiver.responses().makeAsyncIterator()
        let stray = Task { try await browse("\(uri.absoluteString)?state=stray") }
        #expect(await arrivals.next()?.query == "state=stray")
        let awaited = Task { try await browse("\(uri.absoluteString)?state=awaited") }
        #expect(await arrivals.next()?.query == "state=awaited")
        await receiver.close(succeeded: true)
        #expect(try await stray.value.status == 200)
        #expect(try await awaited.value.status == 200)
    }

    @Test func `a crowd of strays keeps the awaited browser neither out nor waiting`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        var arrivals = receiver.responses().makeAsyncIterator()
        let strays = (0..<40).map { number in
            Task {
                try await CurlTransport.patient().send(HTTPRequest(url: url("\(uri.absoluteString)?state=\(number)")))
            }
        }
        for _ in strays { #expect(await arrivals.next() != nil) }
        let awaited = Task { try await browse("\(uri.absoluteString)?state=awaited") }
        #expect(await arrivals.next()?.query == "state=awaited")
        await receiver.close(succeeded: true)
        #expect(try await awaited.value.status == 200)
        for stray in strays { #expect(try await stray.value.status == 200) }
    }

    @Test func `opening again tells the browser of the attempt before that it failed`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"), patience: .seconds(20))
        let uri = try await receiver.open()
        let page = Task { try await browse("\(uri.absoluteString)?state=s") }
        #expect(await first(of: receiver) != nil)
        _ = try await receiver.open()
        #expect(String(decoding: try await page.value.body, as: UTF8.self).contains("failed"))
        await receiver.close(succeeded: true)
    }

    @Test
    func `truth 5: a browser with another sign-in's answer is told so at once, and the awaited one still arrives`()
        async throws
    {
        let receiver = try LoopbackRedirect(
            redirectURI: url("http://127.0.0.1:0/callback"), patience: .seconds(3_600))
        let uri = try await receiver.open()
        var arrivals = receiver.responses().makeAsyncIterator()
        let stray = Task { try await browse("\(uri.absoluteString)?error=access_denied&state=another") }
        receiver.dismiss(try #require(await arrivals.next()))
        let page = try await stray.value
        let text = String(decoding: page.body, as: UTF8.self)
        #expect(page.status == 200)
        #expect(text.contains("another sign-in") && text.contains("back to the terminal"), "\(text)")
        #expect(!text.contains("access_denied"))
        let awaited = Task { try await browse("\(uri.absoluteString)?code=c&state=mine") }
        #expect(await arrivals.next()?.query == "code=c&state=mine")
        await receiver.close(succeeded: true)
        #expect(String(decoding: try await awaited.value.body, as: UTF8.self).contains("You are signed in"))
    }

    @Test func `truth 5: eight browsers are held, the next is answered at once, and one that is dismissed makes room`()
        async throws
    {
        let receiver = try LoopbackRedirect(
            redirectURI: url("http://127.0.0.1:0/callback"), patience: .seconds(3_600))
        let uri = try await receiver.open()
        var arrivals = receiver.responses().makeAsyncIterator()
        var held: [Task<HTTPResponse, any Error>] = []
        for number in 0..<8 {
            held.append(
                Task {
                    try await CurlTransport.patient().send(
                        HTTPRequest(url: url("\(uri.absoluteString)?state=\(number)")))
                })
            _ = await arrivals.next()
        }
        let next = try await browse("\(uri.absoluteString)?state=next")
        #expect(String(decoding: next.body, as: UTF8.self).contains("Back to the terminal"))
        receiver.dismiss(try url("\(uri.absoluteString)?state=0"))
        #expect(try await held[0].value.status == 200)
        let late = Task { try await browse("\(uri.absoluteString)?state=late") }
        #expect(await arrivals.next()?.query == "state=next")
        #expect(await arrivals.next()?.query == "state=late")
        await receiver.close(succeeded: true)
        for browser in held { #expect(try await browser.value.status == 200) }
        #expect(String(decoding: try await late.value.body, as: UTF8.self).contains("You are signed in"))
    }

    @Test(arguments: [20, 70_000]) func `truth 7: an answer that comes as a form is told, and the sign-in waits on`(
        size: Int
    ) async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        var unreadable = receiver.unreadable().makeAsyncIterator()
        let page = try await browser.send(
            HTTPRequest(
                method: "POST", url: uri, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .text("code=c0de&state=s&filler=" + String(repeating: "x", count: size))))
        #expect(page.status == 405)
        #expect(String(decoding: page.body, as: UTF8.self).contains("form_post"))
        let stray = try #require(await unreadable.next())
        #expect(stray.flaw == .posted && "\(stray)".contains("form_post"))
        let awaited = Task { try await browse("\(uri.absoluteString)?code=c&state=s") }
        #expect(await first(of: receiver)?.query == "code=c&state=s")
        await receiver.close(succeeded: true)
        #expect(try await awaited.value.status == 200)
    }

    @Test func `hole: only the browser that brought a redirect is told that it was another sign-in's`() async throws {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        var arrivals = receiver.responses().makeAsyncIterator()
        let stray = Task { try await browse("\(uri.absoluteString)?state=stray") }
        let first = try #require(await arrivals.next())
        let awaited = Task { try await browse("\(uri.absoluteString)?state=mine") }
        _ = await arrivals.next()
        receiver.dismiss(first)
        #expect(String(decoding: try await stray.value.body, as: UTF8.self).contains("another sign-in"))
        await receiver.close(succeeded: true)
        #expect(String(decoding: try await awaited.value.body, as: UTF8.self).contains("You are signed in"))
    }

    private func pageText(succeeded: Bool) async throws -> String {
        let receiver = try LoopbackRedirect(redirectURI: url("http://127.0.0.1:0/callback"))
        let uri = try await receiver.open()
        let page = Task { try await browse("\(uri.absoluteString)?state=s") }
        #expect(await first(of: receiver) != nil)
        await receiver.close(succeeded: succeeded)
        return String(decoding: try await page.value.body, as: UTF8.self)
    }

    private func browse(_ address: String, method: String = "GET") async throws -> HTTPResponse {
        try await browser.send(HTTPRequest(method: method, url: url(address)))
    }

    private func first(of receiver: LoopbackRedirect) async -> URL? {
        for await url in receiver.responses() { return url }
        return nil
    }
}

func url(_ text: String) throws -> URL {
    try #require(URL(string: text))
}

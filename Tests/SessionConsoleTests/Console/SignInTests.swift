import JOSE
import CurlTransport
import FoundationEssentials
import SessionCore
import TestSupport
import Testing

extension ConsoleTests {
    @Suite(.serialized) struct SignInTests {
        @Test func `a password signs in and is never on the screen`() async throws {
            try await ConsoleUnderTest.run { console in
                let recording = console.program.home + "/recording"
                try await console.screen.record(to: recording)
                try await console.signIn()
                try await console.screen.wait("the session and its end") {
                    $0.contains("signed in     password") && $0.contains(/Access +[0-9A-F]{4} (09:\d\d|10:00)/)
                }
                #expect(try await console.provider.tokenRequests("password")["ok"] == 1)
                let sent = try await console.screen.recording(at: recording, with: "AUTHENTICATED")
                #expect(!sent.contains("wonderland".utf8))
            }
        }

        @Test func `a wrong password is told, and the next one signs in`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("p", showing: "Username")
                try await console.screen.type("alice")
                try await console.screen.press("Tab")
                try await console.screen.type("looking-glass")
                try await console.screen.press("Enter")
                try await console.screen.wait("the reason") {
                    $0.contains("Sign in with a password") && $0.contains("invalid_grant") && $0.contains("SIGNED OUT")
                }
                try await console.screen.type("wonderland")
                try await console.screen.press("Enter")
                try await console.screen.wait(for: "AUTHENTICATED")
            }
        }

        @Test func `a device code that is approved elsewhere signs in`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("d", showing: "Waiting for your approval")
                let screen = try await console.screen.wait("the link, its code and its picture") {
                    $0.contains("\(console.provider.announcement.issuer)/device") && $0.contains(Self.userCode)
                        && $0.contains("█▀") && $0.contains("▄█")
                }
                let code = try #require(screen.firstMatch(of: Self.userCode)?.output)
                try await console.provider.control(
                    "approve-device", ["user_code": .string(String(code)), "username": "bob"])
                try await console.screen.wait(for: "AUTHENTICATED")
                try await console.screen.wait(for: "signed in     device code")
            }
        }

        @Test func `a browser that BROWSER names signs in`() async throws {
            try await ConsoleUnderTest.run(environment: ["BROWSER": "./browser"]) { console in
                try await console.program.makeScript(
                    "browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
                try await console.chooseSignIn("b", showing: "Sign in with a browser")
                try await console.screen.wait("the browser was started") { _ in
                    (try? console.program.text("link")) != nil
                }
                let link = try #require(URL(string: try console.program.text("link")))
                let browser = Browser(CurlTransport())
                let page = try await browser.open(browser.signIn(at: link))
                let text = String(decoding: page.body, as: UTF8.self)
                #expect(page.status == 200 && text.contains("terminal"), "\(text)")
                #expect(!text.contains("code="), "the page shows the authorization code: \(text)")
                try await console.screen.wait(for: "AUTHENTICATED")
                try await console.screen.wait(for: "signed in     authorization code")
                #expect(try await console.provider.tokenRequests("authorization_code")["ok"] == 1)
            }
        }

        @Test func `provider 1: the console asks with the profile's parameters, and truth 5: says what strays say`()
            async throws
        {
            try await ConsoleUnderTest.run(
                environment: ["BROWSER": "./browser"],
                options: ["--prompt", "login", "--authorization-parameter", "ui_locales=de"]
            ) { console in
                try await console.program.makeScript(
                    "browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
                try await console.chooseSignIn("b", showing: "Sign in with a browser")
                try await console.screen.wait("the browser was started") { _ in
                    (try? console.program.text("link")) != nil
                }
                let link = try #require(URL(string: try console.program.text("link")))
                let asked = FormParameters(decoding: link.query(percentEncoded: true) ?? "")
                #expect(asked["prompt"] == "login" && asked["ui_locales"] == "de")
                let redirect = try #require(asked["redirect_uri"])
                let stray = try #require(URL(string: redirect + "?error=access_denied&state=another"))
                let page = try await Browser(CurlTransport()).open(stray)
                #expect(String(decoding: page.body, as: UTF8.self).contains("another sign-in"))
                try await console.screen.wait(for: "it said access_denied")
                try await console.screen.press("Escape")
            }
        }

        @Test(arguments: [true, false])
        func `statement 17: browser and device code wait together, and the first one signs in`(byDevice: Bool)
            async throws
        {
            try await ConsoleUnderTest.run(environment: ["BROWSER": "./browser"]) { console in
                try await console.program.makeScript(
                    "browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
                try await console.chooseSignIn("b", showing: "Sign in with a browser")
                try await until { (try? console.program.text("link")) != nil }
                let link = try #require(URL(string: try console.program.text("link")))
                try await console.screen.press("d")
                let screen = try await console.screen.wait("both") {
                    $0.contains("Sign in with a browser") && $0.contains(Self.userCode)
                }
                let code = try #require(screen.firstMatch(of: Self.userCode)?.output)
                let browser = Browser(CurlTransport())
                let redirect = try await browser.signIn(at: link)
                if byDevice {
                    try await console.provider.control(
                        "approve-device", ["user_code": .string(String(code)), "username": "bob"])
                } else {
                    _ = try await browser.open(redirect)
                }
                try await console.screen.wait(
                    for: byDevice ? "signed in     device code" : "signed in     authorization code")
                try await console.screen.wait("the end of the other") { $0.contains("cancelled") }
                // Nothing waits any more: the port is free, and the device code is not redeemed.
                try await console.screen.wait("the port was freed") { _ in
                    (try? await CurlTransport().send(HTTPRequest(url: redirect))) == nil
                }
                let codes = try await console.provider.tokenRequests("authorization_code")["ok"]?.int ?? 0
                #expect(codes == (byDevice ? 0 : 1))
            }
        }

        @Test func `statement 18: after a sign-out the provider asks again, and another user waits for no expiry`()
            async throws
        {
            try await ConsoleUnderTest.run(environment: ["BROWSER": "./browser"]) { console in
                try await console.program.makeScript(
                    "browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
                try await console.signIn()
                try await console.screen.press("o")
                try await console.screen.wait(for: "Sign out?")
                try await console.screen.press("y")
                try await console.screen.wait(for: "SIGNED OUT")
                try await console.chooseSignIn("b", showing: "Sign in with a browser")
                try await console.screen.wait("the browser was started") { _ in
                    (try? console.program.text("link")) != nil
                }
                let link = try #require(URL(string: try console.program.text("link")))
                let asked = FormParameters(decoding: link.query(percentEncoded: true) ?? "")
                #expect(asked["prompt"]?.split(separator: " ").contains("login") == true, "\(link)")
                try await console.screen.press("Escape")
                try await console.screen.wait("the dialog closed") { !$0.contains("Sign in with a browser") }
                try await console.signIn(username: "bob", password: "builder")
                try await console.perform("get /me")
                try await console.screen.wait(for: "\"username\": \"bob\"")
            }
        }

        @Test func `provider 4: the menu asks the provider, and the client's own ways are in it`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.provider.control(
                    "metadata", ["leave_out": ["authorization_endpoint", "device_authorization_endpoint"]])
                try await console.screen.press("l")
                try await console.screen.wait("what the provider lacks, and what this client does") {
                    $0.contains("publishes no authorization_endpoint") && $0.contains("Client credentials")
                        && $0.contains("needs a client with a secret") && $0.contains("Import")
                        && !$0.contains("publishes no device_authorization_endpoint")
                }
            }
        }

        @Test func `statement 17: leaving a browser sign-in frees its port`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("b", showing: "Open this link")
                var port: String?
                try await console.screen.wait("the redirect URI in the link") { screen in
                    let text = screen.filter { !$0.isWhitespace && $0 != "║" && $0 != "│" }
                    port = text.firstMatch(of: /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A(\d+)%2F/).map { String($0.1) }
                    return port != nil
                }
                try await console.screen.press("Escape")
                try await console.screen.wait("the dialog closed") { !$0.contains("Open this link") }
                let url = try #require(port.flatMap { URL(string: "http://127.0.0.1:\($0)/callback") })
                try await console.screen.wait("the port was freed") { _ in
                    (try? await CurlTransport().send(HTTPRequest(url: url))) == nil
                }
            }
        }

        private static var userCode: Regex<Substring> { /\b[B-Z]{4}-[B-Z]{4}\b/ }
    }
}

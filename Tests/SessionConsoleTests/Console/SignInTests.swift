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
                let screen = try await console.screen.wait(for: "signed in     password")
                #expect(screen.contains("expires in 09:5") || screen.contains("expires in 10:00"), "\(screen)")
                #expect(try await console.provider.tokenRequests("password")["ok"] == 1)
                let sent = try String(decoding: Data(contentsOf: URL(filePath: recording)), as: UTF8.self)
                #expect(sent.contains("AUTHENTICATED") && !sent.contains("wonderland"))
            }
        }

        @Test func `a wrong password is told, and the next one signs in`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("p", showing: "Username")
                try await console.screen.type("alice")
                try await console.screen.press("Tab")
                try await console.screen.type("looking-glass")
                try await console.screen.press("Enter")
                let screen = try await console.screen.wait(for: "Not signed in")
                #expect(screen.contains("invalid_grant") && screen.contains("SIGNED OUT"), "\(screen)")
                try await console.screen.press("q")
                try await console.screen.wait("the dialog closed") { !$0.contains("Not signed in") }
                try await console.signIn()
            }
        }

        @Test func `a device code that is approved elsewhere signs in`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("d", showing: "Waiting for your approval")
                let screen = try await console.screen.text()
                let code = try #require(screen.firstMatch(of: /\b[B-Z]{4}-[B-Z]{4}\b/)?.output)
                #expect(screen.contains("\(console.provider.announcement.issuer)/device"))
                #expect(screen.contains("█▀") && screen.contains("▄█"), "the QR code is missing:\n\(screen)")
                try await console.provider.control(
                    "approve-device", ["user_code": .string(String(code)), "username": "bob"])
                try await console.screen.wait(for: "AUTHENTICATED")
                try await console.screen.wait(for: "signed in     device code")
            }
        }

        @Test func `a browser that BROWSER names signs in`() async throws {
            try await ConsoleUnderTest.run(environment: ["BROWSER": "./browser"]) { console in
                try console.program.write(
                    "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n", to: "browser", isProgram: true)
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

        @Test func `leaving a browser sign-in frees its port`() async throws {
            try await ConsoleUnderTest.run { console in
                try await console.chooseSignIn("b", showing: "Open this link")
                let screen = try await console.screen.text()
                let text = screen.filter { !$0.isWhitespace && $0 != "║" && $0 != "│" }
                let port = try #require(text.firstMatch(of: /redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A(\d+)/)?.output.1)
                try await console.screen.press("Escape")
                try await console.screen.wait("the dialog closed") { !$0.contains("Open this link") }
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/callback"))
                try await console.screen.wait("the port was freed") { _ in
                    (try? await CurlTransport().send(HTTPRequest(url: url))) == nil
                }
            }
        }
    }
}

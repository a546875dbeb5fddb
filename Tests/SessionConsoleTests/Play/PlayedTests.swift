import CurlTransport
import FoundationEssentials
import TestSupport
import Testing

/// What a scenario says of its steps, and what it does for a person.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PlayedTests {
    @Test func `each step says what came of it`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = """
            sign in as alice
            user info
            refresh
            fault network off once
            user info
            reject the next refresh
            refresh
            expect forced logout because invalid_grant
            """
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 0, "\(result.text)")
        for words in [
            "  user info: sub 248289761001\n", "  refresh: new tokens\n", "  user info: userinfo: no connection to ",
            "  refresh: the session has ended: the refresh was rejected with invalid_grant",
        ] { #expect(result.text.contains(words), "\(result.text)") }
    }

    @Test func `the provider's clock is known by its last token answer`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = """
            provider access=10m
            sign in as alice
            provider clock 3m ahead
            GET /orders
            expect clock 3m ahead
            """
        let early = try await program.run("play", "-", "--headless", input: text)
        #expect(early.text.contains("by its last token answer, the provider's clock"), "\(early.text)")
        let late = try await program.run(
            "play", "-", "--headless", input: text.replacing("GET /orders", with: "refresh"))
        #expect(late.status == 0, "\(late.text)")
    }

    @Test func `a scenario on a profile says first how it begins`() async throws {
        let console = try await Console()
        try await console.signIn()
        let text = "profile default\nGET /orders\nexpect 200\nsign out\n"
        let first = try await console.run("play", "-", "--headless", input: text)
        #expect(first.status == 0, "\(first.text)")
        #expect(first.lines.first == "begins signed in, as 248289761001", "\(first.text)")
        let second = try await console.run("play", "-", "--headless", "--format", "tap", input: text)
        #expect(second.lines.prefix(3) == ["TAP version 13", "1..3", "# begins signed out"], "\(second.text)")
    }

    @Test func `on a profile a browser is a person's, and a user is left out`() async throws {
        let console = try await Console()
        let result = try await console.run(
            "play", "-", "--headless", input: "profile default\nsign in as alice by browser\n")
        #expect(result.status == 2)
        #expect(result.errorText.contains("Leave out 'as alice'"), "\(result.errorText)")
    }
}

extension ConsoleTests {
    @Suite(.serialized) struct AudienceTests {
        @Test func `a person who signs in while an audience watches finds the page in a browser`() async throws {
            var program = try ProgramUnderTest()
            defer { program.remove() }
            program.environment["BROWSER"] = "./browser"
            try await program.makeScript("browser", "#!/bin/sh\nprintf %s \"$1\" >link.new && mv link.new link\n")
            try program.write("sign in\nexpect state authenticated\n", to: "person.scenario")
            let command = ProgramUnderTest.commandLine(["play", "person.scenario"])
            try await TmuxScreen.run("\(command); exec cat", program: program) { [program] screen in
                try await screen.wait(for: "Sign in with a browser")
                try await screen.wait("the browser was started") { _ in (try? program.text("link")) != nil }
                let link = try #require(URL(string: try program.text("link")))
                let browser = Browser(CurlTransport())
                _ = try await browser.open(browser.signIn(at: link))
                try await screen.wait(for: "the scenario is over: all 2 steps passed")
            }
        }
    }
}

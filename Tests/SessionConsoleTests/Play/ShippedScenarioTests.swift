import FoundationEssentials
import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ShippedScenarioTests {
    @Test(arguments: Scenario.shipped.map(\.name))
    func `every shipped scenario passes`(name: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", name, "--headless")
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("\(name): all "))
    }

    @Test(arguments: [Self.badDay, Self.outage, Self.ticket, Self.talk])
    func `a scenario that was written from the manual alone passes`(text: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 0, "\(result.text)")
    }

    @Test func `the scenario of somebody who has read the manual page alone holds, step for step`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "newcomer.scenario")
        let result = try await program.run("play", file.path, "--headless")
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("newcomer.scenario: all 58 steps passed."))
        #expect(result.text.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("ok ") })
    }

    /// Tokens that live five seconds are not renewed in time, and one is waited for.
    private static let outage = #"""
        provider access=5s refresh=2m            # the demo provider; or: profile work
        sign in as alice by password
        expect state authenticated
        GET /orders
        expect 200
        expire the access token
        burst 20 GET /orders
        expect 1 refresh, 0 logouts
        fault token-endpoint 500 twice
        wait until refreshed, at most 10s
        revoke the session
        GET /orders
        expect forced logout because invalid_grant

        """#

    @Test func `each flaw of a scenario has a line with its place`() async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", "-", "--headless", input: "sing in\nGET orders\n")
        #expect(result.status == 2)
        #expect(result.text.isEmpty)
        let lines = result.errorText.split(separator: "\n")
        #expect(lines.dropFirst().prefix(2).map { $0.prefix(6) } == ["-:1:1:", "-:2:5:"], "\(result.errorText)")
    }

    /// What somebody wrote who had never seen the program but its manual.
    private static let ticket = #"""
        # Reproduction: ticket 4711 "users are logged out when the provider answers 500 while the token expires"
        provider access=10s refresh=1m
        sign in as alice
        fault token endpoint 500 until cleared
        expire the access token
        burst 5 GET /orders
        expect no answer because 500
        expect no logouts, state expired
        wait 30s
        expect no logouts
        clear token endpoint 500
        wait until refreshed, at most 2m
        GET /orders
        expect 200
        wait 2m
        GET /orders
        expect forced logout because invalid_grant

        """#

    /// By the same hand, for an audience.
    private static let talk = """
        say Welcome. This is OAuth, live.
        pause 2s
        sign in as bob by device
        show tokens
        say Two tokens; the left one is the access token. Look at the claims, then at what became of each of \
        them after we refresh.
        pause 3s
        refresh
        press tab
        show flow
        say And this is the wire.
        rotate the keys
        refresh
        user info
        show lab
        preset flaky mobile network
        show session
        burst 10 GET /me
        press esc
        clear faults
        say "Questions? # yes, please"

        """

    private static let badDay = #"""
        # Bob stays signed in through a bad day.
        provider access=2m refresh=1h
        sign in as bob by password
        expect state authenticated, scope openid, 1 sign-in
        POST /echo {"item": "Coffee # 1"}
          Accept: application/json
          X-Note: first
        expect 200, body contains "Coffee # 1", header Content-Type: application/json
        user info
        expect user name Bob Example, event userinfo_fetched

        fault network off twice
        GET /orders
        expect no answer, fault network off armed
        GET /orders
        expect no answer, fault network off not armed, no logouts
        GET /orders
        expect 200, no refreshes

        wait until 45s left
        expect the same access token
        wait until refreshed, at most 1 minute
        expect a new access token, no logouts
        revoke the access token
        GET /orders
        expect 200, 1 401, 1 refresh

        sign out
        expect state signed out, 1 logout
        GET /public without token
        expect 200
        sign in as alice by device
        expect state authenticated, user name Alice Example
        fault token endpoint 500 until cleared
        refresh
        expect no refreshes
        clear faults
        sign out here
        expect state signed out

        """#

    @Test(arguments: Scenario.shipped.map(\.name))
    func `a shipped scenario fails where an expectation is added that does not hold`(name: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let text = try #require(Scenario.shipped.first { $0.name == name }).text
        let result = try await program.run("play", "-", "--headless", input: text + "expect 7 adoptions\n")
        #expect(result.status == 1)
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(result.text.contains("-:\(line): failed;"), "\(result.text)")
        #expect(result.text.contains("counted 0 adoptions, not 7"))
    }
}

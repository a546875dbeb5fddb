import Scenarios
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ShippedScenarioTests {
    @Test(arguments: Scenario.shipped.map(\.name))
    func `every shipped scenario passes`(name: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", name, "--headless")
        #expect(result.status == 0, "\(result.text)")
        #expect(result.text.contains("\(name): all "))
    }

    @Test(arguments: [Self.badDay, Self.outage])
    func `a scenario that was written from the manual alone passes`(text: String) async throws {
        let program = try ProgramUnderTest()
        defer { program.remove() }
        let result = try await program.run("play", "-", "--headless", input: text)
        #expect(result.status == 0, "\(result.text)")
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
        expect state signed out, no logouts
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

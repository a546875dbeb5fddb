import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct PlaybackTests {
    @Test func `a step is over when all is settled, and not before`() throws {
        var desk = try Desk("burst 3 GET /orders\nexpect 3 calls")
        desk.settle()
        #expect(desk.sentCalls == 3)
        #expect(desk.results.isEmpty)
        for id in 1...3 { desk.answer(id) }
        // Userinfo, which follows a sign-in, is not a call of the scenario.
        desk.happen(.requestFinished(Samples.facts(4, status: 200)))
        #expect(desk.results.isEmpty)
        desk.settle()
        #expect(desk.outcomes == [.passed, .passed])
        #expect(desk.workspace.playback?.hasEnded == true)
    }

    @Test func `an answer that comes too late for its ticket begins no step`() throws {
        var desk = try Desk("GET /orders\nGET /me")
        desk.settle()
        let late = try #require(desk.workspace.playback?.ticket)
        desk.settle()
        #expect(desk.sentCalls == 1)
        desk.send(.playback(.settled(late)))
        #expect(desk.sentCalls == 0)
        #expect(desk.results.count == 1)
    }

    @Test(arguments: [
        "expect 200", "expect 1 refresh", "expect forced logout", "expect refresh failed", "expect state signed out",
        "expect scope orders:write", "expect a new access token", "expect sign-in failed because access_denied",
        "expect event refreshed", "expect fault network off armed", "expect no answer", "expect body contains \"x\"",
        "expect user name Bob", "expect challenge error=invalid_token", "expect header Server: x", "expect 2 calls",
        "expect clock 5m ahead",
    ]) func `an expectation that does not hold says what was found, and the rest is skipped`(line: String) throws {
        var desk = try Desk("user info\n\(line)\nGET /orders")
        desk.settle()
        desk.settle()
        try expectWords(desk.reason, line)
        #expect(desk.outcomes.last == .skipped)
        #expect(desk.results.count == 3)
        #expect(desk.sentCalls == 0)
    }

    @Test func `expectations judge what happened since the actions before the last ones`() throws {
        var desk = try Desk("GET /orders\nexpect 1 refresh\nexpect no logouts\nGET /me\nexpect no refreshes")
        desk.settle()
        desk.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil))
        desk.settle()
        #expect(desk.outcomes == [.passed, .passed, .passed])
        desk.settle()
        #expect(desk.outcomes == [.passed, .passed, .passed, .passed, .passed])
    }

    @Test func `what is said, shown or waited for between expectations changes nothing for the second`() throws {
        var desk = try Desk(
            "GET /orders\nexpect 1 call\nsay So far.\nshow flow\npause 1s\nexpect 1 call\nGET /me\nexpect 2 calls")
        desk.settle()
        desk.answer(1)
        for _ in 0..<2 { desk.settle() }
        #expect(desk.outcomes.count == 6, "\(desk.reason)")
        desk.answer(2)
        desk.settle()
        #expect(desk.reason == "counted 1 call, not 2")
    }

    @Test(arguments: [
        (401, "expect 1 401, no logouts", true), (401, "expect no 401s", false), (403, "expect 1 401", false),
    ])
    func `each answer 401 of the API counts, whatever the session makes of it`(
        status: Int, line: String, holds: Bool
    ) throws {
        var desk = try Desk("GET /step-up\n\(line)")
        desk.settle()
        let url = "http://127.0.0.1:41874/step-up"
        desk.happen(.exchange(Samples.exchange(1, .request, request: 1, url: url, status: status, body: nil)))
        desk.happen(.exchange(Samples.exchange(2, .token, url: url, status: 401, body: nil)))
        desk.settle()
        #expect((desk.outcomes.last == .passed) == holds, "\(desk.reason)")
    }

    @Test func `a sign-out is a logout`() throws {
        var desk = try Desk("sign out\nexpect 1 logout")
        desk.settle()
        desk.happen(.signedOut(.signedOut))
        desk.settle()
        #expect(desk.outcomes == [.passed, .passed])
    }

    @Test func `a person who signs in is waited for, and a user of the demo is not`() throws {
        for (line, waits) in [
            ("sign in", true), ("sign in by device", true), ("sign in as alice", false), ("refresh", false),
        ] {
            var desk = try Desk(line)
            desk.settle()
            #expect(desk.workspace.playback?.awaitsPerson == waits, "\(line)")
        }
    }

    @Test(arguments: [("GET /orders", true), ("expect refresh failed because 500", false)])
    func `a refresh that is held back fails its step, unless that is expected`(next: String, fails: Bool) throws {
        var desk = try Desk("refresh\n\(next)")
        desk.settle()
        let error = SessionError.server(status: 500, during: .token, retryAfter: nil)
        let held = SessionError.backingOff(retryAfter: .seconds(12), after: error)
        desk.send(.session(0, .session(.refreshEnded(.failure(held)))))
        desk.settle()
        #expect(desk.reason.isEmpty != fails)
        if fails { try expectWords(desk.reason) }
        #expect(desk.outcomes.first?.isFailure == fails)
        if !fails { #expect(desk.outcomes == [.passed, .passed]) }
    }

    @Test func `waiting moves the clock until the condition holds, and no further than the limit`() throws {
        var desk = try Desk("wait until refreshed, at most 30s")
        desk.settle()
        var moved = Duration.zero
        while case .playback(.advance(let step, _))? = desk.effects.last, moved < .seconds(60) {
            moved += step
            desk.tick(step / .seconds(1))
            desk.settle()
        }
        #expect(moved == .seconds(30))
        try expectWords(desk.reason)
    }

    @Test func `in real time nothing moves the clock`() throws {
        var desk = try Desk("wait 30s", isRealTime: true)
        desk.settle()
        guard case .playback(.rest)? = desk.effects.last else {
            Issue.record("\(desk.effects)")
            return
        }
    }

    @Test(arguments: ["press e", "press v"]) func `a scenario runs no program and writes no file`(line: String) throws {
        var desk = try Desk(line)
        desk.settle()
        try expectWords(desk.reason, line)
        #expect(!desk.effects.contains { if case .session(_, .tool) = $0 { true } else { false } })
    }

    @Test func `the result of a call says what it was answered`() throws {
        var desk = try Desk(
            "GET /orders\nexpect 200\nburst 3 GET /orders\nsay Good.\nexpect body contains \"nothing\"")
        desk.settle()
        desk.answer(1)
        desk.settle()
        desk.answer(2)
        desk.answer(3)
        let lost = Result<AuthorizedResponse, SessionError>.failure(.noSession)
        desk.send(.session(0, .happened(.answered(CallID(4), lost))))
        desk.settle()
        #expect(desk.results.map(\.answer) == ["200", nil, "2 × 200, no answer: \(SessionError.noSession)", nil, nil])
        #expect(desk.reason == "no answer came")
    }

    @Test func `the results of a refresh and of user info say what came of them`() throws {
        var desk = try Desk("user info\nrefresh\nuser info\nrefresh")
        desk.settle()
        desk.send(.session(0, .session(.userInfoEnded(.success(())))))
        desk.settle()
        desk.send(.session(0, .session(.refreshEnded(.success(())))))
        desk.settle()
        desk.send(.session(0, .session(.userInfoEnded(.failure(.noUser)))))
        desk.settle()
        let end = SessionEnd.refreshRejected(.named(Samples.rejection))
        desk.send(.session(0, .session(.refreshEnded(.failure(.sessionExpired(end))))))
        desk.settle()
        #expect(desk.outcomes == [.passed, .passed, .passed, .passed])
        #expect(
            desk.results.map(\.answer) == [
                "sub 248289761001", "new tokens", "\(SessionError.noUser)", "\(SessionError.sessionExpired(end))",
            ])
    }

    @Test(arguments: ["replay the refresh token", "preset stolen refresh token"])
    func `a replay before any refresh says what it waits for`(line: String) throws {
        var desk = try Desk("\(line)\nrefresh\n\(line)")
        desk.settle()
        desk.settle()
        #expect(desk.results.first?.answer == "no refresh token is spent yet: the fault strikes at the second refresh")
        desk.happen(.refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: Samples.refresh))
        desk.send(.session(0, .session(.refreshEnded(.success(())))))
        desk.settle()
        desk.settle()
        #expect(desk.results.map(\.answer).suffix(2) == ["new tokens", nil])
    }

    @Test func `an expectation of a body names the text and the body's size`() throws {
        var desk = try Desk("GET /orders\nexpect body contains \"nothing\"")
        desk.settle()
        desk.answer(1)
        desk.settle()
        #expect(desk.reason == "the body of 2 B does not contain 'nothing'")
    }

    @Test(arguments: ["press y t y", "press y t Y", "press tab tab tab m", "profile default\npress y t y"])
    func `a scenario hands out no token`(text: String) throws {
        var desk = try Desk(text)
        desk.settle()
        desk.settle()
        #expect(desk.reason == "a scenario neither copies nor shows a token", "\(desk.outcomes)")
        let handsOut = desk.effects.contains { effect in
            switch effect {
            case .session(_, .session(.copyAccessToken)), .session(_, .session(.reveal)): true
            default: false
            }
        }
        #expect(!handsOut)
    }

    @Test func `a scenario does not end the console`() throws {
        var desk = try Desk("press Q")
        desk.settle()
        try expectWords(desk.reason)
    }
}

import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5))) struct PlaybackTests {
    /// A signed-in console that plays a scenario; nothing outside of it answers by itself.
    private struct Desk {
        var workspace: Workspace
        var effects: [WorkspaceEffect] = []
        private(set) var results: [StepResult] = []

        init(_ text: String, speed: Double? = nil, isRealTime: Bool = false) throws {
            let scenario = try Scenario(parsing: text, vocabulary: .console)
            let size = Size(width: 120, height: 36)
            let playback = Playback(scenario, pace: Pace(speed: speed, isRealTime: isRealTime))
            workspace = Workspace(Console.signedIn(size: size).model, playing: playback)
            send(.terminal(.resized(size)))
        }

        mutating func send(_ message: WorkspaceMessage) {
            effects = update(&workspace, message)
            for case .playback(.report(let result)) in effects { results.append(result) }
        }
        mutating func settle() {
            if let ticket = workspace.playback?.ticket { send(.playback(.settled(ticket))) }
        }
        mutating func rest() {
            if let ticket = workspace.playback?.ticket { send(.playback(.rested(ticket))) }
        }
        mutating func press(_ key: Key) { send(.terminal(.keyPressed(key))) }
        mutating func tick(_ seconds: Double) {
            send(.terminal(.ticked(workspace.models[0].scene.now + seconds, secondsFromUTC: 0)))
        }
        mutating func happen(_ kind: SessionEvent.Kind) {
            let next = workspace.models[0].scene.history.lastSequence + 1
            send(.session(0, .session(.eventHappened(Samples.event(next, kind)))))
        }

        mutating func answer(_ id: Int) {
            send(.session(0, .call(.responseArrived(CallID(id), .success(Samples.answer("{}", id: id))))))
        }

        var sentCalls: Int {
            effects.reduce(0) { count, effect in
                if case .session(_, .call(.send(let calls, _, _))) = effect { count + calls.count } else { count }
            }
        }
        var outcomes: [StepResult.Outcome] { results.map(\.outcome) }
        var reason: String {
            for case .failed(let reason) in outcomes { return reason }
            return ""
        }
        /// The text without its line breaks.
        var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        var text: String {
            var frames = WorkspaceFrames(glyphs: .unicode)
            return frames.draw(workspace, size: workspace.size).lines.joined(separator: "\n")
        }
    }

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
        ("expect 200", "no call was sent"), ("expect 1 refresh", "counted 0 refreshes, not 1"),
        ("expect forced logout", "not forced out"), ("expect refresh failed", "no refresh failed"),
        ("expect state signed out", "the state is authenticated"), ("expect scope orders:write", "the scope is"),
        ("expect a new access token", "the access token is the same"),
        ("expect sign-in failed because access_denied", "did not fail"), ("expect event refreshed", "did not happen"),
        ("expect fault network off armed", "is not armed"), ("expect no answer", "no call was sent"),
        ("expect body contains \"x\"", "no answer came"), ("expect user name Bob", "name"),
        ("expect challenge error=invalid_token", "no answer came"), ("expect header Server: x", "no answer came"),
    ]) func `an expectation that does not hold says what was found, and the rest is skipped`(
        line: String, reason: String
    ) throws {
        var desk = try Desk("user info\n\(line)\nGET /orders")
        desk.settle()
        desk.settle()
        #expect(desk.reason.contains(reason), "\(desk.reason)")
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
        #expect(desk.reason.contains("not sent") == fails, "\(desk.reason)")
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
        #expect(desk.reason.contains("not within 30 s"), "\(desk.reason)")
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
        #expect(desk.reason.contains("runs no program"))
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
        desk.send(.session(0, .call(.responseArrived(CallID(4), lost))))
        desk.settle()
        #expect(desk.results.map(\.answer) == ["200", nil, "2 × 200, no answer: \(SessionError.noSession)", nil, nil])
        #expect(desk.reason == "no answer came")
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
        #expect(desk.reason.contains("can't end"))
    }

    // MARK: - An audience

    @Test func `keys of the session do nothing while a scenario plays, and everything when it is paused`() throws {
        var desk = try Desk("say Hello.\nGET /orders", speed: 1)
        desk.settle()
        #expect(desk.text.contains("Hello."))
        desk.press(.character("r"))
        #expect(desk.sentCalls == 0)
        desk.press(.character("p"))
        desk.press(.character("r"))
        #expect(desk.sentCalls == 1)
    }

    @Test func `the bar names as many keys as leave room for the step`() throws {
        var desk = try Desk("GET /orders", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        #expect(desk.text.contains(/1\/1  GET \/orders .*p pause  n next step  \+ - speed ×1  q leave/))
        desk = try Desk("GET /orders?of=a+very+long+time+ago", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        #expect(desk.text.contains(/of=a\+very\+long\+time\+ago +p pause  n next step  q leave/))
        desk.send(.terminal(.resized(Size(width: 50, height: 24))))
        #expect(desk.text.contains(/1\/1  GET .*p pause  q leave/))
    }

    @Test func `a paused scenario plays one step for n, and goes on for p`() throws {
        var desk = try Desk("say One.\nsay Two.\nsay Three.", speed: 1)
        desk.press(.character("p"))
        desk.settle()
        #expect(desk.results.isEmpty)
        desk.press(.character("n"))
        #expect(desk.results.count == 1)
        desk.rest()
        #expect(desk.results.count == 1)
        #expect(desk.text.contains("paused 2/3"))
        desk.press(.character("p"))
        #expect(desk.results.count == 2)
        desk.rest()
        #expect(desk.results.count == 3)
    }

    @Test func `n ends the time to read, and the step after it is the last before a pause`() throws {
        var desk = try Desk("say One.\nsay Two.\nsay Three.", speed: 1)
        desk.settle()
        #expect(desk.results.count == 1)
        desk.press(.character("n"))
        #expect(desk.results.count == 2)
        desk.rest()
        #expect(desk.results.count == 2)
        #expect(desk.text.contains("paused 3/3"))
        desk.press(.character("n"))
        #expect(desk.results.count == 3)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24), Size(width: 44, height: 24)])
    func `what is said and why a scenario failed are read whole`(size: Size) throws {
        let said = "The password goes to the provider, which answers with tokens, and nobody else ever sees it here."
        var desk = try Desk(
            "say \(said)\nGET /orders\nexpect header X-A-Very-Long-Name-Of-A-Field: and a value", speed: 1)
        desk.send(.terminal(.resized(size)))
        desk.settle()
        #expect(desk.words.contains(said))
        desk.rest()
        desk.settle()
        desk.rest()
        #expect(desk.text.contains("✗ line 3  expect header"))
        #expect(desk.words.contains("no answer came"))
    }

    @Test func `a caption without room ends with an ellipsis`() throws {
        var desk = try Desk("say " + String(repeating: "word ", count: 200), speed: 1)
        desk.settle()
        #expect(desk.text.contains("word wor…") || desk.text.contains("word…") || desk.text.contains("wo…"))
    }

    @Test func `letters that are typed while a scenario is paused are text`() throws {
        var desk = try Desk("say One.\nsay Two.\nsay Three.", speed: 1)
        desk.press(.character("p"))
        desk.settle()
        desk.press(.character(":"))
        for letter in "pnq" { desk.press(.character(letter)) }
        #expect(desk.text.contains("pnq"))
        #expect(desk.results.isEmpty && desk.workspace.playback != nil)
    }

    @Test func `leaving a scenario keeps the session and its keys`() throws {
        var desk = try Desk("say One.\nGET /orders", speed: 1)
        desk.settle()
        desk.press(.character("q"))
        #expect(desk.workspace.playback == nil)
        desk.rest()
        #expect(desk.sentCalls == 0)
        desk.press(.character("r"))
        #expect(desk.sentCalls == 1)
    }

    @Test func `faster and slower change how long an audience waits`() throws {
        func rest(after keys: [Key]) throws -> Duration? {
            var desk = try Desk("pause 8s", speed: 1)
            for key in keys { desk.press(key) }
            desk.settle()
            for case .playback(.rest(let duration, _)) in desk.effects { return duration }
            return nil
        }
        #expect(try rest(after: []) == .seconds(8))
        #expect(try rest(after: [.character("+")]) == .seconds(4))
        #expect(try rest(after: [.character("-"), .character("-")]) == .seconds(32))
    }
}

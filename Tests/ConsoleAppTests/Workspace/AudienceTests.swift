import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// A scenario that is played for those who watch.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct AudienceTests {
    @Test func `keys of the session do nothing while a scenario plays, and everything when it is paused`() throws {
        var desk = try Desk("say Hello.\nGET /orders", speed: 1)
        desk.settle()
        #expect(desk.workspace.playback?.caption == "Hello.")
        desk.press(.character("r"))
        #expect(desk.sentCalls == 0)
        desk.press(.character("p"))
        desk.press(.character("r"))
        #expect(desk.sentCalls == 1)
    }

    @Test func `the bar names as many keys as leave room for the step`() throws {
        var desk = try Desk("GET /orders", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        try expectWords(desk.bar, "all")
        desk = try Desk("say \(String(repeating: "long ", count: 60))\nGET /orders?of=a+very+long+time+ago", speed: 1)
        desk.settle()
        desk.rest()
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        try expectWords(desk.bar, "beside a long step")
        desk.send(.terminal(.resized(Size(width: 50, height: 24))))
        try expectWords(desk.bar, "in 50 columns")
    }

    @Test(arguments: SessionScreen.PaneID.allCases)
    func `at 80×24 the events stand before the response's body at every moment, wherever the focus is`(
        _ pane: SessionScreen.PaneID
    ) throws {
        let long = String(repeating: "what is said is long ", count: 12)
        var desk = try Desk("say \(long)\nGET /orders\nsay Two.", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        func look() throws {
            var model = desk.workspace.shownModel(0)
            model.screens.session.focus = pane
            let (form, body) = model.panesPlace(in: model.layout)
            let frames = model.screens.session.visibleFrames(form, in: body, scene: model.scene)
            let events = try #require(frames.first { $0.pane == .events }).frame
            let response = frames.first { $0.pane == .response }?.frame
            #expect(events.height >= 8 && events.height >= response?.height ?? 0, "\(frames)")
            #expect(frames.contains { $0.pane == .tokens || $0.pane == .userInfo })
        }
        try look()
        for _ in 0..<4 {
            desk.settle()
            try look()
            desk.rest()
            try look()
        }
        #expect(desk.workspace.playback?.hasEnded == true || desk.sentCalls > 0)
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
        #expect(desk.workspace.playback?.isPaused == true)
        try expectWords(desk.bar)
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
        #expect(desk.workspace.playback?.isPaused == true)
        try expectWords(desk.bar)
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
        #expect(desk.workspace.playback?.hasFailed == true)
        try expectWords(desk.bar, "\(size.width) columns")
    }

    @Test func `a caption without room ends with an ellipsis`() throws {
        var desk = try Desk("say " + String(repeating: "word ", count: 200), speed: 1)
        desk.settle()
        try expectWords(desk.bar)
    }

    @Test func `letters that are typed while a scenario is paused are text`() throws {
        var desk = try Desk("say One.\nsay Two.\nsay Three.", speed: 1)
        desk.press(.character("p"))
        desk.settle()
        desk.press(.character(":"))
        for letter in "pnq" { desk.press(.character(letter)) }
        #expect((desk.workspace.models[0].shell.dialog as? CommandPrompt)?.field.text == "pnq")
        try expectWords(desk.bar)
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

    // MARK: - A person signs in

    @Test func `the dialog of a person's sign-in has the keys, and the bar names none of its own`() throws {
        var desk = try Desk("sign in by browser\nGET /me", speed: 1)
        try expectWords(desk.bar, "bar before")
        desk.settle()
        let link = "https://login.example/authorize?client_id=x"
        desk.send(.session(0, .signIn(.authorizationURLReady(link, openedInBrowser: false))))
        #expect(desk.workspace.models[0].shell.dialog is SignInDialog)
        try expectWords(desk.workspace.picture.dialogWords, "dialog")
        try expectWords(desk.bar, "bar below the dialog")
        desk.press(.character("y"))
        #expect(desk.tools.contains { if case .copy(link, _) = $0 { true } else { false } })
        desk.press(.character("d"))
        #expect(desk.signIns.contains { if case .addDevice = $0 { true } else { false } })
        desk.press(.paste("http://127.0.0.1:1/callback?code=pnq&state=b"))
        desk.press(.enter)
        #expect(desk.signIns.contains { if case .submitRedirect = $0 { true } else { false } })
        desk.press(.escape)
        #expect(desk.signIns.contains { if case .cancel = $0 { true } else { false } })
        desk.send(.session(0, .signIn(.signInEnded(.failure(.cancelled)))))
        desk.settle()
        #expect(desk.reason == "the sign-in failed: cancelled")
        desk.press(.character("q"))
        #expect(desk.workspace.playback == nil)
    }

    @Test func `what a user of the demo does is not a person's to cancel`() throws {
        var desk = try Desk("sign in as alice by browser", speed: 1)
        desk.settle()
        desk.send(.session(0, .signIn(.authorizationURLReady("https://login.example/", openedInBrowser: false))))
        desk.press(.escape)
        #expect(desk.signIns.isEmpty)
        try expectWords(desk.bar)
    }

    // MARK: - The caption and the last row

    @Test func `a caption stays for what it speaks about, and leaves when the story goes on`() throws {
        var desk = try Desk("say Look.\nGET /orders\nexpect 1 call\npause 1s\nwait 1s\nsay \"\"", speed: 1)
        desk.settle()
        try expectWords(desk.bar, "1 said")
        desk.rest()
        try expectWords(desk.bar, "2 called")
        desk.answer(1)
        desk.settle()
        desk.rest()
        try expectWords(desk.bar, "3 judged")
        desk.rest()
        try expectWords(desk.bar, "4 rested")
        desk.rest()
        #expect(desk.workspace.playback?.caption == nil)
        try expectWords(desk.bar, "5 going on")
    }

    @Test func `an empty caption takes the last one away`() throws {
        var desk = try Desk("say Look.\nsay \"\"\nGET /orders", speed: 1)
        desk.settle()
        desk.rest()
        #expect(desk.workspace.playback?.caption == nil)
    }

    @Test func `the last step is seen before the scenario is over`() throws {
        var desk = try Desk("GET /orders", speed: 1)
        desk.settle()
        desk.answer(1)
        desk.settle()
        #expect(desk.workspace.playback?.hasEnded == false)
        try expectWords(desk.bar, "last step")
        desk.rest()
        #expect(desk.workspace.playback?.hasEnded == true)
        try expectWords(desk.bar, "end")
    }

    @Test func `a step that is too long to stand beside the keys has its row, and the keys the one above`() throws {
        let line = "expect no strikes, no token requests, no refreshes, no logouts"
        var desk = try Desk("GET /orders\n\(line)", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        desk.settle()
        desk.answer(1)
        desk.settle()
        desk.rest()
        try expectWords(desk.bar, "without a caption")
        // A caption keeps its rows.
        let said = String(repeating: "These words take all three rows of the caption. ", count: 5)
        desk = try Desk("say \(said)\nGET /orders\n\(line)", speed: 1)
        desk.send(.terminal(.resized(Size(width: 80, height: 24))))
        desk.settle()
        desk.rest()
        desk.answer(1)
        desk.settle()
        desk.rest()
        try expectWords(desk.bar, "with a caption")
    }
}

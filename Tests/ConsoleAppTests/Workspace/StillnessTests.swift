import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp
@testable import ConsoleKit

@Suite(.timeLimit(.minutes(5)))
struct StillnessTests {
    private func isStill(_ console: Console) -> Bool { Workspace(console.model).isStill }

    @Test func `signed out and idle nothing changes with time, on the screens that have no clock`() {
        var console = Console()
        for (screen, expected) in [(ScreenID.session, true), (.flow, true), (.requests, true), (.lab, false)] {
            console.show(screen)
            #expect(isStill(console) == expected, "\(screen)")
        }
        console.show(.session)
        let size = Size(width: 120, height: 36)
        var frames = Frames(glyphs: .unicode)
        let before = frames.draw(console.model, size: size)
        console.send(.ticked(Samples.now.addingTimeInterval(3_600), secondsFromUTC: 0))
        #expect(frames.draw(console.model, size: size) == before)
    }

    @Test func `a session, a dialog, a call, a card and relative times have clocks that run`() {
        #expect(!isStill(.signedIn()))
        var console = Console()
        console.press(.character("l"))
        #expect(!isStill(console))
        console.press(.escape)
        #expect(isStill(console))
        console.press(.character("r"))
        #expect(!isStill(console))
        for call in console.sentCalls { console.send(.answered(call, .success(Samples.answer("{}")))) }
        #expect(isStill(console))
        console.press(.character("u"))
        let isRelative = console.model.scene.time.format == .relative
        #expect(isStill(console) != isRelative)
        console.press(.character("u"))
        #expect(isStill(console) != (console.model.scene.time.format == .relative))
        console.happen(Samples.lossEvents)
        #expect(!isStill(console))
    }

    @Test func `what says when to try again changes when that has come`() {
        var console = Console()
        console.press(.character("r"))
        var response = Samples.answer("{}").response
        response.status = 429
        response.headers.add("Retry-After", "30")
        let answer = AuthorizedResponse(
            response: response, facts: Samples.facts(1, status: 429), verdict: .none)
        for call in console.sentCalls { console.send(.answered(call, .success(answer))) }
        #expect(!isStill(console))
    }

    @Test func `a scenario has its own time`() throws {
        let desk = try Desk("GET /orders", speed: 1)
        #expect(!desk.workspace.isStill)
    }
}

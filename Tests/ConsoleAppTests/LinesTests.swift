import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleKit
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct LinesTests {
    @Test func `a line that is cut ends before a character that does not fit`() {
        let buffer = LineBuffer(splitting: Array(("a" + String(repeating: "é", count: LineBuffer.longestLine)).utf8))
        #expect(buffer.count > 1)
        for index in 0..<buffer.count { #expect(!buffer.text(index).contains("\u{FFFD}")) }
    }

    @Test func `both kinds of line ends are left out`() {
        let buffer = LineBuffer(splitting: Array("a\r\nb\nc\r".utf8))
        #expect((0..<buffer.count).map(buffer.text) == ["a", "b", "c"])
    }

    @Test func `a search takes capitals and small letters for the same, on both sides`() {
        let buffer = LineBuffer(splitting: Array("Coffee\nTEA\ncocoa\n".utf8))
        #expect(buffer.lines(containing: "cO") == [0, 2])
        #expect(buffer.lines(containing: "tea") == [1])
        #expect(buffer.lines(containing: "") == [])
        #expect(buffer.lines(containing: "coffees") == [])
    }

    @Test func `a search begins at the selected line and goes round`() {
        var search = FindField.search("Search:")
        search.open()
        for key: Key in ["x", .enter] { _ = search.type(key) }
        search.found([2, 5, 9], after: 5)
        #expect(search.current == 5)
        #expect(search.summary == "\"x\" 2 of 3")
        search.step(by: 1)
        search.step(by: 1)
        #expect(search.current == 2)
        search.step(by: -1)
        #expect(search.current == 9)
        search.found([2, 5], after: 6)
        #expect(search.current == 2)
        search.found([], after: 0)
        #expect(search.current == nil)
    }

    @Test func `what is mostly no UTF-8 is dumped, even without a zero byte`() {
        #expect(PreparedBody([0x89, 0x50, 0x4E, 0xFF, 0xFE, 0xFD, 0x0A], contentType: nil).form == .binary)
        let latin = Array(String(repeating: "a", count: 40).utf8) + [0xE9]
        #expect(PreparedBody(latin, contentType: nil).form == .text)
    }

    @Test func `scrolling to the left ends at the first column`() {
        var console = Console.signedIn()
        console.exchange(Samples.answer(Samples.orders))
        console.visit(.response)
        console.press(.right, .right)
        #expect(console.model.screens.session.response.text.left == 16)
        console.press(.left, .left, .left)
        #expect(console.model.screens.session.response.text.left == 0)
    }

    @Test func `the selected claim stays selected while the same user info comes again`() {
        var console = Console.signedIn()
        console.visit(.userInfo)
        console.press(.down, .down)
        let selected = console.selectedClaim
        #expect(selected?.name == "email")
        console.send(.status(Samples.status()))
        #expect(console.selectedClaim == selected)
        var status = Samples.status()
        status.userInfo = UserInfo(subject: "9", claims: [.init(name: "sub", value: "9")])
        console.send(.status(status))
        #expect(console.selectedClaim?.value == "9")
    }

    @Test(arguments: [(20.5, false), (20, false), (19.5, true), (-1, true)])
    func `a token nears its end in the last fifth of its life`(secondsLeft: Double, isNearEnd: Bool) {
        let clock = TokenClock(
            end: Samples.now.addingTimeInterval(secondsLeft),
            obtainedAt: Samples.now.addingTimeInterval(secondsLeft - 100), now: Samples.now)
        #expect(clock.isNearEnd == isNearEnd)
        #expect(clock.isOver == (secondsLeft <= 0))
    }

    @Test func `the card of a lost session tells of its own refresh and tokens, not of an earlier session's`() throws {
        var console = Console.signedIn()
        console.send(
            .event(
                Samples.event(8, .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: nil), generation: 2)))
        var tokens = Samples.tokens
        tokens.refresh = nil
        tokens.idToken = nil
        console.send(.event(Samples.event(9, .signedIn(flow: "device code", tokens), generation: 3)))
        console.send(.event(Samples.event(10, .adoptedFromStore(Samples.tokens), generation: 2)))
        var status = Samples.status(generation: 3)
        status.refreshToken = nil
        status.idToken = nil
        console.send(.status(status))
        console.send(.event(Samples.event(11, .forcedOut(.userInfoRejected), generation: 3)))
        let card = try #require(console.model.shell.card)
        #expect(card.lastGoodRefresh == nil)
        #expect(card.wiped == ["access \(Samples.access)", "user info"])
    }
}

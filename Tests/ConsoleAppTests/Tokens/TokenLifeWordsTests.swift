import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// What the life of a token says, and when.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenLifeWordsTests {

    @Test func `a call that was answered 401 is an answered call`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(.unauthorized(facts, Samples.challenge))
        let once = console.plainText(of: console.tokens.life)
        try expectWords(once, "once")
        // The same answer, told again as the end of the call.
        console.happen(.requestFinished(facts))
        #expect(console.plainText(of: console.tokens.life) == once)
        (facts.id, facts.status) = (8, 200)
        console.happen(.requestFinished(facts))
        console.happen(.requestFinished(facts))
        try expectWords(console.plainText(of: console.tokens.life), "three times")
    }

    @Test func `a call that was repeated with another token counts for both`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(.unauthorized(facts, Samples.challenge))
        console.issue(MadeTokens.access(4)) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        (facts.token, facts.status) = (MadeTokens.access(4).fingerprint, 200)
        console.happen(.requestFinished(facts))
        try expectWords(console.plainText(of: console.tokens.life), "the first token")
        console.press(.character("g"))
        try expectWords(console.plainText(of: console.tokens.life), "the second token")
    }

    private func struck(_ purpose: SessionError.Purpose, request: Int? = nil, _ faults: [LabFault]) -> SessionEvent.Kind
    {
        let answer = Samples.exchange(
            1, purpose, request: request, url: "http://127.0.0.1:41873/x", status: 401, body: nil)
        return .exchange(
            HTTPExchange(
                id: 1, purpose: purpose, request: request, method: "GET", url: answer.url, requestHeaders: [:],
                requestBody: nil, sentAt: answer.sentAt, duration: answer.duration, outcome: answer.outcome,
                faults: faults.map(\.name)))
    }

    @Test func `on the screen a rejection names the fault that struck its message`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(struck(.request, request: 7, [.tamperedToken]))
        console.happen(.unauthorized(facts, Samples.challenge))
        try expectWords(console.plainText(of: console.tokens.life), "the access token, a fault")
        console.happen(struck(.request, request: 7, []))
        console.happen(.unauthorized(facts, Samples.challenge))
        try expectWords(console.plainText(of: console.tokens.life), "the access token, no fault")
        console.press(.down)
        console.happen(struck(.token, [.replayedRefreshToken]))
        console.happen(.refreshRejected(.named(Samples.rejection), refresh: MadeTokens.refresh.fingerprint))
        try expectWords(console.plainText(of: console.tokens.life), "the refresh token, a fault")
    }

    @Test func `a token that is older than the console was issued before it was opened`() throws {
        var console = Console()
        let access = MadeTokens.access(3)
        let status = MadeTokens.status(access: access)
        console.happen(.configured(.authenticated(.restored)))
        console.send(.status(status))
        console.send(
            .tokens(TokenReading(access: access, refresh: nil, idToken: MadeTokens.identity(), status: status)))
        console.press(.character("3"))
        try expectWords(console.plainText(of: console.tokens.life), "the access token")
        // When an ID token came is not known.
        console.press(.down)
        try expectWords(console.plainText(of: console.tokens.life), "the ID token")
    }

    @Test func `equal rejections that follow each other are one step`() throws {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        for call in 7...26 {
            var facts = Samples.facts(call, status: 401)
            facts.token = MadeTokens.access(3).fingerprint
            console.happen(.unauthorized(facts, Samples.challenge))
        }
        try expectWords(console.plainText(of: console.tokens.life))
    }

    @Test(arguments: [true, false])
    func `a token that the session no longer uses has no time left in the list`(wasRejected: Bool) throws {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-12), wasRejected ? .rejected : .declared)
        console.send(.status(status))
        #expect(console.model.scene.standing.hasExpired, "a scenario has one word for both")
        let part = wasRejected ? "rejected" : "expired"
        try expectWords(console.headerWords, "\(part), the header")
        try expectWords(console.paneWords(.list), "\(part), the list")
    }

    @Test func `of a token that is left to the next call no refresh was due`() throws {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-12), .rejected)
        // A rejected token is due at once, whenever that is asked.
        status.refreshDueAt = Samples.now
        console.send(.status(status))
        try expectWords(console.plainText(of: console.tokens.life), "left to the next call")
        // While the token endpoint is left alone the time is known.
        status.refreshDueAt = Samples.now.addingTimeInterval(20)
        console.send(.status(status))
        try expectWords(console.plainText(of: console.tokens.life), "at a known time")
    }

    @Test func `a step on another day has its date`() throws {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        let end = Samples.now.addingTimeInterval(3 * 86_400)
        status.accessToken?.expiry = .at(end, .expiresIn)
        status.refreshDueAt = end.addingTimeInterval(-60)
        console.send(.status(status))
        try expectWords(console.paneWords(.life), "local")
        try expectWords(console.plainText(of: console.tokens.life), "for the pager")
        // Days are counted where the times are told.
        console.press(.character("u"))
        try expectWords(console.paneWords(.life), "UTC")
    }

    @Test func `with relative times a time is told once`() throws {
        var console = Console.inspecting()
        console.press(.character("u"), .character("u"))
        try expectWords(console.paneWords(.claims))
    }

    @Test(arguments: 0..<10) func `an earlier token's claims and life show the same second`(tenths: Int) throws {
        var console = Console.inspecting()
        let earlier = MadeTokens.access(2, expiresIn: 30)
        var tokens = MadeTokens.tokens(access: earlier)
        // `exp` is in whole seconds.
        tokens.access.expiry = .at(
            Date(timeIntervalSince1970: Samples.now.timeIntervalSince1970.rounded(.down) + 30.9), .expiresIn)
        console.happen(.signedIn(flow: "browser", tokens))
        var status = MadeTokens.status(access: earlier)
        status.accessToken = tokens.access
        console.send(.status(status))
        console.send(
            .tokens(TokenReading(access: earlier, refresh: MadeTokens.refresh, idToken: nil, status: status)))
        console.issue(MadeTokens.access(3, expiresIn: 600)) {
            .refreshed($0, replacedAccess: nil, replacedRefresh: nil)
        }
        console.press(.character("g"))
        while console.tokens.list.selected?.fingerprint != earlier.fingerprint { console.press(.down) }
        console.send(.ticked(Samples.now.addingTimeInterval(3 + Double(tenths) / 10), secondsFromUTC: 0))
        let text = console.text
        let claims = text.matches(of: /\ exp .*expires in (\d+) s/).map { String($0.output.1) }
        let life = text.matches(of: /\ expires in 00:(\d\d), by/).map { String($0.output.1) }
        #expect(claims.count == 1 && claims == life, "\(text)")
    }

    @Test(arguments: [Size(width: 40, height: 14), Size(width: 44, height: 20), Size(width: 81, height: 30)])
    func `where there is little room the successor's fingerprint stays`(size: Size) throws {
        var console = Console.inspecting(size: size)
        // Half of the screen.
        if size.width == 81 { console.send(.resized(Size(width: 40, height: 30))) }
        console.press(.character("G"))
        try expectWords(console.paneWords(.list), "\(size.width) columns")
    }
}

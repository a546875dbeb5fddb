import FoundationEssentials
import JOSE
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

/// What the life of a token says, and when.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TokenLifeWordsTests {
    private func life(_ console: Console) -> String { console.tokens.life.plainText(in: console.model.scene) }

    @Test func `a call that was answered 401 is an answered call`() {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(.unauthorized(facts, Samples.challenge))
        #expect(life(console).contains("carried by 1 call from here, answered 401"), "\(life(console))")
        // The same answer, told again as the end of the call.
        console.happen(.requestFinished(facts))
        #expect(life(console).contains("carried by 1 call from here, answered 401"), "\(life(console))")
        (facts.id, facts.status) = (8, 200)
        console.happen(.requestFinished(facts))
        console.happen(.requestFinished(facts))
        #expect(
            life(console).contains("carried by 3 calls from here: 2 answered 200, 1 answered 401"), "\(life(console))")
    }

    @Test func `a call that was repeated with another token counts for both`() {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(.unauthorized(facts, Samples.challenge))
        console.issue(MadeTokens.access(4)) { .refreshed($0, replacedAccess: nil, replacedRefresh: nil) }
        (facts.token, facts.status) = (MadeTokens.access(4).fingerprint, 200)
        console.happen(.requestFinished(facts))
        #expect(life(console).contains("carried by 1 call from here, answered 401"), "\(life(console))")
        console.press(.character("g"))
        #expect(life(console).contains("carried by 1 call from here, answered 200"), "\(life(console))")
    }

    private func struck(_ purpose: SessionError.Purpose, request: Int? = nil, _ faults: [Fault]) -> SessionEvent.Kind {
        let answer = Samples.exchange(
            1, purpose, request: request, url: "http://127.0.0.1:41873/x", status: 401, body: nil)
        return .exchange(
            HTTPExchange(
                id: 1, purpose: purpose, request: request, method: "GET", url: answer.url, requestHeaders: [:],
                requestBody: nil, sentAt: answer.sentAt, duration: answer.duration, outcome: answer.outcome,
                faults: faults.map(\.name)))
    }

    @Test func `on the screen a rejection names the fault that struck its message`() {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        var facts = Samples.facts(7, status: 401)
        facts.token = MadeTokens.access(3).fingerprint
        console.happen(struck(.request, request: 7, [.tamperedToken]))
        console.happen(.unauthorized(facts, Samples.challenge))
        #expect(life(console).contains("session revoked, injected: tamper token\n"), "\(life(console))")
        console.happen(struck(.request, request: 7, []))
        console.happen(.unauthorized(facts, Samples.challenge))
        #expect(life(console).contains("session revoked\n"), "\(life(console))")
        console.press(.down)
        console.happen(struck(.token, [.replayedRefreshToken]))
        console.happen(.refreshRejected(.named(Samples.rejection), refresh: MadeTokens.refresh.fingerprint))
        #expect(life(console).contains("session revoked, injected: replay refresh token\n"), "\(life(console))")
    }

    @Test func `a token that is older than the console was issued before it was opened`() {
        var console = Console()
        let access = MadeTokens.access(3)
        let status = MadeTokens.status(access: access)
        console.happen(.configured(.authenticated(.restored)))
        console.send(.statusChanged(status))
        console.send(
            .tokensRead(TokenReading(access: access, refresh: nil, idToken: MadeTokens.identity(), status: status)))
        console.press(.character("3"))
        #expect(life(console).contains("issued before the console started"), "\(life(console))")
        // When an ID token came is not known.
        console.press(.down)
        #expect(life(console).contains("in use when the console started"), "\(life(console))")
    }

    @Test func `equal rejections that follow each other are one step`() {
        var console = Console.inspecting(size: Size(width: 200, height: 60))
        console.press(.down, .up)
        for call in 7...26 {
            var facts = Samples.facts(call, status: 401)
            facts.token = MadeTokens.access(3).fingerprint
            console.happen(.unauthorized(facts, Samples.challenge))
        }
        #expect(life(console).ranges(of: "rejected").count == 1, "\(life(console))")
        #expect(life(console).contains("rejected 20 times: GET /orders"), "\(life(console))")
        #expect(life(console).contains("issued by a refresh"), "\(life(console))")
    }

    @Test(arguments: [true, false])
    func `a token that the session no longer uses has no time left in the list`(wasRejected: Bool) {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-12), wasRejected ? .rejected : .declared)
        console.send(.statusChanged(status))
        let word = wasRejected ? "rejected" : "expired"
        #expect(console.picture().lines[0].contains(word.uppercased()), "\(console.text)")
        #expect(console.model.scene.standing.hasExpired, "a scenario has one word for both")
        let row = console.text.split(separator: "\n").first { $0.contains("Access") } ?? ""
        #expect(row.contains("\(word) 12 s ago") && !row.contains("█"), "\(console.text)")
    }

    @Test func `of a token that is left to the next call no refresh was due`() {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        status.accessToken?.expiry = .at(Samples.now.addingTimeInterval(-12), .rejected)
        // A rejected token is due at once, whenever that is asked.
        status.refreshDueAt = Samples.now
        console.send(.statusChanged(status))
        #expect(!life(console).contains("refresh was due"), "\(life(console))")
        // While the token endpoint is left alone the time is known.
        status.refreshDueAt = Samples.now.addingTimeInterval(20)
        console.send(.statusChanged(status))
        #expect(life(console).contains("refresh due in 00:20"), "\(life(console))")
    }

    @Test func `a step on another day has its date`() {
        var console = Console.inspecting()
        var status = MadeTokens.status(access: MadeTokens.access(3))
        let end = Samples.now.addingTimeInterval(3 * 86_400)
        status.accessToken?.expiry = .at(end, .expiresIn)
        status.refreshDueAt = end.addingTimeInterval(-60)
        console.send(.statusChanged(status))
        #expect(console.text.contains("2026-11-24 12:03:31 · refresh due in"), "\(console.text)")
        #expect(console.text.contains("2026-11-24 12:04:31 · expires in"), "\(console.text)")
        #expect(console.text.contains(/12:04:18\.\d+ +● issued by a refresh/), "\(console.text)")
        #expect(life(console).contains("2026-11-24 12:04:31  expires in"))
        // Days are counted where the times are told.
        console.press(.character("u"))
        #expect(console.text.contains("2026-11-24 12:03:31Z · refresh due in"), "\(console.text)")
    }

    @Test func `with relative times a time is told once`() {
        var console = Console.inspecting()
        console.press(.character("u"), .character("u"))
        #expect(console.text.contains(/iat +issued 13 s ago/), "\(console.text)")
        #expect(!console.text.contains(/ago +issue/) && !console.text.contains(/47 s +end/), "\(console.text)")
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
        console.send(.statusChanged(status))
        console.send(
            .tokensRead(TokenReading(access: earlier, refresh: MadeTokens.refresh, idToken: nil, status: status)))
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
    func `where there is little room the successor's fingerprint stays`(size: Size) {
        var console = Console.inspecting(size: size)
        // Half of the screen.
        if size.width == 81 { console.send(.resized(Size(width: 40, height: 30))) }
        console.press(.character("G"))
        let successor = MadeTokens.access(2, expiresIn: 30).fingerprint
        #expect(console.text.contains("replaced by \(successor)"), "\(console.text)")
    }
}

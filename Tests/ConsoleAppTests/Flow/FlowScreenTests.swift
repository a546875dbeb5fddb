import FoundationEssentials
import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FlowScreenTests {
    static let story: [SessionEvent] = {
        let provider = "http://127.0.0.1:41873"
        let request = AuthorizationMessage(
            url: "\(provider)/authorize",
            parameters: ["response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge"])
        let answer = AuthorizationMessage(url: "http://127.0.0.1:9/callback", parameters: ["code", "state", "iss"])
        let start: [(SessionEvent.Kind, cause: Int?)] = [
            (.configured(.noSession(.noStoredSession)), nil), (.signInStarted(flow: "code"), nil),
            (
                .exchange(
                    Samples.message(.discovery, "GET", "\(provider)/.well-known/openid-configuration", status: 200)), 2
            ),
            (.authorizationRequested(request), 2), (.authorizationAnswered(answer), 2),
            (
                .exchange(
                    Samples.message(
                        .token, "POST", "\(provider)/token",
                        form: "grant_type=authorization_code&code=•••• 1A2B&redirect_uri=x&code_verifier=•••• 3C4D",
                        status: 200)), 2
            ),
            (.exchange(Samples.message(.keys, "GET", "\(provider)/jwks", status: 200)), 2),
            (.signedIn(flow: "code", Samples.tokens), 2),
        ]
        let first = start.enumerated().map { index, event in
            Samples.event(index + 1, event.0, cause: event.cause, at: Double(index) / 3 - 9)
        }
        let burst = Flow.burst(of: 20, from: 101).map { event in
            SessionEvent(
                sequence: event.sequence + first.count, time: event.time, generation: 2,
                cause: event.cause.map { $0 + first.count }, kind: event.kind)
        }
        let count = first.count + burst.count
        let loss = Samples.lossEvents.enumerated().map { index, event in
            SessionEvent(
                sequence: count + 2 + index, time: event.time.addingTimeInterval(3), generation: 2,
                cause: event.cause.map { $0 - 8 + count + 2 }, kind: event.kind)
        }
        return first + burst + [Samples.event(count + 1, .injected(.sample("the session is revoked")), at: 1)] + loss
    }()

    private func pane(_ console: Console) -> DiagramPane { console.model.screens.flow.diagram }

    @Test(arguments: [(120, 36), (80, 24), (60, 20), (200, 60), (44, 14)], [Glyphs.unicode, .ascii])
    func `the story of a session`(size: (Int, Int), glyphs: Glyphs) throws {
        let console = Console.flow(Self.story, size: Size(width: size.0, height: size.1), glyphs: glyphs)
        try expectSnapshot(
            "flow-\(size.0)x\(size.1)\(glyphs.isASCII ? "-ascii" : "")", console.picture(glyphs),
            styles: size.0 == 80 && !glyphs.isASCII)
    }

    @Test func `a burst unfolds to its callers, the refresh and the answers`() throws {
        var console = Console.flow(Flow.burst(of: 3))
        #expect(pane(console).lines.list.rows.count == 1)
        try expectWords(console.paneWords(), "folded")
        console.press(.character("z"))
        #expect(pane(console).lines.list.rows.count == 1 + 3 + 3 + 3)
        try expectSnapshot("flow-burst-120x36", console.picture())
        console.press(.enter)
        #expect(pane(console).lines.list.rows.count == 1)
    }

    @Test(arguments: [60, 80, 44])
    func `a folded burst without room keeps that there was a refresh`(width: Int) throws {
        var tally = BurstTally(count: 20)
        tally.beginRefresh(1)
        tally.endRefresh(1, .refreshed)
        for call in 0..<20 { tally.countAnswer(status: call < 18 ? 200 : 401 + call, after: .milliseconds(3)) }
        let burst = Console.flow(Flow.burst(of: 20), size: Size(width: width, height: 20))
        try expectWords(burst.rowWords, "\(width) columns")
        try expectWords(
            tally.named(["GET /redirect-out  ", "/redirect-out  "], width: 64).picture, "the picture, \(width) columns")
        #expect(tally.named(["GET /redirect-out  ", "/redirect-out  "], width: 66).name == "GET /redirect-out  ")
        #expect(tally.named(["GET /redirect-out  ", "/redirect-out  "], width: 61).name == "/redirect-out  ")
        let few = tally.named(["GET /redirect-out  ", "/redirect-out  "], width: 50)
        #expect(few.name + few.picture == "/redirect-out  20 ▶ 1 refresh ▶ 18 × 200, 2 others")
        #expect(tally.picture(width: 20) == "20 ▶ 1 refresh")
    }

    @Test func `rows before the second call go into the burst, and the selection with them`() {
        var console = Console.flow([])
        console.happen(.requestStarted(Samples.facts(1, status: nil)))
        console.happen(.exchange(Samples.call(1, status: 401)), cause: 1)
        #expect(pane(console).lines.list.rows.map(\.isHeader) == [false])
        console.happen(.requestStarted(Samples.facts(2, status: nil)))
        #expect(pane(console).lines.list.rows.map(\.isHeader) == [true])
        #expect(pane(console).lines.list.count == 1)
    }

    @Test func `statement 28: a selection stays where it is, whatever arrives`() {
        var console = Console.flow(Self.story)
        console.press(.character("g"))
        let selected = pane(console).lines.selected?.sequence
        for event in Flow.burst(of: 4) { console.happen(event.kind) }
        #expect(pane(console).lines.selected?.sequence == selected)
        #expect(pane(console).lines.list.unseen > 0)
        console.press(.character("F"))
        #expect(pane(console).lines.list.isFollowing)
    }

    @Test func `a filter lists what passes, and esc lists all again`() throws {
        var console = Console.flow(Self.story)
        let all = pane(console).lines.list.rows.count
        console.press(.character("/"))
        console.type("lane:api status:200")
        #expect(pane(console).lines.list.rows.count == 20)
        console.press(.enter)
        console.press(.character("c"))
        console.press(.escape)
        #expect(pane(console).lines.list.rows.count >= all)
        console.press(.character("/"))
        console.type("nothing of that kind")
        #expect(pane(console).lines.list.rows.isEmpty)
        try expectWords(console.paneWords())
    }

    @Test func `with a filter no key unfolds a burst`() throws {
        var console = Console.flow(Flow.burst(of: 3))
        console.press(.character("/"))
        console.type("/orders")
        console.press(.enter)
        try expectWords(console.lastRow, "the hints")
        console.press(.character("z"))
        try expectWords(console.noticeWords, "the notice")
    }

    @Test(arguments: ["lane:nonsense", "kind:nonsense"])
    func `a filter for what there is not names what there is`(words: String) throws {
        var console = Console.flow(Self.story)
        console.press(.character("/"))
        console.type(words)
        #expect(pane(console).lines.list.rows.isEmpty)
        try expectWords(console.paneWords(), words)
    }

    @Test func `token: finds what issued, carried, replaced and revoked a token`() {
        let (access, refresh, first) = (Samples.access, Samples.refresh, Secret("refresh-0").fingerprint)
        let provider = "http://127.0.0.1:41873"
        func tokens(_ access: Fingerprint, _ refresh: Fingerprint) -> String {
            #"{"access_token":"•••• \#(access)","token_type":"Bearer","refresh_token":"•••• \#(refresh)"}"#
        }
        let issuing = Samples.message(
            .token, "POST", "\(provider)/token", form: "grant_type=refresh_token&refresh_token=•••• \(first)",
            status: 200, body: tokens(access, refresh))
        let replacing = Samples.message(
            .token, "POST", "\(provider)/token", form: "grant_type=refresh_token&refresh_token=•••• \(refresh)",
            status: 200, body: tokens(Secret("access-2").fingerprint, Secret("refresh-2").fingerprint))
        let revocation = Samples.message(
            .revocation, "POST", "\(provider)/revocation", form: "token=•••• \(access)", status: 200)
        let events: [(SessionEvent.Kind, cause: Int?)] = [
            (.exchange(issuing), nil), (.exchange(Samples.call(1)), nil),
            (.refreshStarted(.expired, access: access, refresh: refresh), nil), (.exchange(replacing), 3),
            (.exchange(revocation), nil),
        ]
        for (words, found) in [("token:\(access)", [1, 2, 3, 5]), ("token:\(refresh)", [1, 3, 4])] {
            var console = Console.flow(events.enumerated().map { Samples.event($0 + 1, $1.0, cause: $1.cause) })
            console.press(.character("/"))
            console.type(words)
            #expect(pane(console).lines.list.rows.map(\.sequence) == found, "\(words)")
        }
    }

    @Test(arguments: [(80, 24), (120, 36)]) func `the field for the filter shows what can be typed`(size: (Int, Int))
        throws
    {
        var console = Console.flow(Self.story, size: Size(width: size.0, height: size.1))
        console.press(.character("/"))
        try expectWords(console.lastRow, "\(size.0) columns")
    }

    @Test func `t shows the token of the selected line`() throws {
        var console = Console.flow(Self.story)
        while pane(console).lines.selected?.row?.step.status != 401 { console.press(.up) }
        try expectWords(console.lastRow)
        console.press(.character("t"))
        #expect(console.model.screens.shown == .tokens)
        #expect(console.tokens.list.selected?.fingerprint == Samples.access)
    }

    @Test func `t on a line whose token is no longer kept says so, and shows no other`() throws {
        let url = "http://127.0.0.1:41873/userinfo"
        let gone = Secret("long ago").fingerprint
        var console = Console.flow(Self.story)
        console.happen(
            .exchange(
                HTTPExchange(
                    id: 90, purpose: .userInfo, request: nil, method: "GET", url: url,
                    requestHeaders: ["Authorization": "Bearer •••• \(gone)"], requestBody: nil, sentAt: Samples.now,
                    duration: .milliseconds(12),
                    outcome: .answered(
                        .init(
                            status: 200, headers: [:], body: nil, bodySize: 0, version: "1.1", timings: nil,
                            connection: nil, redirects: [])))))
        console.press(.character("t"))
        #expect(console.model.screens.shown == .flow)
        try expectWords(console.noticeWords)
    }

    @Test func `a label stands beside its arrow where there is more room`() throws {
        let exchange = Samples.message(.revocation, "POST", "http://127.0.0.1:41873/revocation", status: 200)
        let console = Console.flow(
            [Samples.event(1, .exchange(Samples.call(1))), Samples.event(2, .exchange(exchange))],
            size: Size(width: 80, height: 24))
        try expectWords(console.rowWords)
    }

    @Test func `a path that is too long loses its beginning`() throws {
        let path = "/.well-known/openid-configuration-of-a-tenant"
        let exchange = Samples.message(.discovery, "GET", "http://127.0.0.1:41873\(path)", status: 200)
        let console = Console.flow([
            Samples.event(1, .exchange(Samples.call(1))), Samples.event(2, .exchange(exchange)),
        ])
        try expectWords(console.rowWords)
    }

    @Test func `a label that is longer than its arrow goes on beyond it`() throws {
        let console = Console.flow(Self.story, size: Size(width: 200, height: 60))
        let start = "── POST /token  grant_type authorization"
        try expectWords(try #require(console.picture().lines.first { $0.contains(start) }))
    }

    @Test func `enter opens the message with its answer`() throws {
        var console = Console.flow(Self.story)
        while pane(console).lines.selected?.row?.step.label != "POST /token" { console.press(.up) }
        console.press(.enter)
        let details = try #require(console.dialog as? ExchangeDetails)
        #expect(details.exchange?.purpose == .token)
        try expectWords(console.dialogWords)
    }

    @Test func `w saves the diagram as Mermaid`() throws {
        var console = Console.flow(Self.story)
        console.press(.character("w"), .enter)
        guard case .tool(.save(let bytes, let path))? = console.effects.first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(path == "flow.mmd")
        #expect(String(decoding: bytes, as: UTF8.self) == pane(console).flow.mermaid)
    }

    @Test func `wide terminals show the selected message beside the diagram`() throws {
        var console = Console.flow(Self.story, size: Size(width: 160, height: 40))
        while pane(console).lines.selected?.row?.step.label != "POST /token" { console.press(.up) }
        try expectWords(console.paneWords(), "a message")
        console.press(.character("g"))
        try expectWords(console.paneWords(), "a line without one")
    }

    @Test func `narrow terminals have rows instead of lanes: direction, lane, what was sent, status and token`() throws
    {
        var console = Console.flow(Self.story, size: Size(width: 60, height: 20))
        try expectWords(console.paneWords(), "60 columns")
        console.send(.resized(Size(width: 44, height: 14)))
        try expectWords(console.paneWords(), "44 columns")
    }

    @Test func `narrow terminals have rows from the first message on, however few lanes there are`() throws {
        let rejected = Samples.message(
            .token, "POST", "http://127.0.0.1:41873/token",
            form: "grant_type=refresh_token&refresh_token=•••• \(Samples.refresh)", status: 400,
            body: #"{"error":"invalid_grant"}"#)
        let events = [rejected, Samples.call(1)].enumerated().map { Samples.event($0 + 1, .exchange($1)) }
        for count in 1...2 {
            let console = Console.flow(Array(events.prefix(count)), size: Size(width: 60, height: 20))
            try expectWords(console.paneWords(), "\(count) messages")
        }
    }

    @Test func `what left is said`() throws {
        var console = Console.flow([])
        for call in 1...6_000 { console.happen(.exchange(Samples.call(call))) }
        let foot = { (console: Console) in console.paneWords().split(separator: "\n").last.map(String.init) ?? "" }
        try expectWords(foot(console), "120 columns")
        #expect(pane(console).lines.list.count == Flow.capacity)
        console.send(.resized(Size(width: 80, height: 24)))
        try expectWords(foot(console), "80 columns")
        let text = pane(console).plainText(in: console.model.scene)
        try expectWords(String(text.prefix { $0 != "\n" }), "the pager's first line")
    }

    @Test func `the hint of a burst says whether z folds or unfolds it, and that of F whether it follows`() throws {
        var console = Console.flow(Flow.burst(of: 3))
        try expectWords(console.lastRow, "folded")
        console.press(.character("z"))
        try expectWords(console.lastRow, "unfolded")
    }

    @Test func `the kinds that can be typed are all there at 80 columns`() {
        var console = Console.flow(Self.story, size: Size(width: 80, height: 24))
        console.press(.character("/"))
        for letter in "kind:nope" { console.press(.character(letter)) }
        let kinds = Set(pane(console).flow.rows.map(\.step.kind.name))
        #expect(kinds.count > 5 && kinds.allSatisfy(console.text.contains), "\(console.text)")
    }

    @Test func `what has no answer yet is said, with the time since it began`() throws {
        var console = Console.flow([])
        let start = console.happen(.requestStarted(Samples.facts(1, status: nil)))
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "a call")
        let refresh = console.happen(
            .refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh), cause: start)
        try expectWords(console.paneWords(), "a refresh")
        console.refresh(cause: refresh)
        console.happen(.exchange(Samples.call(1)), cause: start)
        console.happen(.requestFinished(Samples.facts(1)), cause: start)
        try expectWords(console.paneWords(), "all is answered")
    }

    @Test func `a sign-in without an answer has a row: first the provider, then the person at its page`() throws {
        var console = Console.flow([])
        let start = console.happen(.signInStarted(flow: "code"))
        console.send(.ticked(console.model.scene.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords(), "the provider")
        let request = AuthorizationMessage(url: "http://127.0.0.1:1/authorize", parameters: ["state"])
        console.happen(.authorizationRequested(request), cause: start)
        try expectWords(console.paneWords(), "the person")
        console.happen(.authorizationAnswered(request), cause: start)
        try expectWords(console.paneWords(), "the provider again")
        console.happen(.signInFailed(flow: "code", .cancelled), cause: start)
        try expectWords(console.paneWords(), "over")
    }

    @Test func `a filter that is dropped leaves the line selected that was`() {
        var console = Console.flow(Self.story)
        console.press(.character("g"), .down, .down)
        let line = pane(console).lines.selected?.sequence
        console.press(.character("/"))
        for letter in "status:401" { console.press(.character(letter)) }
        #expect(pane(console).lines.selected?.sequence != line)
        console.press(.enter, .escape)
        #expect(pane(console).lines.selected?.sequence == line)
        console.press(.character("/"))
        for letter in "status:401" { console.press(.character(letter)) }
        console.press(.enter, .up, .down)
        let chosen = pane(console).lines.selected?.sequence
        console.press(.escape)
        #expect(pane(console).lines.selected?.sequence == chosen, "a line that was chosen stays")
    }

    @Test func `before anything was sent it says how to begin`() throws {
        try expectWords(Console.flow([]).paneWords())
    }

    /// Random events and keys: the list agrees with its lines, and what is selected stays unless a key moves it.
    @Test(arguments: 1...4) func `whatever happens, the list holds together`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var console = Console.flow([])
        var open: [Int] = []
        var starts: [Int: Int] = [:]
        for call in 1...200 {
            starts[call] = console.happen(.requestStarted(Samples.facts(call, status: nil)))
            open.append(call)
            while open.count > Int.random(in: 0...3, using: &random) {
                let ended = open.remove(at: Int.random(in: 0..<open.count, using: &random))
                console.happen(.exchange(Samples.call(ended)), cause: starts[ended])
                if Bool.random(using: &random) { console.refresh(cause: starts[ended]) }
                let before = pane(console).lines
                console.happen(.requestFinished(Samples.facts(ended)), cause: starts[ended])
                if !before.list.isFollowing, let line = before.selected {
                    let after = pane(console).lines.selected
                    #expect(after?.id == line.id || after?.isHeader == true)
                }
            }
            let keys: [Key] = [.up, .down, .character("g"), .character("F"), .character("z"), .character("c"), .pageUp]
            console.press(keys[Int.random(in: 0..<keys.count, using: &random)])
            let lines = pane(console).lines
            #expect(lines.list.count == lines.list.rows.count)
            #expect(lines.list.rows.isEmpty || lines.selected != nil)
        }
    }
}

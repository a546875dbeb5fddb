import SessionCore
import TerminalUI
import TestSupport
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct ForcedLogoutTests {
    private func lost() -> Console {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        return console
    }

    @Test
    func `statement 15: the card tells cause, deciding answer, chain, what was deleted and the key that signs in`()
        throws
    {
        let console = lost()
        let card = try #require(console.model.shell.card)
        #expect(card.decidingAnswer == "token endpoint: 400 invalid_grant: session revoked")
        #expect(card.chain.map(\.sequence) == [8, 10, 11, 13])
        #expect(card.wiped == ["access F4C2", "refresh BD47", "ID 3FF3", "user info"])
        try expectWords(console.dialogWords)
    }

    @Test func `statement 12: a session that is lost shows one card, however often it is told`() {
        var console = lost()
        console.press(.escape)
        #expect(console.model.shell.card == nil)
        for sequence in 16..<66 {
            console.send(
                .event(
                    Samples.event(sequence, .forcedOut(.refreshRejected(.named(Samples.rejection))), cause: 13)))
        }
        #expect(console.model.shell.card == nil)
    }

    @Test func `user info that never came is not among what was deleted`() throws {
        var console = Console()
        console.happen(Samples.peacefulEvents.filter { $0.sequence != 4 })
        var status = Samples.status()
        status.userInfo = nil
        console.send(.status(status))
        console.happen(Samples.lossEvents)
        #expect(try #require(console.model.shell.card).wiped == ["access F4C2", "refresh BD47", "ID 3FF3"])
    }

    @Test func `what the card tells is not told once more below it, whichever comes first`() {
        let error = SessionError.sessionExpired(.refreshRejected(.named(Samples.rejection)))
        var console = lost()
        console.send(.refreshEnded(.failure(error)))
        #expect(console.model.shell.card != nil && console.model.shell.notice == nil)
        console = Console.signedIn()
        console.send(.refreshEnded(.failure(error)))
        #expect(console.model.shell.notice != nil)
        console.happen(Samples.lossEvents)
        #expect(console.model.shell.card != nil && console.model.shell.notice == nil)
        console.send(.refreshEnded(.failure(.noSession)))
        #expect(console.model.shell.notice != nil)
    }

    @Test func `the event stays when the card is put away`() throws {
        var console = lost()
        console.press(.escape)
        #expect(console.effects.isEmpty)
        try expectWords(console.paneWords(.events))
    }

    @Test func `the next session that is lost has its own card`() throws {
        var console = lost()
        console.press(.escape)
        console.send(
            .event(Samples.event(70, .forcedOut(.forcedOut(request: "GET /me")), generation: 3)))
        #expect(try #require(console.model.shell.card).generation == 3)
        try expectWords(console.dialogWords)
    }

    @Test func `a new sign-in takes the card away`() {
        var console = lost()
        console.send(.status(Samples.status(generation: 3)))
        #expect(console.model.shell.card == nil)
    }

    @Test func `statement 14: the card's story begins with the fault that was injected, and says what the clock said`()
        throws
    {
        var console = Console.signedIn()
        console.send(.event(Samples.event(8, .injected(.sample("the provider was told to revoke")), at: -2)))
        for event in Samples.lossEvents {
            let cause = event.cause.map { $0 + 1 }
            console.send(
                .event(
                    SessionEvent(
                        sequence: event.sequence + 1, time: event.time, generation: event.generation, cause: cause,
                        kind: event.kind)))
        }
        let chain = console.model.shell.card?.chain.map(\.sequence)
        #expect(chain?.first == 8)
        #expect(chain?.dropFirst().first == 9)
        try expectWords(console.dialogWords)
    }

    @Test func `the last good refresh may have been another process's`() throws {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        console.send(.event(Samples.event(8, .adoptedFromStore(Samples.tokens), at: -8)))
        let ended = EndedSession(
            end: .refreshRejected(.named(Samples.rejection)), time: Samples.now, generation: 2, process: 7)
        console.happen(.endedElsewhere(ended))
        try expectWords(console.dialogWords)
    }

    @Test(arguments: [Size(width: 60, height: 20), Size(width: 44, height: 14)])
    func `where the card has no room for the chain, it says where that is`(size: Size) throws {
        var console = Console.signedIn(size: size)
        console.happen(Samples.lossEvents)
        try expectWords(console.dialogWords, "\(size.width) columns")
    }

    @Test func `l on the card opens the sign-in dialog`() {
        var console = lost()
        console.press(.character("l"))
        guard console.dialog is SignInDialog else {
            Issue.record("no dialog")
            return
        }
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `a long error description leaves room for what led to the end`(size: Size) throws {
        var console = Console.signedIn(size: size)
        let long = (1...200).map { "word\($0)" }.joined(separator: " ")
        let rejection = OAuthError(code: "invalid_grant", detail: long, status: 400)
        for event in Samples.lossEvents {
            let kind: SessionEvent.Kind =
                switch event.kind {
                case .refreshRejected(_, let refresh): .refreshRejected(.named(rejection), refresh: refresh)
                case .forcedOut: .forcedOut(.refreshRejected(.named(rejection)))
                default: event.kind
                }
            console.send(
                .event(
                    SessionEvent(
                        sequence: event.sequence, time: event.time, generation: event.generation, cause: event.cause,
                        kind: kind)))
        }
        try expectWords(console.dialogWords, "\(size.width) columns")
    }

    @Test func `a fault that struck a message of the call stands after the beginning of the call`() {
        var console = Console.signedIn()
        let story = Story(after: 7) { story in
            story.tell(.begin(2), .strike(.tamperedToken, exchange: 2))
            let rejected = story.add(.unauthorized(Samples.facts(2, status: 401), Samples.challenge), cause: 8)
            story.add(.forcedOut(.forcedOut(request: "GET /orders")), cause: rejected)
        }
        console.happen(story.events)
        #expect(console.model.shell.card?.chain.map(\.sequence) == [8, 9, 10])
    }

    @Test func `a call that was answered 401 twice is told from its first 401 on, with the tokens that came between`() {
        var console = Console.signedIn()
        let story = Story(after: 7) { story in
            story.tell(.begin(2), .strike(.tamperedToken, exchange: 2))
            let first = story.add(.unauthorized(Samples.facts(2, status: 401), Samples.challenge), cause: 8)
            let refresh = story.add(
                .refreshStarted(.unauthorized(Samples.access), access: Samples.access, refresh: Samples.refresh),
                cause: first)
            story.add(.refreshed(Story.second, replacedAccess: nil, replacedRefresh: nil), cause: refresh)
            // Another call's 401 is no part of the story.
            story.add(.unauthorized(Samples.facts(3, status: 401), nil))
            story.tell(.strike(.tamperedToken, exchange: 4))
            let second = story.add(
                .unauthorized(Samples.facts(2, status: 401, attempts: 2), Samples.challenge), cause: 8)
            story.add(.forcedOut(.forcedOut(request: "GET /orders")), cause: second)
        }
        console.happen(story.events)
        #expect(console.model.shell.card?.chain.map(\.sequence) == [8, 9, 10, 12, 14, 15])
    }

    @Test func `faults that struck other messages, or nothing, are no part of the card's story`() {
        var console = Console.signedIn()
        let story = Story(after: 7) { story in
            for step in [InjectedFault.Step.armed, .disarmed] {
                story.add(.injected(InjectedFault(name: LabFault.networkOff.name, step: step, text: "\(step)")))
            }
            story.tell(
                .begin(2), .strike(.networkOff, exchange: 20), .message(2, nil, id: 20), .fail(2),
                .strike(.revokedSession), .begin(3), .message(3, 401, id: 21))
            let rejected = story.add(.unauthorized(Samples.facts(3, status: 401), Samples.challenge), cause: 15)
            story.add(.forcedOut(.forcedOut(request: "GET /orders")), cause: rejected)
        }
        console.happen(story.events)
        #expect(console.model.shell.card?.chain.map(\.sequence) == [14, 15, 17])
    }

    @Test func `of the moves of the provider's clock the last is part of the card's story, of its lifetimes none`() {
        for (last, expected) in [(Duration.seconds(120), [10, 11, 13]), (.zero, [11, 13])] {
            var console = Console.signedIn()
            let story = Story(after: 7) { story in
                for change in [ProviderChange.accessTokenLifetime(.seconds(30)), .clock(.seconds(60)), .clock(last)] {
                    story.add(.injected(change.injected))
                }
                story.tell(.begin(3), .message(3, 401, id: 21))
                let rejected = story.add(.unauthorized(Samples.facts(3, status: 401), Samples.challenge), cause: 11)
                story.add(.forcedOut(.forcedOut(request: "GET /orders")), cause: rejected)
            }
            console.happen(story.events)
            #expect(console.model.shell.card?.chain.map(\.sequence) == expected)
        }
    }

    @Test func `a refresh token that was dropped before is why the same one is rejected`() {
        var console = Console.signedIn()
        let story = Story(after: 7) { story in
            story.tell(
                .beginRefresh(.requestedByUser, token: "refresh-1"), .strike(.droppedRefreshToken, exchange: 20),
                .tokenMessage(200, id: 20), .renewed(Story.tokens("access-2", refresh: nil)))
            let start = story.add(
                .refreshStarted(.requestedByUser, access: Secret("access-2").fingerprint, refresh: Samples.refresh))
            let rejected = story.add(
                .refreshRejected(.named(Samples.rejection), refresh: Samples.refresh), cause: start)
            story.add(.forcedOut(Story.invalid), cause: rejected)
        }
        console.happen(story.events)
        #expect(console.model.shell.card?.chain.map(\.sequence) == [9, 12, 13])
    }

    @Test func `a failure that left the session alone is not told any more once the session is over`() {
        var console = Console.signedIn()
        console.send(.refreshEnded(.failure(.transport(.timedOut(.waiting), during: .token))))
        #expect(console.model.shell.notice?.advice != nil)
        console.happen(Samples.lossEvents)
        #expect(console.model.shell.card != nil && console.model.shell.notice == nil)
    }

    @Test func `d on the card opens the deciding 401, and w saves a ticket of the session that was live`() throws {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        #expect(console.model.shell.card?.deciding?.kind.traits.request != nil)
        console.press(.character("d"))
        let details = try #require(console.dialog as? ExchangeDetails)
        guard case .answered(let answer)? = details.exchange?.outcome else {
            Issue.record("\(String(describing: details.exchange))")
            return
        }
        #expect(answer.status == 401)
        console.press(.escape, .character("w"))
        try expectWords(console.lastRow, "the field")
        console.press(.enter)
        guard case .tool(.saveTicket(let ticket, let path))? = console.effects.first else {
            Issue.record("\(console.effects)")
            return
        }
        #expect(path == TicketPrompt.usualName && ticket.session?.profile == "demo")
        #expect(ticket.events.contains { $0.kind.traits.end == .forced })
        #expect(console.dialog == nil && console.model.shell.card != nil)
    }

    @Test func `a card that has all columns leaves the call that died in sight, then the events`()
        throws
    {
        var console = Console.signedIn(size: Size(width: 80, height: 24))
        console.happen(Samples.lossEvents)
        let place = try #require(console.model.cardPlace(in: console.model.layout))
        #expect(console.frames.map(\.pane) == [.response])
        #expect(console.frames.allSatisfy { $0.frame.y >= place.card.maxY && $0.frame.height == 4 })
        console.visit(.events)
        #expect(console.frames.map(\.pane) == [.events])
    }

    @Test func `a sign-in that failed is why there is no session, until the next one`() throws {
        var console = Console()
        let error = OAuthError(code: "invalid_client", detail: "The client is not known", status: 401)
        console.happen(.signInFailed(flow: "password", .refused(error, during: .token)))
        try expectWords(console.paneWords(.tokens), "failed")
        console.happen(.signInStarted(flow: "password"))
        try expectWords(console.paneWords(.tokens), "again")
    }
}

import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct SignedOutTests {
    @Test func `sign-out takes the former user's response and errors off the screen`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(#"{"salary":"of-alice"}"#))
        #expect(console.text.contains("of-alice"))
        console.send(.refreshEnded(.failure(.noSession)))
        #expect(console.model.shell.notice?.error == .noSession)
        console.send(.signOutEnded(.success([])))
        #expect(!console.text.contains("of-alice"))
        #expect(console.model.shell.notice == nil)
    }

    @Test(arguments: [true, false])
    func `nothing is kept of a user whose session has ended, whether the status or the event comes first`(
        statusFirst: Bool
    ) {
        for end in [SessionEvent.Kind.signedOut(.signedOut), .forcedOut(.userInfoRejected)] {
            var console = Console.signedIn()
            #expect(console.model.shell.lastSession?.userInfo != nil)
            var status = SessionStatus()
            status.state = .noSession(.signedOut)
            if statusFirst { console.send(.status(status)) }
            console.happen(end)
            #expect(console.model.shell.lastSession == nil)
            #expect((console.model.shell.card != nil) == (end == .forcedOut(.userInfoRejected)))
            if !statusFirst { console.send(.status(status)) }
            #expect(console.model.shell.lastSession == nil)
        }
        var console = Console.signedIn()
        let next = Samples.status(generation: 3)
        console.send(.status(next))
        // An end that is told late is an earlier session's.
        console.happen(.signedOut(.signedOut))
        #expect(console.model.shell.lastSession == next)
    }

    @Test func `new tokens take what an earlier session could not do off the screen`() throws {
        let tokens = MadeTokens.tokens(access: MadeTokens.access(1))
        let endings: [SessionEvent.Kind] = [
            .signedIn(flow: "password", tokens),
            .refreshed(tokens, replacedAccess: nil, replacedRefresh: nil), .adoptedFromStore(tokens),
        ]
        for ending in endings {
            var console = Console.signedIn()
            let failure = SessionError.server(status: 500, during: .token, retryAfter: nil)
            console.send(.refreshEnded(.failure(failure)))
            console.happen(.verified)
            #expect(console.model.shell.notice?.error == failure)
            console.happen(ending)
            #expect(console.model.shell.notice == nil)
        }
        var console = Console.signedIn()
        console.send(.saved(path: "/x", .failure(ToolFailure("the disk is full"))))
        console.happen(endings[0])
        #expect(console.text.contains("the disk is full"))
    }

    @Test func `a sign-out that failed leaves everything and says how to get out all the same`() throws {
        var console = Console.signedIn()
        console.exchange(Samples.answer(#"{"salary":"of-alice"}"#))
        console.send(.signOutEnded(.failure(.server(status: 500, during: .revocation, retryAfter: nil))))
        #expect(console.text.contains("of-alice"))
        try expectWords(console.noticeWords)
    }

    @Test(arguments: [
        EndSessionOpening.opened, .over(.ended), .over(.goesOn), .over(.returned), .over(.silent),
        .over(.unawaited(refusal: nil)), .over(.unawaited(refusal: 400)), .notOpened(isCopied: true),
    ])
    func `the page that ends the provider's own session is told of as far as it is known`(
        opening: EndSessionOpening
    ) throws {
        var console = Console.signedIn()
        console.send(.endSessionShown(opening))
        try expectWords(console.noticeWords, "\(opening)")
    }

    @Test func `an error that is a cancellation is not shown`() {
        var console = Console.signedIn()
        console.send(.refreshEnded(.failure(.cancelled)))
        console.send(.userInfoEnded(.failure(.cancelled)))
        #expect(console.model.shell.notice == nil)
    }

    @Test func `m shows the selected token, and pressed again hides it at once`() {
        var console = Console.signedIn()
        console.visit(.tokens)
        console.press(.character("m"))
        console.send(.tokenRevealed(.access, Secret("at-very-secret")))
        #expect(console.text.contains("at-very-secret"))
        console.press(.character("m"))
        #expect(console.effects.isEmpty)
        #expect(!console.text.contains("at-very-secret"))
    }

    @Test func `with nobody signed in nothing is asked of the session`() {
        for key in ["R", "i", "o", "m"] {
            var console = Console()
            console.visit(.tokens)
            console.press(.character(Character(key)))
            #expect(console.effects.isEmpty)
            #expect(console.dialog == nil)
            #expect(console.model.shell.notice == .notSignedIn)
        }
    }

    @Test func `screen 4: signing out is done after a yes alone, and by force after another one`() {
        for (answer, isDone, isForced) in [
            (Key.character("y"), true, false), (.character("f"), true, true), (.character("n"), false, false),
            (.escape, false, false), (.enter, false, false),
        ] {
            var console = Console.signedIn()
            console.press(.character("o"), answer)
            #expect(console.dialog == nil)
            guard case .session(.signOut(let force, _))? = console.effects.first else {
                #expect(!isDone)
                continue
            }
            #expect(isDone)
            #expect(force == isForced)
        }
    }

    @Test func `an ended session's card is put away by the next session and by no earlier one`() {
        var console = Console.signedIn()
        console.happen(Samples.lossEvents)
        #expect(console.model.shell.card != nil)
        console.send(.status(Samples.status(generation: 2)))
        #expect(console.model.shell.card != nil)
        console.send(.status(Samples.status(generation: 3)))
        #expect(console.model.shell.card == nil)
    }
}

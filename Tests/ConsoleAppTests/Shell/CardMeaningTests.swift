import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// What the card says an end can mean for which the provider gives no reason.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct CardMeaningTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let meanings: [RefusalMeaning]
        let story: @Sendable (inout Story) -> Void

        init(_ name: String, _ meanings: [RefusalMeaning], _ story: @escaping @Sendable (inout Story) -> Void) {
            (self.name, self.meanings, self.story) = (name, meanings, story)
        }

        var testDescription: String { name }
    }

    private static let bare = RefreshRefusal.named(OAuthError(code: "invalid_grant", detail: nil, status: 400))

    private func console(
        _ size: Size = Size(width: 120, height: 36), _ refusal: RefreshRefusal = Self.bare,
        _ story: (inout Story) -> Void
    ) -> Console {
        var console = Console(size: size)
        let told = Story { events in
            story(&events)
            events.add(.refreshRejected(refusal, refresh: Samples.refresh), cause: events.lastRefresh)
            events.add(.forcedOut(.refreshRejected(refusal)), cause: events.events.count)
        }
        console.happen(told.events)
        return console
    }

    /// Tokens whose refresh token was issued at the beginning, and ends then.
    private static func tokens(refresh: String = "refresh-1", end: TimeInterval? = nil) -> SessionTokens {
        var tokens = Story.tokens("access-1", refresh: refresh)
        if let end { tokens.refresh?.expiry = .at(Samples.now.addingTimeInterval(end), .refreshExpiresIn) }
        return tokens
    }

    static let cases: [Case] = [
        Case("it was never sent", [.fresh(.seconds(40))]) { $0.tell(.signedIn(), .at(40), .beginRefresh()) },
        Case("its announced end had passed", [.ended(.seconds(10))]) {
            $0.tell(.signedIn(tokens(end: 30)), .at(40), .beginRefresh())
        },
        Case("its announced end had not", [.fresh(.seconds(40))]) {
            $0.tell(.signedIn(tokens(end: 41)), .at(40), .beginRefresh())
        },
        Case("an answer was lost", [.answerLost(.seconds(5))]) {
            $0.tell(.signedIn(), .at(10), .beginRefresh(), .refreshLost, .at(15), .beginRefresh())
        },
        Case("an answer came, and it was an error of the server", []) {
            $0.tell(.signedIn(), .at(10), .beginRefresh(), .refreshFailed(), .at(15), .beginRefresh())
        },
        Case("it was refused before, by a code that ends nothing", [.refusedBefore(.seconds(5))]) { story in
            let refusal = SessionError.refused(
                OAuthError(code: "bad_refresh_token", detail: nil, status: 400), during: .token)
            story.tell(.signedIn(), .at(10), .beginRefresh(), .refreshFailed(refusal), .at(15), .beginRefresh())
        },
        Case("an answer to another token was lost", [.fresh(.seconds(15))]) { story in
            story.tell(
                .signedIn(), .at(10), .beginRefresh(token: "refresh-0"), .refreshLost, .at(15), .beginRefresh())
        },
        Case("a refresh had replaced it", [.spent(.seconds(5))]) { story in
            story.tell(.signedIn(), .at(10), .beginRefresh())
            story.add(
                .refreshed(tokens(refresh: "refresh-2"), replacedAccess: nil, replacedRefresh: Samples.refresh))
            story.tell(.at(15.02), .beginRefresh())
        },
        Case("another process stored it", [.adopted(.seconds(8))]) {
            $0.tell(.signedIn(tokens(refresh: "refresh-0")), .at(20), .adopt(tokens()), .at(28.02), .beginRefresh())
        },
        Case("the API refused first", [.refusedByAPI(left: .seconds(47))]) {
            $0.tell(.signedIn(), .at(13), .begin(1), .reject(1), .refreshAfter401)
        },
        Case("the API refused a token whose time was over", [.fresh(.seconds(70))]) {
            $0.tell(.signedIn(), .at(70), .begin(1), .reject(1, left: .seconds(-10)), .refreshAfter401)
        },
        Case("an earlier 401 was settled by a refresh", [.fresh(.seconds(40))]) { story in
            story.tell(
                .signedIn(tokens(refresh: "refresh-0")), .reject(1),
                .beginRefresh(.unauthorized(Samples.access), token: "refresh-0"), .renewed(tokens()), .at(40),
                .beginRefresh())
        },
        Case("it was old", [.old(.seconds(7200))]) { $0.tell(.signedIn(), .at(7200), .beginRefresh()) },
        Case("it was old, and its end was announced", [.fresh(.seconds(7200))]) {
            $0.tell(.signedIn(tokens(end: 90_000)), .at(7200), .beginRefresh())
        },
        Case(
            "several, the likeliest first",
            [.ended(.seconds(1000)), .answerLost(.seconds(5)), .refusedByAPI(left: .seconds(47))]
        ) { story in
            story.tell(
                .signedIn(tokens(end: 6200)), .at(7195), .beginRefresh(), .refreshLost, .at(7199), .begin(1),
                .reject(1), .at(7200), .refreshAfter401)
        },
    ]

    @Test(arguments: cases) func `truth 4: a bare refusal is explained by what is known`(example: Case) throws {
        let console = console { example.story(&$0) }
        #expect(try #require(console.model.shell.card).meanings == example.meanings)
        try expectWords(console.dialogWords, example.name)
    }

    @Test func `truth 4: where the provider gives its reason, or a fault made it up, nothing is guessed`() throws {
        for (refusal, fault) in [
            (RefreshRefusal.named(Samples.rejection), nil), (Self.bare, LabFault.tokenEndpointRefusal),
        ] {
            let console = console(refusal) { story in
                story.tell(.signedIn(), .beginRefresh())
                if let fault {
                    story.tell(.strike(fault, exchange: 5), .tokenMessage(400, id: 5))
                }
            }
            #expect(try #require(console.model.shell.card).meanings == [])
            try expectWords(console.dialogWords, fault?.name ?? "the provider's reason")
        }
        let reason = console(.unexplained(status: 400, reason: "Session not active")) {
            $0.tell(.signedIn(), .beginRefresh())
        }
        #expect(try #require(reason.model.shell.card).meanings == [])
        try expectWords(reason.dialogWords, "truth 5: no code, but a reason")
        let unexplained = console(.unexplained(status: 400)) { $0.tell(.signedIn(), .beginRefresh()) }
        #expect(try #require(unexplained.model.shell.card).meanings == [.fresh(.zero)])
    }

    private func console(_ refusal: RefreshRefusal, _ story: (inout Story) -> Void) -> Console {
        console(Size(width: 120, height: 36), refusal, story)
    }

    @Test(arguments: cases) func `truth 4: every line says what it is about`(example: Case) {
        for meaning in example.meanings {
            let starts = ["The refresh token", "The API", "A refresh", "Another process"]
            #expect(starts.contains(where: meaning.words.hasPrefix), "\(meaning.words)")
        }
    }

    @Test(arguments: [(96, 40), (56, 40), (56, 14), (40, 14)])
    func `truth 4: it takes three lines at most, and the likeliest is among them`(width: Int, height: Int) throws {
        let example = try #require(Self.cases.last)
        let console = console { example.story(&$0) }
        let card = try #require(console.model.shell.card)
        let lines = CardLines(card, scene: console.model.scene, width: width, glyphs: .unicode).fitting(height)
            .map(\.text)
        #expect(lines.count <= height)
        try expectWords(lines.joined(separator: "\n"), "\(width) columns, \(height) rows")
    }
}

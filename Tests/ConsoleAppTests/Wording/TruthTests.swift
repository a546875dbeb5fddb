import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// What is on the screen is true: a label names what its key does now, a word in the header agrees with the clocks.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct TruthTests {
    private func sentRequest(_ console: Console) -> HTTPRequest? {
        guard case .call(.send(_, let request, _))? = console.effects.first else { return nil }
        return request
    }

    private func run(_ command: String, in console: inout Console) {
        console.press(.character(":"))
        console.type(command)
        console.press(.enter)
    }

    @Test(arguments: [Key.escape, .character("q")]) func `a revealed token is hidden by esc and q`(_ key: Key) {
        var console = Console.signedIn()
        console.send(.tokenRevealed(.access, Secret("at-very-secret")))
        #expect(console.text.contains("at-very-secret"))
        console.press(key)
        #expect(console.effects.isEmpty)
        #expect(!console.text.contains("at-very-secret"))
    }

    @Test func `q leaves a filter and a search before it leaves the program`() {
        var console = Console.signedIn()
        console.visit(.events)
        console.press(.character("/"))
        console.type("signed")
        console.press(.enter, .character("q"))
        #expect(console.effects.isEmpty)
        #expect(console.model.screens.session.events.lines.filter.isEmpty)
        console.visit(.userInfo)
        console.press(.character("/"))
        console.type("alice")
        console.press(.enter, .character("q"))
        #expect(console.effects.isEmpty)
        #expect(console.model.screens.session.userInfo.list.find?.hasSearched == false)
    }

    /// The clock of the access token in the session's pane.
    private func access(_ console: Console) -> String { console.paneWords("Session").fact("Access") }

    @Test func `the ID token's clock takes the measured skew into account`() throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.clockSkew = .seconds(-300)
        status.idToken = IDTokenStatus(
            fingerprint: Samples.identity, expiresAt: Samples.now.addingTimeInterval(-240),
            trust: .verified(algorithm: "ES256", keyID: "3f2a"))
        console.send(.status(status))
        try expectWords(console.paneWords("Session").fact("ID token"))
    }

    @Test(arguments: [false, true]) func `the header's word follows the clocks`(hasRefreshToken: Bool) throws {
        var console = Console.signedIn()
        var status = Samples.status()
        status.accessToken = TokenStatus(
            fingerprint: Samples.access, obtainedAt: Samples.now.addingTimeInterval(-60),
            expiry: .at(Samples.now.addingTimeInterval(-1), .expiresIn))
        if !hasRefreshToken { status.refreshToken = nil }
        console.send(.status(status))
        #expect(console.model.state == .expired)
        let words = together(console.picture().lines[0], console.paneWords("Session").fact("Access"))
        try expectWords(words, "\(hasRefreshToken ? "with" : "without") a refresh token")
    }

    @Test func `the header has the session's state, and the scenarios' word follows it`() throws {
        var console = Console.signedIn()
        let words = { (console: Console) in console.picture().lines[0] }
        var status = Samples.status()
        #expect(console.model.state == .authenticated)
        try expectWords(words(console), "authenticated")
        status.refreshWaiters = 1
        console.send(.status(status))
        #expect(console.model.state == .authenticated)
        try expectWords(words(console), "refreshing")
        status.accessToken?.expiry = .at(Samples.now, .expiresIn)
        console.send(.status(status))
        #expect(console.model.state == .expired)
        try expectWords(words(console), "refreshing an expired token")
    }

    @Test func `screen 3: a 403 to the session's token fills one row of the events`() throws {
        var console = Console.signedIn()
        let before = console.model.screens.session.events.lines.list.rows.count
        let start = console.happen(.requestStarted(Samples.facts(2, status: nil)))
        let url = "http://127.0.0.1:41874/admin"
        console.happen(
            .exchange(Samples.exchange(2, .request, request: 2, url: url, status: 403, body: nil)), cause: start)
        console.happen(.forbidden(Samples.facts(2, status: 403), requiredScope: ["admin"]), cause: start)
        console.happen(.requestFinished(Samples.facts(2, status: 403)), cause: start)
        #expect(console.model.screens.session.events.lines.list.rows.count == before + 1)
        try expectWords(console.paneWords("Events").line(with: "403"))
        // Nothing else tells of one without a token.
        var facts = Samples.facts(3, status: 403)
        facts.token = nil
        console.happen(.requestFinished(facts))
        #expect(console.model.screens.session.events.lines.list.rows.count == before + 2)
    }

    @Test func `screen 3: no screen speaks of generations, gates or rule numbers`() {
        var console = Console.signedIn(size: Size(width: 200, height: 60))
        let calls = console.begin(2...3)
        console.refresh(cause: calls[0])
        for key in ["1", "2", "3", "4", "5"] {
            console.press(.character(Character(key)))
            for word in ["generation", " gate ", "(rule ", "rules ", "struck"] {
                #expect(!console.text.contains(word), "\(word): \(console.text)")
            }
        }
    }

    private static let narrow = AuthorizedResponse(
        response: Samples.answer("{}").response, facts: Samples.facts(1, status: 403),
        verdict: .insufficientScope(["admin"]))

    /// What came of a call; nothing yet in the last one.
    private static let outcomes: [(String, Result<AuthorizedResponse, SessionError>?)] = [
        ("cancelled", .failure(.cancelled)),
        ("failed", .failure(.transport(.couldNotConnect(host: "api.test", reason: "refused"), during: .request))),
        ("refused", .success(narrow)), ("not sent", nil),
    ]

    @Test(arguments: outcomes) func `screen 3: in the past an answer names no key that sends or signs in`(
        outcome: String, result: Result<AuthorizedResponse, SessionError>?
    ) throws {
        for isPast in [false, true] {
            var console = Console.signedIn()
            if let result {
                console.press(.character("r"))
                for call in console.sentCalls { console.send(.answered(call, result)) }
            }
            var scene = console.model.scene
            scene.placement.isOnlyLookedAt = isPast
            var canvas = Canvas(size: Size(width: 80, height: 12), glyphs: .unicode)
            console.model.screens.session.response.draw(
                on: &canvas, in: Rect(x: 0, y: 0, width: 80, height: 12), isFocused: true, scene)
            let words = canvas.surface.words(in: canvas.surface.bounds).trimmed
            try expectWords(words, "\(outcome), \(isPast ? "past" : "now")")
        }
    }

    @Test(arguments: [false, true])
    func `where all tokens have run out, no pane promises a refresh`(hasRefreshToken: Bool) throws {
        var console = Console.signedIn()
        var status = Samples.status()
        let past = Samples.now.addingTimeInterval(-1)
        status.accessToken?.expiry = .at(past, .expiresIn)
        status.refreshToken = hasRefreshToken ? status.refreshToken : nil
        status.refreshToken?.expiry = .at(past, .refreshExpiresIn)
        status.refreshDueAt = nil
        status.refreshDeferral = .shortLived(.seconds(10))
        console.send(.status(status))
        #expect(!console.text.contains("refreshed by") && !console.text.contains("refreshed before"))
        let words = together(console.picture().lines[0], access(console), console.paneWords("Session").fact("Refresh"))
        try expectWords(words, "\(hasRefreshToken ? "with" : "without") a refresh token")
    }

    @Test(arguments: [
        SessionError.transport(.couldNotConnect(host: "h", reason: "refused"), during: .request),
        .transport(.timedOut(.waiting), during: .request), .transport(.tooLarge(limit: 1 << 27), during: .request),
        .transport(.timedOut(.waiting), during: .token), .server(status: 500, during: .token, retryAfter: nil),
        .originNotAllowed("https://other.example"),
    ])
    func `no answer is said only where none came`(error: SessionError) throws {
        var console = Console.signedIn()
        console.press(.character("r"))
        for call in console.sentCalls { console.send(.answered(call, .failure(error))) }
        try expectWords(console.paneWords("Response"), "\(error)")
    }

    @Test func `a call that the network fault stopped names the keys that switch it off`() throws {
        var console = Console.signedIn()
        console.send(.faults([.networkOff: .untilDisarmed]))
        console.press(.character("r"))
        let error = SessionError.transport(.couldNotConnect(host: "h", reason: "network off"), during: .request)
        for call in console.sentCalls { console.send(.answered(call, .failure(error))) }
        try expectWords(console.paneWords("Response"))
    }

    @Test func `after signing in again a failed call asks for no sign-in`() throws {
        var console = Console()
        console.press(.character("r"))
        for call in console.sentCalls { console.send(.answered(call, .failure(.noSession))) }
        try expectWords(console.paneWords("Response"), "signed out")
        console.send(.status(Samples.status()))
        try expectWords(console.paneWords("Response"), "signed in")
    }

    @Test func `a request typed as a command begins afresh, and may carry a body`() {
        var console = Console.signedIn()
        run(#"post /echo {"a": 1}"#, in: &console)
        let request = sentRequest(console)
        #expect(request?.method == "POST")
        #expect(request?.url.path == "/echo")
        guard case .bytes(let body)? = request?.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == #"{"a": 1}"#)
        run("get /me", in: &console)
        #expect(sentRequest(console)?.url.path == "/me")
        #expect(console.model.screens.session.request.draft.target == "/me")
        #expect(console.model.screens.session.request.draft.body.isEmpty)
    }

    @Test func `the command line remembers what was typed, and has the faults`() {
        var console = Console.signedIn()
        run("get /me", in: &console)
        run("fault network off", in: &console)
        #expect(console.fault == .inject(.networkOff, .untilDisarmed))
        console.press(.character(":"), .up)
        #expect((console.dialog as? CommandPrompt)?.field.text == "fault network off")
        console.press(.up)
        #expect((console.dialog as? CommandPrompt)?.field.text == "get /me")
        console.press(.down, .down)
        #expect((console.dialog as? CommandPrompt)?.field.isEmpty == true)
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `the list of commands has the names of presets and faults whole`(size: Size) {
        var console = Console.signedIn(size: size)
        for (prefix, names) in [
            ("preset ", Preset.allCases.map(\.rawValue)), ("fault ", LabFault.ofSessions.map(\.rawValue)),
        ] {
            for name in names {
                console.press(.character(":"))
                console.type(prefix + name.dropLast())
                #expect(console.text.contains("║ \(prefix)\(name) "), "\(console.text)")
                console.press(.escape)
            }
        }
    }

    @Test func `a mistyped command is told the names that are like it`() throws {
        var console = Console.signedIn()
        run("zoon", in: &console)
        try expectWords(console.dialogWords, "zoon")
        console.press(.escape)
        run("xylophone", in: &console)
        try expectWords(console.dialogWords, "xylophone")
    }

    @Test func `several pasted lines are no command`() throws {
        var console = Console.signedIn()
        console.press(.character(":"), .paste("get /me\nget /orders\n"))
        try expectWords(console.dialogWords)
        console.press(.enter)
        #expect(console.dialog == nil)
        console.press(.character(":"), .paste("zoom\n"))
        #expect((console.dialog as? CommandPrompt)?.field.text.contains("zoom") == true)
    }

    @Test func `the command line shows the key beside each command`() throws {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("refresh")
        try expectWords(console.dialogWords.line(with: "refresh "))
    }

    @Test func `a second try with a password keeps the user name`() {
        var console = Console()
        console.press(.character("l"), .character("p"))
        console.type("alice")
        console.press(.tab)
        console.type("wrong")
        console.press(.enter)
        console.send(.signInEnded(.failure(.signInDenied(Samples.rejection))))
        console.press(.enter)
        console.type("wonderland")
        console.press(.enter)
        guard case .signIn(.start(.password(let username, let password), _))? = console.effects.first else {
            Issue.record("no second try")
            return
        }
        #expect(username == "alice")
        #expect(password.reveal() == "wonderland")
    }

    @Test func `a command that is not known suggests what is`() throws {
        for typed in ["theme nope", "theme lihgt", "brust 20", "fault netwrok off"] {
            var console = Console.signedIn()
            console.press(.character(":"))
            console.type(typed)
            console.press(.enter)
            try expectWords(console.dialogWords, typed)
        }
    }

    @Test func `a refresh that takes long says for how long, and what ends it`() throws {
        var console = Console.signedIn()
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        var status = Samples.status()
        status.refreshWaiters = 1
        console.send(.status(status))
        console.send(.ticked(Samples.now.addingTimeInterval(7), secondsFromUTC: 0))
        try expectWords(together(console.picture().lines[0], access(console)))
    }

    @Test func `a refresh that waits for another process is not timed from the refresh before it, and says so`() throws
    {
        var console = Console.signedIn()
        console.refresh(cause: nil)
        console.send(.ticked(Samples.now.addingTimeInterval(70), secondsFromUTC: 0))
        var status = Samples.status()
        status.refreshWaiters = 1
        console.send(.status(status))
        console.send(.ticked(Samples.now.addingTimeInterval(76), secondsFromUTC: 0))
        try expectWords(together(console.picture().lines[0], access(console)), "while it waits")
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        try expectWords(access(console), "when it has begun")
    }

    @Test func `a refresh that failed without a pause names none`() throws {
        let error = SessionError.transport(.timedOut(.waiting), during: .token)
        let words = [Duration.zero, .seconds(2)].map {
            Samples.event(1, .refreshFailed(error, retryAfter: $0)).words.detail
        }
        try expectWords(words.joined(separator: "\n"))
    }
}

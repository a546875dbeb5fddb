import FoundationEssentials
import Scenarios
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

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
        #expect(console.model.screens.session.userInfo.search.found == nil)
    }

    @Test func `the ID token's clock takes the measured skew into account`() {
        var console = Console.signedIn()
        var status = Samples.status()
        status.clockSkew = .seconds(-300)
        status.idToken = IDTokenStatus(
            fingerprint: Samples.identity, expiresAt: Samples.now.addingTimeInterval(-240),
            trust: .verified(algorithm: "ES256", keyID: "3f2a"))
        console.send(.statusChanged(status))
        #expect(!console.text.contains("expired"))
        #expect(console.text.contains("expires in 01:00"))
    }

    @Test(arguments: [false, true]) func `the header's word follows the clocks`(hasRefreshToken: Bool) {
        var console = Console.signedIn()
        var status = Samples.status()
        status.accessToken = TokenStatus(
            fingerprint: Samples.access, obtainedAt: Samples.now.addingTimeInterval(-60),
            expiry: .at(Samples.now.addingTimeInterval(-1), .expiresIn))
        if !hasRefreshToken { status.refreshToken = nil }
        console.send(.statusChanged(status))
        #expect(console.picture().lines[0].contains("EXPIRED"))
        #expect(console.text.contains("EXPIRED · can't be refreshed") == !hasRefreshToken)
        #expect(!console.text.lowercased().contains("authenticated"))
        #expect(console.text.contains(/State +expired · sign-in 2/))
        #expect(console.model.state == .expired)
    }

    @Test func `header and pane have one word for the session's state, and the scenarios' word follows it`() {
        var console = Console.signedIn()
        let words = { (console: Console) in
            let pane = console.text.firstMatch(of: /State +(\w+)/).map { String($0.output.1) }
            return (console.picture().lines[0], pane)
        }
        var status = Samples.status()
        #expect(words(console).0.contains("AUTHENTICATED") && words(console).1 == "authenticated")
        #expect(console.model.state == .authenticated)
        status.refreshWaiters = 1
        console.send(.statusChanged(status))
        #expect(words(console).0.contains("REFRESHING") && words(console).1 == "refreshing")
        #expect(console.model.state == .authenticated)
        status.accessToken?.expiry = .at(Samples.now, .expiresIn)
        console.send(.statusChanged(status))
        #expect(words(console).0.contains("REFRESHING") && words(console).1 == "refreshing")
        #expect(console.model.state == .expired)
    }

    @Test func `screen 3: a 403 to the session's token fills one row of the events`() {
        var console = Console.signedIn()
        let before = console.model.screens.session.events.lines.listed.count
        let start = console.happen(.requestStarted(Samples.facts(2, status: nil)))
        let url = "http://127.0.0.1:41874/admin"
        console.happen(
            .exchange(Samples.exchange(2, .request, request: 2, url: url, status: 403, body: nil)), cause: start)
        console.happen(.forbidden(Samples.facts(2, status: 403), requiredScope: ["admin"]), cause: start)
        console.happen(.requestFinished(Samples.facts(2, status: 403)), cause: start)
        #expect(console.model.screens.session.events.lines.listed.count == before + 1)
        #expect(console.text.contains("needs the scope admin"))
        // Nothing else tells of one without a token.
        var facts = Samples.facts(3, status: 403)
        facts.token = nil
        console.happen(.requestFinished(facts))
        #expect(console.model.screens.session.events.lines.listed.count == before + 2)
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
    private static let outcomes: [(Result<AuthorizedResponse, SessionError>?, String, String)] = [
        (.failure(.cancelled), "The call was cancelled", "sends it again"),
        (
            .failure(.transport(.couldNotConnect(host: "api.test", reason: "refused"), during: .request)),
            "no connection to api.test", "check the address"
        ),
        (.success(narrow), "the API asks for the scope admin", "signs in again for it"),
        (nil, "", "to send the request"),
    ]

    @Test(arguments: outcomes) func `screen 3: in the past an answer names no key that sends or signs in`(
        result: Result<AuthorizedResponse, SessionError>?, shown: String, hint: String
    ) {
        for isPast in [false, true] {
            var console = Console.signedIn()
            if let result {
                console.press(.character("r"))
                for call in console.sentCalls { console.send(.responseArrived(call, result)) }
            }
            var scene = console.model.scene
            scene.placement.isOnlyLookedAt = isPast
            var canvas = Canvas(size: Size(width: 80, height: 12), glyphs: .unicode)
            console.model.screens.session.response.draw(
                on: &canvas, in: Rect(x: 0, y: 0, width: 80, height: 12), isFocused: true, scene)
            let text = canvas.surface.lines.joined()
            #expect(text.contains(shown) || shown.isEmpty)
            #expect(text.contains(hint) == !isPast)
        }
    }

    @Test(arguments: [false, true])
    func `where all tokens have run out, no pane promises a refresh`(hasRefreshToken: Bool) {
        var console = Console.signedIn()
        var status = Samples.status()
        let past = Samples.now.addingTimeInterval(-1)
        status.accessToken?.expiry = .at(past, .expiresIn)
        status.refreshToken = hasRefreshToken ? status.refreshToken : nil
        status.refreshToken?.expiry = .at(past, .refreshExpiresIn)
        status.refreshDueAt = nil
        status.refreshDeferral = .shortLived(.seconds(10))
        console.send(.statusChanged(status))
        #expect(console.text.contains("can't be refreshed"))
        #expect(!console.text.contains("refreshed by") && !console.text.contains("refreshed before"))
    }

    @Test(arguments: [
        (SessionError.transport(.couldNotConnect(host: "h", reason: "refused"), during: .request), "Not sent: no conn"),
        (.transport(.timedOut(.waiting), during: .request), "No answer: timed out while waiting"),
        (
            .transport(.tooLarge(limit: 1 << 27), during: .request),
            "Answer not read: the answer is larger than 128 MiB"
        ),
        (.transport(.timedOut(.waiting), during: .token), "Not sent: the refresh before it failed: timed out"),
        (.server(status: 500, during: .token, retryAfter: nil), "Not sent: the refresh before it was answered 500"),
        (.originNotAllowed("https://other.example"), "Not sent: the access token may not go to"),
    ])
    func `no answer is said only where none came`(error: SessionError, words: String) {
        var console = Console.signedIn()
        console.press(.character("r"))
        for call in console.sentCalls { console.send(.responseArrived(call, .failure(error))) }
        #expect(console.text.contains(words))
    }

    @Test func `a call that the network fault stopped names the keys that switch it off`() {
        var console = Console.signedIn()
        console.send(.faultsChanged(armed: [.networkOff: .untilDisarmed]))
        console.press(.character("r"))
        let error = SessionError.transport(.couldNotConnect(host: "h", reason: "network off"), during: .request)
        for call in console.sentCalls { console.send(.responseArrived(call, .failure(error))) }
        #expect(console.text.contains("x n switches it off"))
    }

    @Test func `after signing in again a failed call asks for no sign-in`() {
        var console = Console()
        console.press(.character("r"))
        for call in console.sentCalls { console.send(.responseArrived(call, .failure(.noSession))) }
        #expect(console.text.contains("  press l to sign in"))
        console.send(.statusChanged(Samples.status()))
        #expect(!console.text.contains("press l to sign in"))
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
            ("preset ", Preset.allCases.map(\.rawValue)), ("fault ", Fault.allCases.map(\.rawValue)),
        ] {
            for name in names {
                console.press(.character(":"))
                console.type(prefix + name.dropLast())
                #expect(console.text.contains("║ \(prefix)\(name) "), "\(console.text)")
                console.press(.escape)
            }
        }
    }

    @Test func `a mistyped command is told the names that are like it`() {
        var console = Console.signedIn()
        run("zoon", in: &console)
        #expect(console.text.contains("no action has this name. Did you mean 'zoom'?"))
        console.press(.escape)
        run("xylophone", in: &console)
        #expect(console.text.contains("no action has this name "))
    }

    @Test func `several pasted lines are no command`() {
        var console = Console.signedIn()
        console.press(.character(":"), .paste("get /me\nget /orders\n"))
        #expect(console.text.contains("a command is one line: 2 lines were pasted"))
        console.press(.enter)
        #expect(console.dialog == nil)
        console.press(.character(":"), .paste("zoom\n"))
        #expect((console.dialog as? CommandPrompt)?.field.text.contains("zoom") == true)
    }

    @Test func `the command line shows the key beside each command`() {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("refresh")
        #expect(console.text.contains("refresh                    R        refresh the access token now"))
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

    @Test func `a command that is not known suggests what is`() {
        for (typed, words) in [
            ("theme nope", "there is no theme 'nope'"), ("theme lihgt", "Did you mean 'theme light'?"),
            ("brust 20", "Did you mean 'burst'?"),
            ("fault netwrok off", "Did you mean 'fault network off'?"),
        ] {
            var console = Console.signedIn()
            console.press(.character(":"))
            console.type(typed)
            console.press(.enter)
            #expect(console.text.contains(words), "\(typed)")
        }
    }

    @Test func `a refresh that takes long says for how long, and what ends it`() {
        var console = Console.signedIn()
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        var status = Samples.status()
        status.refreshWaiters = 1
        console.send(.statusChanged(status))
        console.send(.ticked(Samples.now.addingTimeInterval(7), secondsFromUTC: 0))
        #expect(console.text.contains("REFRESHING 7 s"))
        #expect(console.text.contains("gives up after 30 s"))
    }

    @Test func `a refresh that waits for another process is not timed from the refresh before it, and says so`() {
        var console = Console.signedIn()
        console.refresh(cause: nil)
        console.send(.ticked(Samples.now.addingTimeInterval(70), secondsFromUTC: 0))
        var status = Samples.status()
        status.refreshWaiters = 1
        console.send(.statusChanged(status))
        console.send(.ticked(Samples.now.addingTimeInterval(76), secondsFromUTC: 0))
        #expect(console.text.contains("REFRESHING 6 s"), "\(console.text)")
        #expect(console.text.contains("waits for another process, max 30 s"), "\(console.text)")
        console.happen(.refreshStarted(.expired, access: Samples.access, refresh: Samples.refresh))
        #expect(!console.text.contains("waits for another process"), "\(console.text)")
    }

    @Test func `a refresh that failed without a pause names none`() {
        let error = SessionError.transport(.timedOut(.waiting), during: .token)
        let words = [Duration.zero, .seconds(2)].map {
            Samples.event(1, .refreshFailed(error, retryAfter: $0)).words.detail
        }
        #expect(!words[0].contains("no retry") && words[0].hasSuffix("session kept"), "\(words)")
        #expect(words[1].hasSuffix("session kept, no retry for 2 s"), "\(words)")
    }
}

import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultTests {
    /// The fault's row in the menu.
    private func row(_ fault: LabFault, in console: Console) -> String {
        console.dialogWords.line(with: "  \(fault.rawValue) ")
    }

    @Test(arguments: [LabFault.accessTokenExpired, .revokedSession])
    func `a fault that needs a session says so while there is none`(fault: LabFault) throws {
        var console = Console()
        console.press(.character("x"))
        try expectWords(row(fault, in: console), "\(fault.rawValue), menu")
        console.press(.character(fault.letter))
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords, "\(fault.rawValue), notice")
    }

    @Test func `each fault has its letter, and a badge while it is armed`() throws {
        var badges: [String] = []
        for fault in LabFault.ofSessions {
            var console = Console.signedIn()
            let header = console.headerWords
            console.press(.character("x"), .character(fault.letter))
            #expect(console.fault == .inject(fault, fault.ownArming))
            #expect(console.dialog == nil)
            guard fault.ownArming != .atOnce else { continue }
            console.send(.faults([fault: fault.ownArming]))
            badges.append(console.picture().lines[1])
            console.press(.character("x"), .character(fault.letter))
            #expect(console.fault == .clear(fault))
            console.send(.faults([:]))
            #expect(console.headerWords == header)
        }
        try expectWords(badges.joined(separator: "\n"))
    }

    @Test func `what was armed last is what the lab and the list of faults begin with, wherever it was armed`() {
        var console = Console.signedIn()
        console.send(.faults([.clockBehind: .untilDisarmed]))
        console.happen(Story(after: 7, .strike(.tamperedToken)).events)
        console.send(.faults([.clockBehind: .untilDisarmed, .networkOff: .untilDisarmed]))
        console.press(.character("x"))
        #expect(console.faults?.selected == .networkOff)
        console.press(.escape, .character("5"))
        #expect(console.model.screens.lab.expectation.fault == .networkOff)
        console.press(.up)
        #expect(console.model.screens.lab.expectation.trial?.fault == .tamperedToken)
    }

    @Test func `a refresh without the refresh token that a fault dropped names the fault`() throws {
        let failure = SessionError.unsupported("a refresh: it issued no refresh token")
        for isDropped in [true, false] {
            var console = Console()
            if isDropped {
                console.happen(
                    .injected(InjectedFault(name: LabFault.droppedRefreshToken.name, step: .struck, text: "dropped")))
            }
            var tokens = Samples.tokens
            tokens.refresh = nil
            console.happen(.signedIn(flow: "password", tokens))
            console.send(.status(Samples.status()))
            console.send(.refreshEnded(.failure(failure)))
            try expectWords(console.model.shell.notice?.advice ?? "", isDropped ? "dropped" : "never issued")
        }
    }

    private func failedRefresh() -> Console {
        var console = Console.signedIn()
        console.send(.faults([.networkOff: .untilDisarmed]))
        let failure = TransportError.couldNotConnect(
            host: "127.0.0.1", reason: "the fault \"network off\" was injected")
        console.send(
            .refreshEnded(.failure(.backingOff(retryAfter: .seconds(11), after: .transport(failure, during: .token)))))
        return console
    }

    @Test func `the notice of a failed refresh names a time, and goes when the fault is off or a call succeeds`() throws
    {
        var console = failedRefresh()
        try expectWords(console.noticeWords)
        console.send(.faults([:]))
        #expect(console.model.shell.notice == nil)

        console = failedRefresh()
        console.happen(.requestFinished(Samples.facts(30, status: 401)))
        #expect(console.model.shell.notice != nil)
        console.happen(.requestFinished(Samples.facts(31)))
        #expect(console.model.shell.notice == nil)
    }

    /// The refresh fails by a garbled answer, and `message` comes before its events or after them.
    private func garbledRefresh(_ message: SessionMessage, isLate: Bool) -> Console {
        var console = Console.signedIn()
        if !isLate { console.send(message) }
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        console.happen(
            .injected(
                InjectedFault(name: LabFault.tokenEndpointGarbled.name, step: .struck, exchange: 1, text: "not JSON")))
        console.happen(
            .exchange(
                HTTPExchange(
                    id: 1, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:41873/token",
                    requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
                    outcome: .failed(.brokenOff("off")), faults: [LabFault.tokenEndpointGarbled.name])), cause: start)
        console.happen(.refreshFailed(Self.garbled, retryAfter: .seconds(1)), cause: start)
        if isLate { console.send(message) }
        return console
    }

    private static let garbled = SessionError.unintelligible("it is not JSON", during: .token)

    @Test(arguments: [false, true])
    func `a refresh that a fault spoilt is not blamed on the profile, whichever is told first`(isLate: Bool) throws {
        let console = garbledRefresh(.refreshEnded(.failure(Self.garbled)), isLate: isLate)
        #expect(
            console.model.shell.notice?.advice
                == "the fault \"token endpoint garbled\" was injected; the session is kept; try again")
    }

    @Test func `a refresh that no fault spoilt is blamed as before`() throws {
        var console = garbledRefresh(.refreshEnded(.success(())), isLate: false)
        let start = console.happen(
            .refreshStarted(.requestedByUser, access: Samples.access, refresh: Samples.refresh))
        console.happen(.refreshFailed(Self.garbled, retryAfter: .seconds(1)), cause: start)
        console.send(.refreshEnded(.failure(Self.garbled)))
        #expect(
            console.model.shell.notice?.advice
                == "compare the profile with what the provider offers")
        try expectWords(console.model.shell.notice?.text ?? "")
    }

    @Test(arguments: [false, true])
    func `user info that a fault made unreachable is not blamed on the network`(isLate: Bool) throws {
        var console = Console.signedIn()
        let failure = TransportError.couldNotConnect(
            host: "127.0.0.1", reason: "the fault \"network off\" was injected")
        let message = SessionMessage.userInfoEnded(.failure(.transport(failure, during: .userInfo)))
        func exchange(_ id: Int, _ faults: [LabFault]) -> SessionEvent.Kind {
            .exchange(
                HTTPExchange(
                    id: id, purpose: .userInfo, request: nil, method: "GET", url: "http://127.0.0.1:41873/userinfo",
                    requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
                    outcome: .failed(failure), faults: faults.map(\.name)))
        }
        if !isLate { console.send(message) }
        console.happen(exchange(1, [.networkOff]))
        if isLate { console.send(message) }
        try expectWords(console.model.shell.notice?.text ?? "")
        #expect(console.model.shell.notice?.advice == "the session is kept; try again")
        console.happen(exchange(2, []))
        console.send(message)
        #expect(console.model.shell.notice?.advice == "the session is kept; check the address and the network")
    }

    @Test func `a call that such a refresh kept back names the fault too`() throws {
        var console = garbledRefresh(.refreshEnded(.success(())), isLate: false)
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        console.send(.answered(call, .failure(Self.garbled)))
        try expectWords(console.paneWords("Response"))
    }

    @Test func `a call that a refresh kept back says when to try again, and then how`() throws {
        var console = Console.signedIn()
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        let failure = SessionError.transport(.timedOut(.waiting), during: .token)
        console.send(.answered(call, .failure(.backingOff(retryAfter: .seconds(11), after: failure))))
        try expectWords(console.paneWords("Response"), "at first")
        console.send(.ticked(Samples.now.addingTimeInterval(12), secondsFromUTC: 0))
        try expectWords(console.paneWords("Response"), "after the pause")
    }

    @Test func `the menu shows what a fault is now apart from how often it strikes`() throws {
        var console = Console.signedIn()
        console.press(.character("x"))
        try expectWords(together(row(.tamperedToken, in: console), row(.networkOff, in: console)), "off")
        console.press(.escape)
        console.send(.faults([.tamperedToken: .times(1)]))
        console.press(.character("x"))
        try expectWords(row(.tamperedToken, in: console), "armed")
    }

    @Test func `letters are told apart, and spare the keys that close a menu`() {
        let letters = LabFault.allCases.map(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(Set(letters).isDisjoint(with: ["q", "x", "j", "k", "Q"]))
    }

    @Test func `a fault that can't be injected here says why, from the menu and by its name`() throws {
        let profile = ConsoleContext(profile: "work", issuer: "https://id.example")
        let provider = ConsoleContext(
            profile: "provider", faults: [.rejectedRefresh, .rotatedKeys], stage: .provider)
        for (context, fault) in [
            (profile, LabFault.revokedSession), (provider, .networkOff), (provider, .revokedSession),
        ] {
            var menu = Console(context)
            menu.press(.character("x"), .character(fault.letter))
            try expectWords(menu.noticeWords, "\(context.profile), \(fault.rawValue)")
            var typed = Console(context)
            typed.press(.character(":"))
            typed.type("fault \(fault.rawValue)")
            typed.press(.enter)
            #expect(typed.noticeWords == menu.noticeWords)
            #expect(menu.effects.isEmpty && typed.effects.isEmpty)
        }
    }

    @Test func `a preset says what it armed, and that it armed nothing`() throws {
        let context = ConsoleContext(
            profile: "provider", faults: [.rejectedRefresh, .rotatedKeys], stage: .provider)
        var console = Console(context)
        console.press(.character(":"))
        console.type("preset \(Preset.flakyNetwork.rawValue)")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        try expectWords(console.noticeWords, "nothing armed")
        console.press(.character(":"))
        console.type("preset \(Preset.keyRotation.rawValue)")
        console.press(.enter)
        try expectWords(console.noticeWords, "some armed")
    }

    @Test func `a preset that replays a spent token says what it waits for until there is one`() throws {
        for isRotated in [false, true] {
            var console = Console.signedIn()
            if isRotated {
                console.happen(
                    .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: Secret("refresh-0").fingerprint))
            }
            console.press(.character(":"))
            console.type("preset \(Preset.stolenToken.rawValue)")
            console.press(.enter)
            try expectWords(console.model.shell.notice?.advice ?? "", isRotated ? "rotated" : "not rotated")
        }
    }

    @Test(arguments: ["1", "2", "3", "4", "5"] as [Character])
    func `all faults are disarmed by name from every screen`(screen: Character) {
        var console = Console.signedIn()
        console.send(.faults([.networkOff: .untilDisarmed, .tamperedToken: .times(1)]))
        console.press(.character(screen), .character(":"))
        console.type("disarm-all")
        console.press(.enter)
        let disarmed = console.effects.compactMap { if case .fault(.clear(let fault)) = $0 { fault } else { nil } }
        #expect(Set(disarmed) == [.networkOff, .tamperedToken], "\(console.text)")
    }

    @Test(arguments: [Preset.flakyNetwork, .keyRotation, .providerDown])
    func `a preset says what its first waiting fault waits for`(preset: Preset) throws {
        var console = Console.signedIn()
        console.press(.character(":"))
        console.type("preset \(preset.rawValue)")
        console.press(.enter)
        let first = try #require(preset.faults.map(\.fault).first { !$0.strikesAtOnce })
        #expect(console.model.shell.notice?.advice == "\(first.rawValue) waits for \(first.occasion)")
    }

    @Test func `a preset that needs a session arms nothing without one`() throws {
        for preset in Preset.allCases {
            var console = Console()
            console.press(.character(":"))
            console.type("preset \(preset.rawValue)")
            console.press(.enter)
            guard preset.faults.contains(where: \.fault.needsSession) else {
                #expect(console.effects.count == preset.faults.count)
                continue
            }
            #expect(console.effects.isEmpty, "\(preset)")
            try expectWords(console.noticeWords, preset.rawValue)
        }
    }

    @Test func `the provider's faults are only offered where the provider is ours`() throws {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("x"))
        try expectWords(console.dialogWords)
    }
}

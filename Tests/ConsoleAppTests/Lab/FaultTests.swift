import FoundationEssentials
import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleApp

@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct FaultTests {
    @Test(arguments: [Fault.accessTokenExpired, .revokedSession])
    func `a fault that needs a session says so while there is none`(fault: Fault) {
        var console = Console()
        console.press(.character("x"))
        #expect(console.text.contains("no session"))
        console.press(.character(fault.letter))
        #expect(console.effects.isEmpty)
        #expect(console.text.contains("Not signed in: the fault \"\(fault.rawValue)\" needs a session"))
    }

    @Test func `each fault has its letter, and a badge while it is armed`() {
        for fault in Fault.allCases {
            var console = Console.signedIn()
            console.press(.character("x"), .character(fault.letter))
            #expect(console.fault == .inject(fault, fault.ownArming))
            #expect(console.dialog == nil)
            guard fault.ownArming != .atOnce else { continue }
            console.send(.faultsChanged(armed: [fault: fault.ownArming]))
            #expect(console.text.contains("FAULT: \(fault.rawValue)"))
            console.press(.character("x"), .character(fault.letter))
            #expect(console.fault == .clear(fault))
            console.send(.faultsChanged(armed: [:]))
            #expect(!console.text.contains("FAULT:"))
        }
    }

    @Test func `the fault that was chosen by its letter is the one whose expectation the lab shows`() {
        for fault in Fault.allCases {
            var console = Console.signedIn()
            console.press(.character("5"), .character("x"), .character(fault.letter))
            #expect(console.model.screens.lab.faults.selected == fault)
            #expect(console.text.contains("What to expect · \(fault.rawValue)"))
        }
    }

    @Test func `a refresh without the refresh token that a fault dropped names the fault`() throws {
        let failure = SessionError.unsupported("a refresh: it issued no refresh token")
        for isDropped in [true, false] {
            var console = Console()
            if isDropped {
                console.happen(
                    .injected(InjectedFault(name: Fault.droppedRefreshToken.name, step: .struck, text: "dropped")))
            }
            var tokens = Samples.tokens
            tokens.refresh = nil
            console.happen(.signedIn(flow: "password", tokens))
            console.send(.statusChanged(Samples.status()))
            console.send(.refreshEnded(.failure(failure)))
            let notice = try #require(console.model.shell.notice)
            #expect(notice.advice?.contains("\"drop refresh token\" was injected") == isDropped, "\(notice)")
            #expect(notice.advice?.contains("compare the profile") == !isDropped)
        }
    }

    private func failedRefresh() -> Console {
        var console = Console.signedIn()
        console.send(.faultsChanged(armed: [.networkOff: .untilDisarmed]))
        let failure = TransportError.couldNotConnect(
            host: "127.0.0.1", reason: "the fault \"network off\" was injected")
        console.send(
            .refreshEnded(.failure(.backingOff(retryAfter: .seconds(11), after: .transport(failure, during: .token)))))
        return console
    }

    @Test func `the notice of a failed refresh names a time, and goes when the fault is off or a call succeeds`() {
        var console = failedRefresh()
        #expect(console.text.contains("The refresh failed") && console.text.contains("try again at 12:04:43"))
        #expect(!console.text.contains("11 s"))
        console.send(.faultsChanged(armed: [:]))
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
                InjectedFault(name: Fault.tokenEndpointGarbled.name, step: .struck, exchange: 1, text: "not JSON")))
        console.happen(
            .exchange(
                HTTPExchange(
                    id: 1, purpose: .token, request: nil, method: "POST", url: "http://127.0.0.1:41873/token",
                    requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
                    outcome: .failed(.brokenOff("off")), faults: [Fault.tokenEndpointGarbled.name])), cause: start)
        console.happen(.refreshFailed(Self.garbled, retryAfter: .seconds(1)), cause: start)
        if isLate { console.send(message) }
        return console
    }

    private static let garbled = SessionError.unintelligible("it is not JSON", during: .token)

    @Test(arguments: [false, true])
    func `a refresh that a fault spoilt is not blamed on the profile, whichever is told first`(isLate: Bool) {
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
        let text = try #require(console.model.shell.notice?.text)
        #expect(text.contains("The refresh failed: the answer can't be understood: "), "\(text)")
    }

    @Test(arguments: [false, true])
    func `user info that a fault made unreachable is not blamed on the network`(isLate: Bool) throws {
        var console = Console.signedIn()
        let failure = TransportError.couldNotConnect(
            host: "127.0.0.1", reason: "the fault \"network off\" was injected")
        let message = SessionMessage.userInfoEnded(.failure(.transport(failure, during: .userInfo)))
        func exchange(_ id: Int, _ faults: [Fault]) -> SessionEvent.Kind {
            .exchange(
                HTTPExchange(
                    id: id, purpose: .userInfo, request: nil, method: "GET", url: "http://127.0.0.1:41873/userinfo",
                    requestHeaders: [:], requestBody: nil, sentAt: Samples.now, duration: .milliseconds(12),
                    outcome: .failed(failure), faults: faults.map(\.name)))
        }
        if !isLate { console.send(message) }
        console.happen(exchange(1, [.networkOff]))
        if isLate { console.send(message) }
        let notice = try #require(console.model.shell.notice)
        #expect(notice.text.hasSuffix("the fault \"network off\" was injected"))
        #expect(notice.advice == "the session is kept; try again")
        console.happen(exchange(2, []))
        console.send(message)
        #expect(console.model.shell.notice?.advice == "the session is kept; check the address and the network")
    }

    @Test func `a call that such a refresh kept back names the fault too`() throws {
        var console = garbledRefresh(.refreshEnded(.success(())), isLate: false)
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        console.send(.responseArrived(call, .failure(Self.garbled)))
        #expect(console.text.contains("the fault \"token endpoint garbled\" was injected"), "\(console.text)")
        #expect(!console.text.contains("compare the profile"))
    }

    @Test func `a call that a refresh kept back says when to try again, and then how`() throws {
        var console = Console.signedIn()
        console.press(.character("r"))
        let call = try #require(console.sentCalls.first)
        let failure = SessionError.transport(.timedOut(.waiting), during: .token)
        console.send(.responseArrived(call, .failure(.backingOff(retryAfter: .seconds(11), after: failure))))
        #expect(console.text.contains("try again at 12:04:43"))
        #expect(!console.text.contains("11 s"))
        console.send(.ticked(Samples.now.addingTimeInterval(12), secondsFromUTC: 0))
        #expect(!console.text.contains("try again at"))
        #expect(console.text.contains("r sends the call again"))
    }

    @Test func `the menu shows what a fault is now apart from how often it strikes`() {
        var console = Console.signedIn()
        console.press(.character("x"))
        #expect(console.text.contains(/tamper token +off/))
        #expect(console.text.contains(/network off +off/))
        console.press(.escape)
        console.send(.faultsChanged(armed: [.tamperedToken: .times(1)]))
        console.press(.character("x"))
        #expect(console.text.contains(/tamper token +ARMED ×1/))
    }

    @Test func `letters are told apart, and spare the keys that close a menu`() {
        let letters = Fault.allCases.map(\.letter)
        #expect(Set(letters).count == letters.count)
        #expect(Set(letters).isDisjoint(with: ["q", "x", "j", "k", "Q"]))
    }

    @Test func `a fault that can't be injected here says why, from the menu and by its name`() {
        let profile = ConsoleContext(profile: "work", issuer: "https://id.example")
        let provider = ConsoleContext(
            profile: "provider", faults: [.rejectedRefresh, .rotatedKeys], isProviderAlone: true)
        for (context, fault, words) in [
            (profile, Fault.revokedSession, "Revoke session is a fault of the demo's provider, which is not used here"),
            (provider, .networkOff, "Network off is a fault of a client, but this program is the provider"),
            (provider, .revokedSession, "No session is this program's; revoke one in the Provider pane"),
        ] {
            var menu = Console(context)
            menu.press(.character("x"), .character(fault.letter))
            #expect(menu.text.contains(words))
            var typed = Console(context)
            typed.press(.character(":"))
            typed.type("fault \(fault.rawValue)")
            typed.press(.enter)
            #expect(typed.text.contains(words))
            #expect(menu.effects.isEmpty && typed.effects.isEmpty)
        }
    }

    @Test func `a preset says what it armed, and that it armed nothing`() {
        let context = ConsoleContext(
            profile: "provider", faults: [.rejectedRefresh, .rotatedKeys], isProviderAlone: true)
        var console = Console(context)
        console.press(.character(":"))
        console.type("preset \(Preset.flakyNetwork.rawValue)")
        console.press(.enter)
        #expect(console.effects.isEmpty)
        let none = "Nothing armed: network off, token endpoint hangs, token endpoint slow are faults of a client"
        #expect(console.text.contains(none))
        console.press(.character(":"))
        console.type("preset \(Preset.keyRotation.rawValue)")
        console.press(.enter)
        let some = "Armed: only rotate keys; expire access token, tamper token are faults of a client"
        #expect(console.text.contains(some))
    }

    @Test func `a preset that replays a spent token says what it waits for until there is one`() {
        for isRotated in [false, true] {
            var console = Console.signedIn()
            if isRotated {
                console.happen(
                    .refreshed(Samples.tokens, replacedAccess: nil, replacedRefresh: Secret("refresh-0").fingerprint))
            }
            console.press(.character(":"))
            console.type("preset \(Preset.stolenToken.rawValue)")
            console.press(.enter)
            let words =
                isRotated
                ? "replay refresh token waits for the next refresh"
                : "replay refresh token waits for a refresh after one that rotated the refresh token: R is"
            #expect(console.model.shell.notice?.advice?.hasPrefix(words) == true, "\(console.text)")
        }
    }

    @Test(arguments: ["1", "2", "3", "4", "5"] as [Character])
    func `all faults are disarmed by name from every screen`(screen: Character) {
        var console = Console.signedIn()
        console.send(.faultsChanged(armed: [.networkOff: .untilDisarmed, .tamperedToken: .times(1)]))
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

    @Test func `a preset that needs a session arms nothing without one`() {
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
            #expect(console.text.contains("Not signed in: the preset \"\(preset.rawValue)\" needs a session"))
        }
    }

    @Test func `the provider's faults are only offered where the provider is ours`() {
        var console = Console(ConsoleContext(profile: "work", issuer: "https://id.example"))
        console.press(.character("x"))
        #expect(console.text.contains("network off"))
        #expect(!console.text.contains("revoke session"))
    }
}

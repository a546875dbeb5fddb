import SessionCore
import TerminalUI
import Testing
import TestSupport

@testable import ConsoleFaults
@testable import ConsoleApp

/// Faults that can end a session of a provider that is not this program's own.
@Suite(.timeLimit(.minutes(5)), .limitedParallelism)
struct EndingFaultTests {
    private static let dangerous: [LabFault] = [
        .replayedRefreshToken, .lostTokenReply, .droppedRefreshToken, .tokenEndpointRefusal,
    ]

    private func console(_ policy: UnauthorizedPolicy = .refreshThenForceLogout, hasRefreshToken: Bool = true)
        -> Console
    {
        var context = ConsoleContext(profile: "work", issuer: "https://id.example")
        context.unauthorizedPolicy = policy
        var console = Console(context)
        var status = Samples.status()
        if !hasRefreshToken { status.refreshToken = nil }
        console.send(.status(status))
        return console
    }

    private func injected(_ console: Console) -> [LabFault] {
        console.effects.compactMap { if case .fault(.inject(let fault, _)) = $0 { fault } else { nil } }
    }

    private func isAsked(_ console: Console) -> Bool {
        if case .endSession? = console.dialog as? Question { true } else { false }
    }

    @Test(arguments: dangerous)
    func `screen 2: the first fault that can end a session of another's provider asks, and the second does not`(
        fault: LabFault
    ) throws {
        var console = console()
        console.press(.character("x"), .character(fault.letter))
        #expect(isAsked(console) && injected(console).isEmpty)
        try expectWords(console.dialogWords, fault.rawValue)
        console.press(.character("y"))
        #expect(injected(console) == [fault] && console.dialog == nil)
        for other in Self.dangerous {
            console.press(.character("x"), .character(other.letter))
            #expect(injected(console) == [other], "\(other)")
        }
    }

    @Test func `screen 2: any other key injects nothing, and the next one asks again`() {
        var console = console()
        for key in [Key.character("n"), .escape, .enter] {
            console.press(.character("x"), .character("l"), key)
            #expect(injected(console).isEmpty && console.dialog == nil)
        }
        console.press(.character("x"), .character("l"))
        #expect(isAsked(console))
    }

    @Test func `screen 2: the list, the command line and the presets ask, too`() {
        var list = console()
        list.press(.character("5"))
        list.listFaults(.lostTokenReply)
        list.press(.enter)
        #expect(isAsked(list) && injected(list).isEmpty)
        list.press(.character("y"))
        #expect(injected(list) == [.lostTokenReply])
        var line = console()
        line.press(.character(":"))
        line.type("fault drop refresh token")
        line.press(.enter)
        #expect(isAsked(line))
        var preset = console()
        preset.press(.character("5"), .character("P"), .character("s"))
        #expect(isAsked(preset))
        preset.press(.character("y"))
        #expect(injected(preset) == [.accessTokenExpired, .replayedRefreshToken])
    }

    @Test func `screen 2: the demo, and faults that end nothing, are not asked about`() {
        for fault in Self.dangerous {
            var demo = Console.signedIn()
            demo.press(.character("x"), .character(fault.letter))
            #expect(injected(demo) == [fault])
        }
        for fault in LabFault.clientSide where !Self.dangerous.contains(fault) {
            var console = console()
            console.press(.character("x"), .character(fault.letter))
            #expect(injected(console) == [fault], "\(fault)")
        }
    }

    @Test(arguments: [
        (LabFault.tamperedToken, UnauthorizedPolicy.forceLogout, true),
        (.tamperedToken, .refreshThenForceLogout, false),
        (.accessTokenExpired, .report, false), (.burstAtExpiry, .refreshThenForceLogout, false),
    ])
    func `screen 2: what ends a session by its terms alone asks there`(
        fault: LabFault, policy: UnauthorizedPolicy, hasRefreshToken: Bool
    ) {
        var console = console(policy, hasRefreshToken: hasRefreshToken)
        console.press(.character("x"), .character(fault.letter))
        #expect(isAsked(console))
        console = self.console(.report, hasRefreshToken: true)
        console.press(.character("x"), .character(fault.letter))
        #expect(!isAsked(console))
    }
}

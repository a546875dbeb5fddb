import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp
@testable import ConsoleKit

/// Who may do what: the past, a recording and a scenario ask the same question of an effect.
@Suite(.timeLimit(.minutes(5)))
struct OutsideTests {
    /// An effect, and those that do not carry it out.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let effect: Effect
        var refusers: Set<Refuser>

        init(_ name: String, _ effect: Effect, _ refusers: Set<Refuser>) {
            (self.name, self.effect, self.refusers) = (name, effect, refusers)
        }
        var testDescription: String { name }
    }

    enum Refuser: CaseIterable {
        case past, recording, scenario

        var beyond: Outside {
            switch self {
            case .past: .beyondPast
            case .recording: .beyondRecording
            case .scenario: .beyondScenario
            }
        }
    }

    static let token = Secret("a").fingerprint
    static let sent: [Row] = [
        Row("refresh", .session(.refresh), [.past, .recording]),
        Row("renew", .session(.renew), [.past, .recording]),
        Row("user info", .session(.fetchUserInfo(isAsked: true)), [.past, .recording]),
        Row("sign out", .session(.signOut(force: true)), [.past, .recording]),
        Row("sign out in the browser", .session(.signOut(force: true, inBrowser: true)), Set(Refuser.allCases)),
        Row("reveal", .session(.reveal(.access)), Set(Refuser.allCases)),
        Row("copy the access token", .session(.copyAccessToken), Set(Refuser.allCases)),
        Row("verify", .session(.verify(.access, token)), [.past, .recording]),
        Row("offers", .signIn(.askOffers), [.past, .recording]),
        Row("open the proxy", .proxy(.open(port: nil)), Set(Refuser.allCases)),
        Row("close the proxy", .proxy(.close), [.past, .recording]),
        Row("cut a program off", .proxy(.cutOff(Caller(name: "git"))), [.past, .recording]),
        Row("arm", .fault(.clear(.revokedSession)), [.past, .recording]),
        Row("set the clock", .provider(.setClock(offset: .zero)), [.past, .recording]),
    ]
    static let local: [Row] = [
        Row("look", .provider(.look), []),
        Row("cancel", .call(.cancel([])), []),
        Row("read files", .requests(.read), []),
        Row("read calls", .requests(.readHistory), []),
        Row("archive", .requests(.saveArchive([], isCut: false, path: "a.har")), [.recording, .scenario]),
        Row("write", .requests(.write(path: "a.http", old: [], new: [])), Set(Refuser.allCases)),
        Row("edit a file", .requests(.edit(path: "a.http", line: 1)), Set(Refuser.allCases)),
        Row("edit", .tool(.edit("")), Set(Refuser.allCases)),
        Row("copy", .tool(.copy("", name: "")), [.scenario]),
        Row("save", .tool(.save([], path: "a")), [.scenario]),
        Row("view", .tool(.view("")), [.scenario]),
        Row("suspend", .terminal(.suspend), [.scenario]),
        Row("quit", .terminal(.quit), [.scenario]),
        Row("redraw", .terminal(.redraw), []),
        Row("mouse", .terminal(.setMouse(isOn: true)), []),
        Row("another session", .terminal(.showSession(.next)), [.recording]),
        Row("the sessions of all profiles", .terminal(.readSessions(again: false)), [.recording]),
        Row("record", .terminal(.record(path: nil)), [.recording, .scenario]),
    ]

    @Test(arguments: sent + local) func `an effect is refused where what it reaches is not there`(row: Row) {
        let refusers = Refuser.allCases.filter { row.effect.reaches.isRefused(by: $0.beyond) }
        #expect(Set(refusers) == row.refusers)
    }

    @Test func `what a screen looks up is not done in the past, and nothing is said of it`() {
        let lookUps = (Self.sent + Self.local).filter { $0.effect.reaches.contains(.lookUp) }.map(\.name)
        #expect(lookUps == ["look", "cancel", "read files", "read calls"])
    }

    @Test func `an action that only looks leaves a scenario that goes on alone`() throws {
        var desk = try Desk("say One.\nGET /orders", speed: 1)
        let format = desk.workspace.models[0].scene.time.format
        desk.press(.character("u"))
        #expect(desk.workspace.models[0].scene.time.format != format)
        for action in [ShellAction.command, .signOut, .faults, .copy] {
            for key in action.binding.keys { desk.press(key) }
            #expect(desk.workspace.models[0].shell.dialog == nil, "\(action)")
        }
    }
}

import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleApp

/// Faults on the messages of programs that are watched.
@Suite(.timeLimit(.minutes(2)))
struct ClientFaultTests {
    /// A console on a program that runs.
    private struct Desk {
        private(set) var workspace: Workspace
        private(set) var effects: [WorkspaceEffect] = []
        private var sequence = 0

        init(size: Size = Size(width: 120, height: 36)) {
            var context = ConsoleContext(profile: "agent", faults: Fault.ofWatched)
            context.isClientWatched = true
            workspace = Workspace(Model(context: context, now: WatchedStory.start, secondsFromUTC: 0))
            send(.terminal(.resized(size)))
        }

        mutating func send(_ message: WorkspaceMessage) { effects = update(&workspace, message) }
        mutating func press(_ keys: Key...) { for key in keys { send(.terminal(.keyPressed(key))) } }
        mutating func type(_ text: String) { for character in text { press(.character(character)) } }

        mutating func happen(_ kind: SessionEvent.Kind, by sender: String?) {
            sequence += 1
            var event = SessionEvent(
                sequence: sequence, time: WatchedStory.start, generation: 0, cause: nil, kind: kind)
            event.watched = sender.map { WatchedSource(sender: $0) }
            send(.session(0, .session(.eventHappened(event))))
        }

        mutating func arm(_ fault: Fault) {
            let text = "\(fault.rawValue): armed for its next occasion"
            happen(.injected(InjectedFault(name: fault.name, step: .armed, text: text)), by: nil)
            send(.session(0, .fault(.faultsChanged(armed: [fault: .times(1)]))))
        }

        var command: FaultCommand? {
            effects.lazy.compactMap { if case .session(_, .fault(let command)) = $0 { command } else { nil } }.first
        }
        var model: Model { workspace.shownModel(0) }
        var text: String {
            var frames = WorkspaceFrames(glyphs: .unicode)
            return frames.draw(workspace, size: workspace.size).lines.joined(separator: "\n")
        }
    }

    private static func exchange(_ faults: [String]) -> HTTPExchange {
        HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "https://id.example.com/token",
            requestHeaders: [:], requestBody: "grant_type=refresh_token", sentAt: WatchedStory.start,
            duration: .milliseconds(3),
            outcome: .answered(
                .init(
                    status: 429, headers: ["Retry-After": "30"], body: "", bodySize: 0, version: nil, timings: nil,
                    connection: nil, redirects: [])),
            faults: faults)
    }

    @Test func `x lists the faults of any program's messages, and a letter arms one`() {
        var desk = Desk()
        #expect(desk.text.contains("x faults"))
        desk.press("x")
        for fault in Fault.allCases {
            #expect(desk.text.contains(" \(fault.rawValue) ") == Fault.ofWatched.contains(fault), "\(fault)")
        }
        #expect(desk.text.contains("no refresh for 30 s") == false && desk.text.contains("a correct client:"))
        desk.press("9")
        #expect(desk.command == .inject(.tokenEndpointBusy, .times(1)))
        desk.type(":network off")
        desk.press(.enter)
        #expect(desk.command == .inject(.networkOff, .untilDisarmed))
        desk.press("x", ")")
        #expect(desk.command == nil && desk.text.contains("is a fault of this program's own session"))
    }

    @Test func `a fault that can end the program's session asks first`() {
        var desk = Desk()
        desk.press("x", "l")
        #expect(desk.command == nil && desk.text.contains("Risk the session?") && desk.text.contains("Its user has"))
        desk.press("y")
        #expect(desk.command == .inject(.lostTokenReply, .times(1)))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `what is armed and what was struck is shown, and a forged answer says that no server gave it`(size: Size) {
        var desk = Desk(size: size)
        desk.arm(.tokenEndpointBusy)
        #expect(desk.text.contains("FAULT") && desk.text.contains("token endpoint 429: armed"))
        desk.send(.session(0, .fault(.faultsChanged(armed: [:]))))
        desk.happen(.exchange(Self.exchange([Fault.tokenEndpointBusy.name])), by: "agent[7]")
        #expect(desk.text.contains("injected: token endpoint 4") && !desk.text.contains("FAULT"), "\(desk.text)")
        desk.press(.tab, .end, .enter)
        #expect(desk.text.contains("no server gave this"), "\(desk.text)")
    }

    @Test func `nothing is armed in a recording, in the past, or after the end of the watch`() {
        var archive = WatchedDesk()
        archive.press("x")
        #expect(archive.text.contains("This is the past"))
        var desk = Desk()
        desk.happen(.exchange(Self.exchange([])), by: "agent[7]")
        desk.press("<", "x")
        #expect(desk.text.contains("This is the past"))
        desk.press("9")
        #expect(desk.command == nil)
        desk.press(.escape)
        desk.arm(.networkOff)
        desk.send(.session(0, .session(.clientsSeen(SeenChange(isOver: true)))))
        #expect(desk.model.scene.armedFaults.isEmpty && !desk.text.contains("x faults"))
        desk.press("x")
        #expect(desk.text.contains("The watch is over"))
        desk.type(":network off")
        desk.press(.enter)
        #expect(desk.command == nil)
    }
}

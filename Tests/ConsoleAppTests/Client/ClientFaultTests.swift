import ClientObservation
import FoundationEssentials
import SessionCore
import TerminalUI
import Testing

@testable import ConsoleFaults
@testable import ConsoleApp

/// Faults on the messages of programs that are watched.
@Suite(.timeLimit(.minutes(5)))
struct ClientFaultTests {
    /// A console on a program that runs.
    private struct Desk {
        private(set) var workspace: Workspace
        private(set) var effects: [WorkspaceEffect] = []
        private var sequence = 0

        init(size: Size = Size(width: 120, height: 36)) {
            var context = ConsoleContext(profile: "agent", faults: LabFault.ofWatched)
            context.stage = .watch
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
            send(.session(0, .happened(.event(event))))
        }

        mutating func arm(_ fault: LabFault) {
            let text = "\(fault.rawValue): armed for its next occasion"
            happen(.injected(InjectedFault(name: fault.name, step: .armed, text: text)), by: nil)
            send(.session(0, .happened(.faults([fault: .times(1)]))))
        }

        var command: FaultCommand? {
            effects.lazy.compactMap { if case .session(_, .fault(let command)) = $0 { command } else { nil } }.first
        }
        func isSelected(_ fault: LabFault) -> Bool { (model.shell.dialog as? FaultsSheet)?.selected == fault }
        var model: Model { workspace.shownModel(0) }
    }

    private static func exchange(_ faults: [String]) -> HTTPExchange {
        HTTPExchange(
            id: 1, purpose: .token, request: nil, method: "POST", url: "https://id.example.com/token",
            requestHeaders: [:], requestBody: "grant_type=refresh_token", sentAt: WatchedStory.start + 600,
            duration: .milliseconds(3),
            outcome: .answered(
                .init(
                    status: 429, headers: ["Retry-After": "30"], body: "", bodySize: 0, version: nil, timings: nil,
                    connection: nil, redirects: [])),
            faults: faults)
    }

    @Test func `x lists the faults of any program's messages, and a letter arms one`() throws {
        var desk = Desk()
        try expectWords(desk.workspace.picture.lastRow, "hints")
        desk.press("x")
        for fault in LabFault.allCases {
            let row = desk.workspace.picture.dialogWords.line(with: "  \(fault.rawValue) ")
            #expect(row.isEmpty != LabFault.ofWatched.contains(fault), "\(fault)")
        }
        try expectWords(desk.workspace.picture.dialogWords, "list")
        desk.press("9")
        #expect(desk.command == .inject(.tokenEndpointBusy, .times(1)))
        desk.type(":network off")
        desk.press(.enter)
        #expect(desk.command == .inject(.networkOff, .untilDisarmed))
        desk.press("x", ")")
        #expect(desk.command == nil)
        try expectWords(desk.workspace.noticeWords, "notice of a fault of sessions")
    }

    @Test func `a fault that can end the program's session asks first`() throws {
        var desk = Desk()
        desk.press("x", "l")
        #expect(desk.command == nil && desk.model.shell.dialog is Question)
        try expectWords(desk.workspace.picture.dialogWords)
        desk.press("y")
        #expect(desk.command == .inject(.lostTokenReply, .times(1)))
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `what is armed and what was struck is shown, and a forged answer says that no server gave it`(size: Size)
        throws
    {
        var desk = Desk(size: size)
        desk.arm(.tokenEndpointBusy)
        let place = "\(size.width) columns"
        try expectWords(desk.workspace.picture.headerWords, "\(place), armed, header")
        try expectWords(desk.workspace.paneWords("Messages"), "\(place), armed, messages")
        desk.send(.session(0, .happened(.faults([:]))))
        desk.happen(.exchange(Self.exchange([LabFault.tokenEndpointBusy.name])), by: "agent[7]")
        try expectWords(desk.workspace.picture.headerWords, "\(place), struck, header")
        try expectWords(desk.workspace.paneWords("Messages"), "\(place), struck, messages")
        desk.press(.tab, .end, .enter)
        try expectWords(desk.workspace.picture.dialogWords, "\(place), struck, message")
    }

    @Test(arguments: [Size(width: 120, height: 36), Size(width: 80, height: 24)])
    func `what the program made of a fault stays in the list of faults`(size: Size) throws {
        let verdicts: [(LabFault, FaultVerdict)] = [
            (.apiUnauthorized, .passed(.usedOtherToken)), (.wrongNonce, .broken(rule: "id-token-nonce-wrong")),
            (.wrongSignature, .undecided(.keysFromBefore)),
        ]
        for (fault, verdict) in verdicts {
            var desk = Desk(size: size)
            let seen = SeenVerdict(fault: fault.name, verdict: verdict)
            desk.send(.session(0, .happened(.clients(SeenChange(verdict: seen)))))
            let place = "\(size.width) columns, \(verdict.label)"
            try expectWords(desk.workspace.noticeWords, "\(place), notice")
            desk.send(.terminal(.ticked(WatchedStory.start + 60, secondsFromUTC: 0)))
            desk.press("x")
            while !desk.isSelected(fault) { desk.press(.down) }
            try expectWords(desk.workspace.picture.dialogWords, "\(place), list")
        }
    }

    @Test func `nothing is armed in a recording, in the past, or after the end of the watch`() throws {
        var archive = WatchedDesk()
        archive.press("x")
        try expectWords(archive.workspace.noticeWords, "recording")
        var desk = Desk()
        desk.happen(.exchange(Self.exchange([])), by: "agent[7]")
        desk.press("<", "x")
        try expectWords(desk.workspace.noticeWords, "past")
        desk.press("9")
        #expect(desk.command == nil)
        desk.press(.escape)
        desk.arm(.networkOff)
        desk.send(.session(0, .happened(.clients(SeenChange(isOver: true)))))
        #expect(desk.model.scene.armedFaults.isEmpty)
        try expectWords(desk.workspace.picture.lastRow, "hints after the watch")
        desk.press("x")
        #expect(desk.model.shell.notice == .watchIsOver)
        desk.type(":network off")
        desk.press(.enter)
        #expect(desk.command == nil)
    }

    @Test func `each fault that a watch offers is one that it can inject, and each of those is offered`() {
        #expect(LabFault.ofWatched.filter { ClientFault.named($0.name) == nil }.isEmpty)
        let offered = LabFault.ofWatched.map(\.name)
        #expect(ClientFault.all.map(\.name).filter { !offered.contains($0) }.isEmpty)
    }
}

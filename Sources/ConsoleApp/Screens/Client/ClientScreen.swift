import ConsoleKit
import ClientObservation
import SessionCore
import TerminalUI

/// What other programs do with their sessions, and what is wrong with it: the first screen where they are watched.
struct ClientScreen: Screen {
    static let title = "Client"
    static let summary = "under watch: the sessions of another program, and what it does wrong"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case clients, way, sessions, findings, messages, output
    }

    @Revised var clients = ServedClientsPane()
    @Revised var way = WayPane()
    @Revised var sessions = SessionsPane()
    @Revised var findings = FindingsPane()
    @Revised var messages = MessagesPane()
    @Revised var output = OutputPane()
    /// Whether there is a program whose output is shown.
    let hasCommand: Bool
    /// Whose way is shown.
    let counted: ConsoleStage.Counted

    var focus = PaneID.findings {
        didSet {
            switch focus {
            case .sessions, .findings, .clients: lastUpperPane = focus
            case .way: break
            case .messages, .output: lastLowerPane = focus
            }
        }
    }
    var isZoomed = false
    /// Of what is selected in it, the messages are listed.
    private var lastUpperPane = PaneID.findings
    /// Where there is too little room for both, it is in sight.
    private var lastLowerPane = PaneID.messages

    init(hasCommand: Bool = false, of counted: ConsoleStage.Counted = .sessions) {
        self.hasCommand = hasCommand
        self.counted = counted
        if hasCommand { lastLowerPane = .output }
        if counted == .clients { (focus, lastUpperPane) = (.clients, .clients) }
    }

    var panes: [PaneID] {
        switch counted {
        case .sessions: [.sessions, .findings, .messages] + (hasCommand ? [.output] : [])
        case .clients: [.clients, .way, .findings, .messages]
        }
    }

    static func slot(_ id: PaneID) -> PaneSlot<ClientScreen> {
        switch id {
        case .clients: clientsSlot
        case .way: waySlot
        case .sessions: sessionsSlot
        case .findings: findingsSlot
        case .messages: messagesSlot
        case .output: outputSlot
        }
    }

    private static let clientsSlot = PaneSlot(\ClientScreen._clients)
    private static let waySlot = PaneSlot(\ClientScreen._way)
    private static let sessionsSlot = PaneSlot(\ClientScreen._sessions)
    private static let findingsSlot = PaneSlot(\ClientScreen._findings)
    private static let messagesSlot = PaneSlot(\ClientScreen._messages)
    private static let outputSlot = PaneSlot(\ClientScreen._output)

    enum Action: String, OwnAction {
        case inspect = "inspect-token"

        var entry: OwnKey<ClientScreen> {
            switch self {
            case .inspect: OwnKey(.inspect) { screen, _ in [.inspect(screen.selectedToken)] }
            }
        }
    }

    private var selectedToken: Fingerprint? {
        switch focus {
        case .sessions: sessions.selected?.accessToken
        case .clients, .way: clients.selected?.token
        case .findings, .messages, .output: messages.selected.flatMap { Fingerprint(digits: $0.step.token) }
        }
    }

    mutating func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    var copyItems: [CopyItem] { [.value] }
    func hints(in _: Scene) -> [Action] { selectedToken == nil ? [] : [.inspect] }

    // MARK: - What happens

    mutating func observe(_ event: SessionEvent, in scene: Scene) {
        if scene.stage.screens.contains(.client) { messages.observe(event) }
    }

    /// Observes a change, which the scene has taken up already.
    mutating func observe(_ change: SeenChange, in scene: Scene) {
        sessions.adopt(scene.clients.sessions)
        clients.adopt(scene.clients.served)
        findings.observe(scene.clients, change)
    }

    /// The messages are those of what is selected.
    mutating func adoptForm(_: ScreenForm, in _: Scene) {
        let ofSession = sessions.selected.map { MessagesPane.Subject.session($0.id) }
        let ofFinding = findings.selected.map { MessagesPane.Subject.finding($0.id, messages: $0.messages) }
        let ofClient = clients.selected.map { MessagesPane.Subject.client([$0.id] + $0.earlier) }
        if counted == .clients { way.adopt(clients.selected) }
        let subject: MessagesPane.Subject =
            switch lastUpperPane {
            case .sessions: ofSession ?? .all
            case .clients: ofClient ?? .all
            default: ofFinding ?? .all
            }
        if messages.subject != subject { messages.subject = subject }
    }

    // MARK: - Layout

    func partner(of pane: PaneID, _ form: ScreenForm, in _: Scene) -> PaneID? {
        guard hasCommand, form == .stacked else { return nil }
        switch pane {
        case .messages: return .output
        case .output: return .messages
        case .sessions, .findings, .clients, .way: return nil
        }
    }

    func frames(_ form: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] {
        if counted == .clients { return clientFrames(form, in: body) }
        switch form {
        case .wide:
            let (top, below) = (body.split(top: body.height * 6 / 10).top, body.inset(top: body.height * 6 / 10 - 1))
            let leftWidth = top.width * 45 / 100
            return [
                (.sessions, top.split(left: leftWidth).left), (.findings, top.inset(left: leftWidth - 1)),
            ]
                + (hasCommand
                    ? [(.messages, below.split(left: leftWidth).left), (.output, below.inset(left: leftWidth - 1))]
                    : [(.messages, below)])
        case .stacked:
            let first = max(4, body.height * 3 / 10)
            let second = max(5, body.height * 4 / 10)
            return [
                (.sessions, body.split(top: first).top),
                (.findings, body.inset(top: first - 1).split(top: second).top),
                (lastLowerPane, body.inset(top: first + second - 2)),
            ]
        case .single: return [(focus, body)]
        case .tooSmall: return []
        }
    }

    /// The clients beside the way of the selected one, and below its messages beside what was found.
    private func clientFrames(_ form: ScreenForm, in body: Rect) -> [(pane: PaneID, frame: Rect)] {
        // All steps are in sight, where that leaves as much for the messages.
        let height = max(body.height / 2, min(13, body.height - 6))
        let (top, below) = (body.split(top: height).top, body.inset(top: height - 1))
        let (left, right) = (body.width * 45 / 100, body.width * 60 / 100)
        switch form {
        case .wide:
            return [
                (.clients, top.split(left: left).left), (.way, top.inset(left: left - 1)),
                (.messages, below.split(left: right).left), (.findings, below.inset(left: right - 1)),
            ]
        case .stacked:
            return [
                (.clients, top.split(left: left).left), (.way, top.inset(left: left - 1)),
                (focus == .findings ? .findings : .messages, below),
            ]
        case .single: return [(focus, body)]
        case .tooSmall: return []
        }
    }
}

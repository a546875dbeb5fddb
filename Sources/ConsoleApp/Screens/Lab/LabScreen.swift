import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// Faults on demand: what the session did after each, what is right then, and the demo's provider.
struct LabScreen: Screen {
    static let title = "Lab"
    static let summary = "faults on demand, and how the session handled them"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case held, expectation, provider, clients
    }

    private(set) var panes = PaneID.allCases

    /// The panes that have nothing to show: a provider that is not ours, or what a session did where there is none.
    static func missing(in context: ConsoleContext) -> Set<PaneID> {
        let ofSession: Set<PaneID> = context.stage.hasOwnSession ? [] : [.held, .expectation]
        return context.hasOwnProvider ? ofSession : ofSession.union([.provider, .clients])
    }

    @Revised var held = HeldPane()
    @Revised var expectation = ExpectationPane()
    @Revised var provider = ProviderPane()
    @Revised var clients = ClientsPane()

    var focus = PaneID.held {
        didSet {
            if focus != .held { lastUpperPane = focus }
            if focus == .provider || focus == .clients { lastProviderPane = focus }
        }
    }
    var isZoomed = false
    /// Where there is little room, the panes above the results share a place: the one that had the focus last.
    private(set) var lastUpperPane = PaneID.expectation
    /// The provider or its clients' requests.
    private(set) var lastProviderPane = PaneID.provider

    static func slot(_ id: PaneID) -> PaneSlot<LabScreen> {
        switch id {
        case .held: heldSlot
        case .expectation: expectationSlot
        case .provider: providerSlot
        case .clients: clientsSlot
        }
    }

    private static let heldSlot = PaneSlot(\LabScreen._held)
    private static let expectationSlot = PaneSlot(\LabScreen._expectation)
    private static let providerSlot = PaneSlot(\LabScreen._provider)
    private static let clientsSlot = PaneSlot(\LabScreen._clients)

    // MARK: - What works in every pane

    enum Action: String, OwnAction {
        case preset
        case disarmAll = "disarm-all"

        var entry: OwnKey<LabScreen> {
            switch self {
            case .preset:
                OwnKey(
                    ["P"], "preset", "arm a preset of several faults", .lab, reaches: [.session, .network],
                    obstacle: { _, scene in
                        scene.context.allows(Action.preset.reaches)
                            ? nil : "presets arm a client's faults, but this program is the provider"
                    },
                    handler: { _, _ in [.show(PresetMenu(Preset.allCases))] })
            case .disarmAll:
                OwnKey(
                    ["D"], "disarm all", "disarm all faults", .lab, reaches: .faults,
                    obstacle: { _, scene in scene.armedFaults.isEmpty ? "no fault is armed" : nil },
                    handler: { _, scene in
                        LabFault.ofSessions.filter { scene.armedFaults[$0] != nil }.map { .effect(.fault(.clear($0))) }
                    })
            }
        }
    }

    func hints(in scene: Scene) -> [Action] {
        [.preset, .disarmAll].filter { obstacle(to: $0, in: scene) == nil }
    }

    func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    var copyItems: [CopyItem] { [.value] }

    // MARK: - What happens

    /// The pane beside the results shows what is selected there.
    mutating func adoptForm(_: ScreenForm, in scene: Scene) {
        let missing = Self.missing(in: scene.context)
        panes = PaneID.allCases.filter { !missing.contains($0) }
        if !panes.contains(focus) { focus = .provider }
        let armed = HeldPane.ArmedFault.all(in: scene)
        if held.armed != armed || held.trials != scene.trials.trials { held.list(scene.trials.trials, armed) }
        if expectation.fault != held.fault { expectation.fault = held.fault }
        if expectation.trial != held.selected { expectation.trial = held.selected }
    }
}

import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// Faults on demand: what can be injected, what is right then, and what the session did.
struct LabScreen: Screen {
    static let title = "Lab"
    static let summary = "faults on demand, and how the session handled them"

    /// In the order in which tab visits them.
    enum PaneID: CaseIterable {
        case faults, expectation, held, provider, clients
    }

    private(set) var panes = PaneID.allCases

    /// The panes that have nothing to show: a provider that is not ours, or what a session did where there is none.
    static func missing(in context: ConsoleContext) -> Set<PaneID> {
        let ofSession: Set<PaneID> = context.stage.hasOwnSession ? [] : [.held]
        return context.hasOwnProvider ? ofSession : ofSession.union([.provider, .clients])
    }

    @Revised var faults = FaultsPane()
    @Revised var expectation = ExpectationPane()
    @Revised var held = HeldPane()
    @Revised var provider = ProviderPane()
    @Revised var clients = ClientsPane()

    var focus = PaneID.faults {
        didSet {
            if focus != .faults { lastLowerPane = focus }
            if focus != .clients { lastUpperPane = focus }
            if focus == .provider || focus == .clients { lastProviderPane = focus }
        }
    }
    var isZoomed = false
    /// Where there is little room, the panes below the faults share a place: the one that had the focus last.
    private(set) var lastLowerPane = PaneID.held
    /// The one that shares the place over the clients' requests, where the provider is alone.
    private(set) var lastUpperPane = PaneID.provider
    /// The provider or its clients' requests.
    private(set) var lastProviderPane = PaneID.provider

    static func slot(_ id: PaneID) -> PaneSlot<LabScreen> {
        switch id {
        case .faults: faultsSlot
        case .expectation: expectationSlot
        case .held: heldSlot
        case .provider: providerSlot
        case .clients: clientsSlot
        }
    }

    private static let faultsSlot = PaneSlot(\LabScreen._faults)
    private static let expectationSlot = PaneSlot(\LabScreen._expectation)
    private static let heldSlot = PaneSlot(\LabScreen._held)
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
        [.disarmAll, .preset].filter { obstacle(to: $0, in: scene) == nil }
    }

    func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    var copyItems: [CopyItem] { [.value] }

    // MARK: - What happens

    mutating func observe(_ event: SessionEvent, in scene: Scene) {
        // What another program makes of a fault, its findings say.
        guard scene.stage.hasOwnSession, held.ledger.concerns(event) else { return }
        if held.observe(event, on: scene.terms) { faults.verdicts = held.ledger.verdicts }
    }

    /// The other panes show what is selected in the list.
    mutating func adoptForm(_ form: ScreenForm, in scene: Scene) {
        let missing = Self.missing(in: scene.context)
        panes = PaneID.allCases.filter { !missing.contains($0) }
        if !panes.contains(focus) { focus = panes.contains(.held) ? .held : .provider }
        let isBeside = form == .wide && !isZoomed || form == .stacked && !isZoomed && lastLowerPane == .expectation
        if faults.saysExpectation == isBeside { faults.saysExpectation = !isBeside }
        if faults.listed != scene.context.faults { faults.show(scene.context.faults) }
        if expectation.fault != faults.selected { expectation.fault = faults.selected }
        let trial = faults.selected.flatMap(held.ledger.latest)
        if expectation.trial != trial { expectation.trial = trial }
    }
}

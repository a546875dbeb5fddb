import ConsoleKit
import SessionCore
import TerminalUI

/// The protocol as a live sequence diagram.
struct FlowScreen: Screen {
    static let title = "Flow"
    static let summary = "every message between console, browser, provider and API"

    enum PaneID: CaseIterable {
        case diagram
    }

    @Revised var diagram = DiagramPane()
    var focus = PaneID.diagram
    var isZoomed = false

    static func slot(_ id: PaneID) -> PaneSlot<FlowScreen> {
        switch id {
        case .diagram: diagramSlot
        }
    }

    private static let diagramSlot = PaneSlot(\FlowScreen._diagram)

    enum Action: String, OwnAction {
        case inspect = "inspect-token"
        case stepUp = "step-up"

        var entry: OwnKey<FlowScreen> {
            switch self {
            case .inspect: OwnKey(.inspect) { [.inspect($0.diagram.selectedToken(in: $1))] }
            case .stepUp:
                OwnKey(
                    .stepUp,
                    obstacle: {
                        $0.diagram.stepUp(in: $1) == nil ? "the selected line asks for no other scope or sign-in" : nil
                    },
                    handler: { $0.diagram.stepUp(in: $1).map { [.signIn($0)] } ?? [] })
            }
        }
    }

    mutating func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    func hints(in scene: Scene) -> [Action] {
        (diagram.stepUp(in: scene) == nil ? [] : [.stepUp])
            + (diagram.selectedToken(in: scene) == nil ? [] : [.inspect])
    }

    func frames(_: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] { [(.diagram, body)] }

    mutating func observe(_ event: SessionEvent, in _: Scene) { diagram.observe(FlowEvent(event)) }

    mutating func observe(_ others: [OtherProcessEvent]) { diagram.observe(others) }
}

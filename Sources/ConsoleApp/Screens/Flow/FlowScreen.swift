import SessionCore
import TerminalUI

/// The protocol as a live sequence diagram.
struct FlowScreen: Screen {
    static let title = "Flow"
    static let summary = "every message between the console, the browser, the provider and the API"

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

    enum Action: String, KeyAction {
        case inspect = "inspect-token"
        case stepUp = "step-up"

        var binding: Binding {
            switch self {
            case .inspect: CallAction.inspect.binding
            case .stepUp: CallAction.stepUp.binding
            }
        }
    }

    mutating func perform(_ action: Action, in scene: Scene) -> [PaneOutput] {
        switch action {
        case .inspect: [.inspect(diagram.selectedToken(in: scene))]
        case .stepUp:
            [
                diagram.stepUp(in: scene).map { .signIn($0) }
                    ?? .notice(Notice(.muted, "The selected line asks for no other scope or sign-in"))
            ]
        }
    }

    mutating func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    func hints(in scene: Scene) -> [Action] {
        (diagram.stepUp(in: scene) == nil ? [] : [.stepUp])
            + (diagram.selectedToken(in: scene) == nil ? [] : [.inspect])
    }

    func obstacle(to action: Action, in scene: Scene) -> String? {
        action == .stepUp && diagram.stepUp(in: scene) == nil
            ? "the selected line asks for no other scope or sign-in" : nil
    }

    func frames(_: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] { [(.diagram, body)] }

    mutating func note(_ event: SessionEvent, in _: Scene) { diagram.note(FlowEvent(event)) }

    mutating func note(_ others: [OtherProcessEvent]) { diagram.note(others) }
}

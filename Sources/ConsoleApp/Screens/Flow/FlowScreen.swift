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

    mutating func perform(_: NoAction, in _: Scene) -> [PaneOutput] {}
    mutating func receive(_ output: PaneOutput, in _: Scene) -> [PaneOutput] { [output] }
    var ownPrompt: Prompt? { nil }
    mutating func typeInOwnPrompt(_: Key, in _: Scene) -> [PaneOutput] { [] }
    func hints(in _: Scene) -> [NoAction] { [] }

    func frames(_: ScreenForm, in body: Rect, scene _: Scene) -> [(pane: PaneID, frame: Rect)] { [(.diagram, body)] }

    mutating func note(_ event: SessionEvent, in _: Scene) { diagram.note(FlowEvent(event)) }
}

import ConsoleFaults
import ConsoleKit
import SessionCore
import TerminalUI

/// Something over the screen, one at a time; it gets every key.
protocol Dialog: Sendable {
    /// Whether letters are text in it.
    var hasField: Bool { get }
    /// What it can only end with; nothing where it also has a use without that.
    var reaches: Outside { get }
    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput]
    /// Handles a click on a row that is marked as ``HitTarget/row(_:)``.
    mutating func click(row: Int, in scene: Scene) -> [DialogOutput]
    /// Sets the size of the area that it may cover, after each change of the scene.
    mutating func layOut(_ area: Size, in scene: Scene)
    /// The keys that do something in it now.
    func hints(in scene: Scene, _ glyphs: Glyphs) -> [Hint]
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene)
    /// The prompt that replaces the hints on the last row.
    var prompt: Prompt? { get }
}

extension Dialog {
    var hasField: Bool { false }
    var reaches: Outside { .network }
    mutating func layOut(_: Size, in _: Scene) {}
    mutating func click(row _: Int, in _: Scene) -> [DialogOutput] { [] }
    var prompt: Prompt? { nil }
}

/// A request of a dialog to the shell.
enum DialogOutput: Sendable {
    case close
    case effect(Effect)
    case copy(CopyItem)
    /// Shows a token on its screen.
    case inspect(Fingerprint)
    /// Arms or disarms a fault, or injects it.
    case fault(LabFault)
    /// Injects faults after the user has agreed that they may end the session.
    case agreed(FaultPlan)
    case run(TypedCommand)
    /// Runs a row of the help page, or says there why not.
    case help(HelpTarget)
    /// What a pane wants that is drawn in the dialog.
    case pane(PaneOutput)
    /// Changes the request in the request pane.
    case draft(DraftChange)
}

/// The keys of dialogs that hold a list or a menu.
enum ListAction: String, KeyAction {
    case choose, close

    var binding: Binding {
        switch self {
        case .choose: Binding([.enter], "choose", "choose the selected entry", .dialogs)
        case .close: Binding([.escape, "q"], "close", "close the dialog", .dialogs)
        }
    }
}

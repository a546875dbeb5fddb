import ConsoleKit
import SessionCore
import TerminalUI

/// A screen as the console around it sees it, whatever its type; each ``Screen`` is one.
protocol ShownScreen: Sendable {
    static var title: String { get }
    /// What the screen is for, as the help page has it.
    static var summary: String { get }
    /// All that works on this screen alone, the screen's own actions first.
    static var rows: [KeyRow] { get }
    /// All its panes, in the order in which tab visits them.
    static var paneTitles: [PaneTitle] { get }

    /// The text field that has all keys while it is open.
    var prompt: Prompt? { get }
    var isZoomed: Bool { get set }
    /// What can be copied here, in the menu's order.
    var copyItems: [CopyItem] { get }
    /// The title of the pane that has the focus.
    var focusedPane: String { get }
    /// The titles of all panes, the one in sight marked: tab leads from one to the next.
    var tabs: StyledText { get }
    /// The title of the pane in sight, and its number among all.
    var tab: StyledText { get }
    /// The focused pane's hints and the screen's.
    func hints(in scene: Scene, _ glyphs: Glyphs) -> (pane: [Hint], screen: [Hint])
    func selection(in scene: Scene) -> CopyText?
    func plainText(in scene: Scene) -> String
    /// Why an action of the screen, or of the pane of a title, can't do anything now.
    func obstacle(to name: String, place: String?, in scene: Scene) -> String?
    /// Where the card of a lost session lies; `nil` where it is better in the middle.
    func cardPlace(_ form: ScreenForm, in body: Rect, scene: Scene) -> CardPlace?
    /// Draws its panes but for those that are drawn already.
    func draw(_ drawn: inout DrawnPanes, _ form: ScreenForm, in body: Rect, _ scene: Scene, on canvas: inout Canvas)

    /// Observes an event, which the scene's history holds already.
    mutating func observe(_ event: SessionEvent, in scene: Scene)
    /// Adopts the scene's new status.
    mutating func adoptStatus(in scene: Scene)
    /// A key that is bound to something here; `nil` where it is not.
    mutating func press(_ key: Key, in scene: Scene) -> [PaneOutput]?
    /// An action by its name: in the focused pane, on the screen, or in another pane, which gets the focus then; in the
    /// pane of that title alone where `place` is one. `nil` where the screen has no action of that name.
    mutating func perform(named name: String, in scene: Scene, place: String?) -> [PaneOutput]?
    /// A key for the text field that is open.
    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput]
    mutating func select(row: Int)
    mutating func select(tab: Int)
    mutating func stepFocus(by step: Int)
    /// Gives the pane of a title the focus.
    mutating func focus(title: String)
    /// Gives the pane at a place the focus.
    mutating func focus(at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene)
    /// Scrolls the pane at a place, which need not have the focus.
    mutating func scroll(_ rows: Int, at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene)
    /// Out of the focused pane's filter or search; answers whether there was one.
    mutating func stepBack(in scene: Scene) -> Bool
    /// Gives the panes in sight their present sizes; a notice covers the last rows of the body.
    mutating func layOut(_ form: ScreenForm, in body: Rect, under notice: Rect, scene: Scene)
}

/// What the help page lists of a screen's panes.
struct PaneTitle: Sendable {
    let title: String
    let summary: String
}

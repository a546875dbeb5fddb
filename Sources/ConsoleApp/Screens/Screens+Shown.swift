import SessionCore
import TerminalUI

/// The screen that is shown takes keys and clicks and is drawn; events and the session's status reach all.
extension Screens {
    private var slot: ScreenSlot { Self.slot(shown) }

    // MARK: - What it has to say

    var prompt: Prompt? { slot.prompt(self) }
    var isZoomed: Bool { slot.isZoomed(self) }
    var copyItems: [CopyItem] { slot.copyItems(self) }
    /// The title of the pane that has the focus.
    var focusedPane: String { slot.focusedPane(self) }
    /// The titles of its panes.
    var tabs: StyledText { slot.tabs(self) }
    /// The title of the pane that has the focus, and its number among all.
    var tab: StyledText { slot.tab(self) }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> (pane: [Hint], screen: [Hint]) { slot.hints(self, scene, glyphs) }
    func selection(in scene: Scene) -> CopyText? { slot.selection(self, scene) }
    func plainText(in scene: Scene) -> String { slot.plainText(self, scene) }
    func obstacle(to name: String, place: String?, in scene: Scene) -> String? {
        slot.obstacle(self, name, place, scene)
    }
    func cardPlace(_ form: ScreenForm, in body: Rect, scene: Scene) -> Rect? {
        slot.cardPlace(self, form, body, scene)
    }

    /// Draws its panes but for those that are drawn already.
    func draw(_ drawn: inout DrawnPanes, _ form: ScreenForm, in body: Rect, _ scene: Scene, on canvas: inout Canvas) {
        slot.draw(self, &drawn, form, body, scene, &canvas)
    }

    /// The calls under way whose answers it shows: the main screen's, unless the requests' are shown.
    var runningCalls: [CallID] { response.calls.running.keys.sorted() }

    /// The answer that copying means.
    var response: ResponsePane { shown == .requests ? requests.response : session.response }

    // MARK: - What happens to it

    mutating func press(_ key: Key, in scene: Scene) -> [PaneOutput]? { slot.press(&self, key, scene) }
    mutating func perform(named name: String, in scene: Scene, place: String? = nil) -> [PaneOutput]? {
        slot.perform(&self, name, scene, place)
    }
    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] { slot.type(&self, key, scene) }
    mutating func select(row: Int) { slot.select(&self, row) }
    mutating func stepFocus(by step: Int) { slot.stepFocus(&self, step) }
    mutating func focus(title: String) { slot.focus(&self, title) }
    mutating func focus(at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene) {
        slot.focusAt(&self, point, form, body, scene)
    }
    mutating func select(tab: Int) { slot.selectTab(&self, tab) }
    mutating func scroll(_ rows: Int, at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene) {
        slot.scroll(&self, rows, point, form, body, scene)
    }
    mutating func stepBack(in scene: Scene) -> Bool { slot.stepBack(&self, scene) }
    mutating func zoom(_ isZoomed: Bool) { slot.zoom(&self, isZoomed) }
    mutating func layOut(_ form: ScreenForm, in body: Rect, under notice: Rect, scene: Scene) {
        if shown == .requests { requests.settle(in: scene) }
        slot.layOut(&self, form, body, notice, scene)
    }

    // MARK: - What reaches all

    /// Tells every screen of an event, which the scene's history holds already.
    mutating func note(_ event: SessionEvent, in scene: Scene) {
        for id in ScreenID.allCases { Self.slot(id).note(&self, event, scene) }
    }

    /// Tells every screen that the scene has a new status.
    mutating func noteStatus(in scene: Scene) {
        for id in ScreenID.allCases { Self.slot(id).noteStatus(&self, scene) }
    }
}

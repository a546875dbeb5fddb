import ConsoleKit
import SessionCore
import TerminalUI

/// A screen: panes that share the room between header and hints, one of which has the focus.
protocol Screen: ShownScreen, KeyOwner {
    associatedtype PaneID: Hashable, CaseIterable where PaneID.AllCases == [PaneID]

    static func slot(_ id: PaneID) -> PaneSlot<Self>

    /// The panes that there are now, in the order in which tab visits them.
    var panes: [PaneID] { get }
    var focus: PaneID { get set }

    /// Carries out what one of its panes wants, or passes it on.
    mutating func receive(_ output: PaneOutput, in scene: Scene) -> [PaneOutput]
    /// A text field of the screen's own that has all keys while it is open.
    var ownPrompt: Prompt? { get }
    mutating func typeInOwnPrompt(_ key: Key, in scene: Scene) -> [PaneOutput]
    /// The frames of the panes in sight; neighbours share a line.
    func frames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)]
    /// The pane that takes this one's place when it gets the focus, where two share one.
    func partner(of pane: PaneID, _ form: ScreenForm, in scene: Scene) -> PaneID?
    /// Text that was pasted while no field is open; `nil` where it has no meaning.
    mutating func paste(_ text: String, in scene: Scene) -> [PaneOutput]?

    /// Learns how its panes are about to be laid out.
    mutating func adoptForm(_ form: ScreenForm, in scene: Scene)
    /// Keeps what its frames depend on and what costs more than to compare with what it was made of.
    mutating func measure(_ form: ScreenForm, in body: Rect, scene: Scene)
}

extension Screen {
    var panes: [PaneID] { PaneID.allCases }

    func partner(of _: PaneID, _: ScreenForm, in _: Scene) -> PaneID? { nil }
    var copyItems: [CopyItem] { [.value, .token] }
    func cardPlace(_: ScreenForm, in _: Rect, scene _: Scene) -> CardPlace? { nil }
    mutating func paste(_: String, in _: Scene) -> [PaneOutput]? { nil }
    mutating func observe(_: SessionEvent, in _: Scene) {}
    mutating func adoptStatus(in _: Scene) {}
    mutating func adoptForm(_: ScreenForm, in _: Scene) {}
    mutating func measure(_: ScreenForm, in _: Rect, scene _: Scene) {}

    private var slot: PaneSlot<Self> { Self.slot(focus) }

    /// The focused pane's text field goes before the screen's own.
    var prompt: Prompt? { slot.prompt(self) ?? ownPrompt }

    mutating func type(_ key: Key, in scene: Scene) -> [PaneOutput] {
        if slot.prompt(self) == nil { return pass(typeInOwnPrompt(key, in: scene), in: scene) }
        return pass(slot.outputs(&self) { $0.type(key, in: scene) }, in: scene)
    }

    mutating func press(_ key: Key, in scene: Scene) -> [PaneOutput]? {
        if case .paste(let text) = key { return paste(text, in: scene).map { pass($0, in: scene) } }
        if slot.type.binds(key) { return pass(slot.outputs(&self) { $0.press(key, in: scene) }, in: scene) }
        if let action = Action.action(for: key) { return pass(perform(action, in: scene), in: scene) }
        guard let motion = Motion.action(for: key) else { return nil }
        slot.change(&self) { $0.move(motion) }
        return []
    }

    mutating func perform(named name: String, in scene: Scene, place: String? = nil) -> [PaneOutput]? {
        if let place { focus(title: place) }
        if slot.type.has(name) { return pass(slot.outputs(&self) { $0.perform(named: name, in: scene) }, in: scene) }
        if let action = Action(rawValue: name) { return pass(perform(action, in: scene), in: scene) }
        if let motion = Motion(rawValue: name) {
            slot.change(&self) { $0.move(motion) }
            return []
        }
        guard let id = PaneID.allCases.first(where: { Self.slot($0).type.has(name) }) else { return nil }
        let outputs = Self.slot(id).outputs(&self) { $0.perform(named: name, in: scene) }
        if panes.contains(id) { focus = id }
        return pass(outputs, in: scene)
    }

    mutating func focus(title: String) {
        if let id = Self.pane(title: title), panes.contains(id) { focus = id }
    }

    private static func pane(title: String) -> PaneID? {
        PaneID.allCases.first { slot($0).title.lowercased() == title.lowercased() }
    }

    func obstacle(to name: String, place: String?, in scene: Scene) -> String? {
        guard let place else { return obstacle(to: name, in: scene) }
        return Self.pane(title: place).flatMap { Self.slot($0).pane(self).obstacle(to: name, in: scene) }
    }

    private mutating func pass(_ outputs: [PaneOutput], in scene: Scene) -> [PaneOutput] {
        outputs.flatMap { receive($0, in: scene) }
    }

    mutating func focus(at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene) {
        if let id = pane(at: point, form, in: body, scene: scene) { focus = id }
    }

    mutating func scroll(_ rows: Int, at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene) {
        if let id = pane(at: point, form, in: body, scene: scene) {
            Self.slot(id).change(&self) { $0.scroll(rows: rows) }
        }
    }

    mutating func select(row: Int) { slot.change(&self) { $0.select(row: row) } }
    mutating func select(tab: Int) { slot.change(&self) { $0.select(tab: tab) } }

    private func pane(at point: Point, _ form: ScreenForm, in body: Rect, scene: Scene) -> PaneID? {
        visibleFrames(form, in: body, scene: scene).last { $0.frame.contains(point) }?.pane
    }

    mutating func stepFocus(by step: Int) {
        let panes = panes
        let index = panes.firstIndex(of: focus) ?? 0
        focus = panes[(index + step + panes.count) % panes.count]
    }

    mutating func stepBack(in scene: Scene) -> Bool {
        var hasStepped = false
        slot.change(&self) { hasStepped = $0.stepBack(in: scene) }
        return hasStepped
    }

    mutating func layOut(_ form: ScreenForm, in body: Rect, under notice: Rect = Rect(.zero), scene: Scene) {
        adoptForm(form, in: scene)
        if !isZoomed { measure(form, in: body, scene: scene) }
        for (id, frame) in visibleFrames(form, in: body, scene: scene) {
            let inside = frame.paneInside
            let covered = notice.isEmpty || !Self.slot(id).type.endsAboveNotice ? 0 : max(0, inside.maxY - notice.y)
            Self.slot(id).layOut(&self, inside.inset(bottom: min(covered, inside.height)).size, scene)
        }
    }

    /// The frames, of which a zoomed pane has only its own.
    func visibleFrames(_ form: ScreenForm, in body: Rect, scene: Scene) -> [(pane: PaneID, frame: Rect)] {
        switch form {
        case .tooSmall: []
        case .single, .stacked, .wide: isZoomed ? [(focus, body)] : frames(form, in: body, scene: scene)
        }
    }

    func selection(in scene: Scene) -> CopyText? { slot.pane(self).selection(in: scene) }
    func plainText(in scene: Scene) -> String { slot.pane(self).plainText(in: scene) }
    var focusedPane: String { slot.title }

    func draw(_ drawn: inout DrawnPanes, _ form: ScreenForm, in body: Rect, _ scene: Scene, on canvas: inout Canvas) {
        drawn.draw(self, form, in: body, scene, on: &canvas)
    }

    static var rows: [KeyRow] { KeyRow.rows(of: Action.self) + PaneID.allCases.flatMap { slot($0).rows } }
    static var paneTitles: [PaneTitle] {
        PaneID.allCases.map { PaneTitle(title: slot($0).title, summary: slot($0).type.summary) }
    }

    func hints(in scene: Scene, _ glyphs: Glyphs) -> (pane: [Hint], screen: [Hint]) {
        (slot.pane(self).ownHints(in: scene, glyphs), ownHints(in: scene, glyphs))
    }
}

extension Rect {
    /// What a pane's frame encloses, a blank left and right of the content taken off.
    var paneInside: Rect { inset(left: 2, top: 1, right: 2, bottom: 1) }
}

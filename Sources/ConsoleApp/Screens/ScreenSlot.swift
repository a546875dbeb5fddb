import SessionCore
import TerminalUI

/// A screen in its place: what the shell can do with it, whatever its type.
///
/// All goes through closures that read or change the screen in its place. It is an object, because a copy for every
/// call costs more than most calls.
final class ScreenSlot: Sendable {
    let title: String
    let summary: String
    /// All that works on this screen alone.
    let rows: [KeyRow]
    /// Its panes, in the order in which tab visits them.
    let panes: [PaneTitle]

    let prompt: @Sendable (Screens) -> Prompt?
    let isZoomed: @Sendable (Screens) -> Bool
    let copyItems: @Sendable (Screens) -> [CopyItem]
    let focusedPane: @Sendable (Screens) -> String
    let tabs: @Sendable (Screens) -> StyledText
    let tab: @Sendable (Screens) -> StyledText
    let hints: @Sendable (Screens, Scene, Glyphs) -> (pane: [Hint], screen: [Hint])
    let selection: @Sendable (Screens, Scene) -> CopyText?
    let plainText: @Sendable (Screens, Scene) -> String
    let obstacle: @Sendable (Screens, String, _ place: String?, Scene) -> String?
    let cardPlace: @Sendable (Screens, ScreenForm, Rect, Scene) -> Rect?
    let draw: @Sendable (Screens, inout DrawnPanes, ScreenForm, Rect, Scene, inout Canvas) -> Void

    let note: @Sendable (inout Screens, SessionEvent, Scene) -> Void
    let noteStatus: @Sendable (inout Screens, Scene) -> Void
    /// `nil` where the key has no meaning on the screen.
    let press: @Sendable (inout Screens, Key, Scene) -> [PaneOutput]?
    /// `nil` where the screen has no action of that name.
    let perform: @Sendable (inout Screens, String, Scene, _ place: String?) -> [PaneOutput]?
    let type: @Sendable (inout Screens, Key, Scene) -> [PaneOutput]
    let select: @Sendable (inout Screens, Int) -> Void
    let stepFocus: @Sendable (inout Screens, Int) -> Void
    let focus: @Sendable (inout Screens, _ title: String) -> Void
    let focusAt: @Sendable (inout Screens, Point, ScreenForm, Rect, Scene) -> Void
    let selectTab: @Sendable (inout Screens, Int) -> Void
    let scroll: @Sendable (inout Screens, Int, Point, ScreenForm, Rect, Scene) -> Void
    let stepBack: @Sendable (inout Screens, Scene) -> Bool
    let zoom: @Sendable (inout Screens, Bool) -> Void
    let layOut: @Sendable (inout Screens, ScreenForm, Rect, Scene) -> Void

    init<S: PlacedScreen>(_ type: S.Type) {
        title = S.title
        summary = S.summary
        rows = S.rows
        panes = S.PaneID.allCases.map { PaneTitle(title: S.slot($0).title, summary: S.slot($0).summary) }
        prompt = { S.read($0) { $0.prompt } }
        isZoomed = { S.read($0) { $0.isZoomed } }
        copyItems = { S.read($0) { $0.copyItems } }
        focusedPane = { S.read($0) { $0.focusedPane } }
        tabs = { S.read($0) { $0.tabs() } }
        tab = { S.read($0) { $0.tab() } }
        hints = { screens, scene, glyphs in S.read(screens) { $0.hints(in: scene, glyphs) } }
        selection = { screens, scene in S.read(screens) { $0.selection(in: scene) } }
        plainText = { screens, scene in S.read(screens) { $0.plainText(in: scene) } }
        obstacle = { screens, name, place, scene in S.read(screens) { $0.obstacle(to: name, place: place, in: scene) } }
        cardPlace = { screens, form, body, scene in S.read(screens) { $0.cardPlace(form, in: body, scene: scene) } }
        draw = { screens, drawn, form, body, scene, canvas in
            S.read(screens) { drawn.draw($0, form, in: body, scene, on: &canvas) }
        }
        note = { screens, event, scene in S.change(&screens) { $0.note(event, in: scene) } }
        noteStatus = { screens, scene in S.change(&screens) { $0.noteStatus(in: scene) } }
        press = { screens, key, scene in S.change(&screens) { $0.press(key, in: scene) } }
        perform = { screens, name, scene, place in
            S.change(&screens) { $0.perform(named: name, in: scene, place: place) }
        }
        self.type = { screens, key, scene in S.change(&screens) { $0.type(key, in: scene) } }
        select = { screens, row in S.change(&screens) { $0.select(row: row) } }
        stepFocus = { screens, step in S.change(&screens) { $0.stepFocus(by: step) } }
        focus = { screens, title in S.change(&screens) { $0.focus(title: title) } }
        focusAt = { screens, point, form, body, scene in
            S.change(&screens) { $0.focus(at: point, form, in: body, scene: scene) }
        }
        selectTab = { screens, tab in S.change(&screens) { $0.select(tab: tab) } }
        scroll = { screens, rows, point, form, body, scene in
            S.change(&screens) { $0.scroll(rows, at: point, form, in: body, scene: scene) }
        }
        stepBack = { screens, scene in S.change(&screens) { $0.stepBack(in: scene) } }
        zoom = { screens, isZoomed in S.change(&screens) { $0.isZoomed = isZoomed } }
        layOut = { screens, form, body, scene in S.change(&screens) { $0.layOut(form, in: body, scene: scene) } }
    }
}

/// What the help page lists of a screen's panes.
struct PaneTitle: Sendable {
    let title: String
    let summary: String
}

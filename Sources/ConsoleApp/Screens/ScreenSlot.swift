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
    let layOut: @Sendable (inout Screens, ScreenForm, Rect, _ notice: Rect, Scene) -> Void

    init<S: Screen>(_ path: any WritableKeyPath<Screens, Indirect<S>> & Sendable) {
        title = S.title
        summary = S.summary
        rows = S.rows
        panes = S.PaneID.allCases.map { PaneTitle(title: S.slot($0).title, summary: S.slot($0).summary) }
        prompt = { $0[keyPath: path].wrappedValue.prompt }
        isZoomed = { $0[keyPath: path].wrappedValue.isZoomed }
        copyItems = { $0[keyPath: path].wrappedValue.copyItems }
        focusedPane = { $0[keyPath: path].wrappedValue.focusedPane }
        tabs = { $0[keyPath: path].wrappedValue.tabs() }
        tab = { $0[keyPath: path].wrappedValue.tab() }
        hints = { screens, scene, glyphs in screens[keyPath: path].wrappedValue.hints(in: scene, glyphs) }
        selection = { screens, scene in screens[keyPath: path].wrappedValue.selection(in: scene) }
        plainText = { screens, scene in screens[keyPath: path].wrappedValue.plainText(in: scene) }
        obstacle = { screens, name, place, scene in
            screens[keyPath: path].wrappedValue.obstacle(to: name, place: place, in: scene)
        }
        cardPlace = { screens, form, body, scene in
            screens[keyPath: path].wrappedValue.cardPlace(form, in: body, scene: scene)
        }
        draw = { screens, drawn, form, body, scene, canvas in
            drawn.draw(screens[keyPath: path].wrappedValue, form, in: body, scene, on: &canvas)
        }
        note = { screens, event, scene in screens[keyPath: path].wrappedValue.note(event, in: scene) }
        noteStatus = { screens, scene in screens[keyPath: path].wrappedValue.noteStatus(in: scene) }
        press = { screens, key, scene in screens[keyPath: path].wrappedValue.press(key, in: scene) }
        perform = { screens, name, scene, place in
            screens[keyPath: path].wrappedValue.perform(named: name, in: scene, place: place)
        }
        type = { screens, key, scene in screens[keyPath: path].wrappedValue.type(key, in: scene) }
        select = { screens, row in screens[keyPath: path].wrappedValue.select(row: row) }
        stepFocus = { screens, step in screens[keyPath: path].wrappedValue.stepFocus(by: step) }
        focus = { screens, title in screens[keyPath: path].wrappedValue.focus(title: title) }
        focusAt = { screens, point, form, body, scene in
            screens[keyPath: path].wrappedValue.focus(at: point, form, in: body, scene: scene)
        }
        selectTab = { screens, tab in screens[keyPath: path].wrappedValue.select(tab: tab) }
        scroll = { screens, rows, point, form, body, scene in
            screens[keyPath: path].wrappedValue.scroll(rows, at: point, form, in: body, scene: scene)
        }
        stepBack = { screens, scene in screens[keyPath: path].wrappedValue.stepBack(in: scene) }
        zoom = { screens, isZoomed in screens[keyPath: path].wrappedValue.isZoomed = isZoomed }
        layOut = { screens, form, body, notice, scene in
            screens[keyPath: path].wrappedValue.layOut(form, in: body, under: notice, scene: scene)
        }
    }
}

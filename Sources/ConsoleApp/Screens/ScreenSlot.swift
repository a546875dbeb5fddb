import SessionCore
import TerminalUI

/// A screen in its place: what the shell can do with it, whatever its type.
///
/// What changes the screen goes through closures over its key path, so that its state is changed in place. It is an
/// object, because a copy for every call costs more than most calls.
final class ScreenSlot: Sendable {
    let title: String
    let summary: String
    /// All that works on this screen alone.
    let rows: [KeyRow]
    /// Its panes, in the order in which tab visits them.
    let panes: [PaneTitle]
    let screen: @Sendable (Screens) -> any Screen
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

    init<S: Screen>(_ path: any WritableKeyPath<Screens, S> & Sendable) {
        title = S.title
        summary = S.summary
        rows = S.rows
        panes = S.PaneID.allCases.map { PaneTitle(title: S.slot($0).title, summary: S.slot($0).summary) }
        screen = { $0[keyPath: path] }
        draw = { $1.draw($0[keyPath: path], $2, in: $3, $4, on: &$5) }
        note = { $0[keyPath: path].note($1, in: $2) }
        noteStatus = { $0[keyPath: path].noteStatus(in: $1) }
        press = { $0[keyPath: path].press($1, in: $2) }
        perform = { $0[keyPath: path].perform(named: $1, in: $2, place: $3) }
        type = { $0[keyPath: path].type($1, in: $2) }
        select = { $0[keyPath: path].select(row: $1) }
        stepFocus = { $0[keyPath: path].stepFocus(by: $1) }
        focus = { $0[keyPath: path].focus(title: $1) }
        focusAt = { $0[keyPath: path].focus(at: $1, $2, in: $3, scene: $4) }
        selectTab = { $0[keyPath: path].select(tab: $1) }
        scroll = { $0[keyPath: path].scroll($1, at: $2, $3, in: $4, scene: $5) }
        stepBack = { $0[keyPath: path].stepBack(in: $1) }
        zoom = { $0[keyPath: path].isZoomed = $1 }
        layOut = { $0[keyPath: path].layOut($1, in: $2, scene: $3) }
    }
}

/// What the help page lists of a screen's panes.
struct PaneTitle: Sendable {
    let title: String
    let summary: String
}

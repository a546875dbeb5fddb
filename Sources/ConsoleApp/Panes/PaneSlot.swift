import ConsoleKit
import TerminalUI

/// A pane in its place on a screen: what the screen can do with it, whatever its type.
///
/// What changes the pane goes through closures over its key path, so that its state is changed in place. It is an
/// object, because a copy for every call costs more than most calls.
final class PaneSlot<Screen>: Sendable {
    let title: String
    let shortTitle: String
    let summary: String
    let endsAboveNotice: Bool
    let rows: [KeyRow]
    let pane: @Sendable (Screen) -> any Pane
    let prompt: @Sendable (Screen) -> Prompt?
    /// Counts the changes of the pane's state.
    let revision: @Sendable (Screen) -> Int
    /// `nil` where the key has no meaning in the pane.
    let press: @Sendable (inout Screen, Key, Scene) -> [PaneOutput]?
    /// `nil` where the pane has no action of that name.
    let perform: @Sendable (inout Screen, String, Scene) -> [PaneOutput]?
    let move: @Sendable (inout Screen, Motion) -> Void
    let scroll: @Sendable (inout Screen, Int) -> Void
    let select: @Sendable (inout Screen, Int) -> Void
    let selectTab: @Sendable (inout Screen, Int) -> Void
    let type: @Sendable (inout Screen, Key, Scene) -> [PaneOutput]
    let stepBack: @Sendable (inout Screen, Scene) -> Bool
    let layOut: @Sendable (inout Screen, Size, Scene) -> Void

    init<P: Pane>(_ path: any WritableKeyPath<Screen, Revised<P>> & Sendable) {
        title = P.title
        shortTitle = P.shortTitle
        summary = P.summary
        endsAboveNotice = P.endsAboveNotice
        rows = KeyRow.rows(of: P.Action.self, place: P.title.lowercased())
        pane = { $0[keyPath: path].wrappedValue }
        prompt = { $0[keyPath: path].wrappedValue.prompt }
        revision = { $0[keyPath: path].revision }
        press = { screen, key, scene in
            P.Action.action(for: key).map { screen[keyPath: path].wrappedValue.perform($0, in: scene) }
        }
        perform = { screen, name, scene in
            P.Action(rawValue: name).map { screen[keyPath: path].wrappedValue.perform($0, in: scene) }
        }
        move = { $0[keyPath: path].wrappedValue.move($1) }
        scroll = { $0[keyPath: path].wrappedValue.scroll(rows: $1) }
        selectTab = { $0[keyPath: path].wrappedValue.select(tab: $1) }
        select = { $0[keyPath: path].wrappedValue.select(row: $1) }
        type = { $0[keyPath: path].wrappedValue.type($1, in: $2) }
        stepBack = { $0[keyPath: path].wrappedValue.stepBack(in: $1) }
        layOut = { screen, size, scene in screen[keyPath: path].adjust(to: size) { $0.layOut(size, in: scene) } }
    }
}

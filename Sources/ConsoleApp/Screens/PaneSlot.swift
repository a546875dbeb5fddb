import TerminalUI

/// A pane in its place on a screen: what the screen can do with it, whatever its type.
///
/// What changes the pane goes through closures over its key path, so that its state is changed in place.
struct PaneSlot<Screen> {
    let title: String
    let shortTitle: String
    let summary: String
    let rows: [KeyRow]
    let pane: (Screen) -> any Pane
    /// `nil` where the key has no meaning in the pane.
    let press: (inout Screen, Key, Scene) -> [PaneOutput]?
    /// `nil` where the pane has no action of that name.
    let perform: (inout Screen, String, Scene) -> [PaneOutput]?
    let move: (inout Screen, Motion) -> Void
    let select: (inout Screen, Int) -> Void
    let type: (inout Screen, Key, Scene) -> [PaneOutput]
    let stepBack: (inout Screen, Scene) -> Bool
    let layOut: (inout Screen, Size, Scene) -> Void
    let hints: (Screen, Scene, Glyphs) -> [Hint]

    init<P: Pane>(_ path: WritableKeyPath<Screen, P>) {
        title = P.title
        shortTitle = P.shortTitle
        summary = P.summary
        rows = KeyRow.rows(of: P.Action.self, place: P.title.lowercased())
        pane = { $0[keyPath: path] }
        press = { screen, key, scene in
            P.Action.action(for: key).map { screen[keyPath: path].perform($0, in: scene) }
        }
        perform = { screen, name, scene in
            P.Action(rawValue: name).map { screen[keyPath: path].perform($0, in: scene) }
        }
        move = { $0[keyPath: path].move($1) }
        select = { $0[keyPath: path].select(row: $1) }
        type = { $0[keyPath: path].type($1, in: $2) }
        stepBack = { $0[keyPath: path].stepBack(in: $1) }
        layOut = { $0[keyPath: path].layOut($1, in: $2) }
        hints = { screen, scene, glyphs in screen[keyPath: path].hints(in: scene).map { $0.hint(glyphs) } }
    }
}

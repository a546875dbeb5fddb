import ConsoleKit
import TerminalUI

/// A pane in its place on a screen, whatever its type.
///
/// It is an object, because a copy for every call costs more than most calls.
final class PaneSlot<Screen>: Sendable {
    let type: any Pane.Type
    let rows: [KeyRow]
    let pane: @Sendable (Screen) -> any Pane
    /// Asked for at each key, so without a copy of the pane.
    let prompt: @Sendable (Screen) -> Prompt?
    /// Counts the changes of the pane's state.
    let revision: @Sendable (Screen) -> Int
    let layOut: @Sendable (inout Screen, Size, Scene) -> Void
    private let modify: @Sendable (inout Screen, (inout any Pane) -> Void) -> Void

    init<P: Pane>(_ path: any WritableKeyPath<Screen, Revised<P>> & Sendable) {
        type = P.self
        rows = KeyRow.rows(of: P.Action.self, place: P.title.lowercased())
        pane = { $0[keyPath: path].wrappedValue }
        prompt = { $0[keyPath: path].wrappedValue.prompt }
        revision = { $0[keyPath: path].revision }
        layOut = { screen, size, scene in screen[keyPath: path].adjust(to: size) { $0.layOut(size, in: scene) } }
        modify = { screen, body in body(&screen[keyPath: path].pane) }
    }

    var title: String { type.title }

    /// Changes the pane in its place.
    func change(_ screen: inout Screen, _ body: (inout any Pane) -> Void) { modify(&screen, body) }

    func outputs(_ screen: inout Screen, _ body: (inout any Pane) -> [PaneOutput]) -> [PaneOutput] {
        var outputs: [PaneOutput] = []
        modify(&screen) { outputs = body(&$0) }
        return outputs
    }
}

extension Revised where Value: Pane {
    /// The pane whatever its type; a change moves it out and back, so that nothing in it is copied.
    fileprivate var pane: any Pane {
        get { wrappedValue }
        _modify {
            var pane: any Pane = take()
            defer { if let pane = pane as? Value { put(pane) } }
            yield &pane
        }
    }
}

import ConsoleKit
import TerminalUI

extension Model {
    /// A click focuses, selects or presses the item under the pointer; the wheel scrolls the pane under it.
    mutating func apply(_ event: MouseEvent) -> [Effect] {
        switch event.action {
        case .press where event.button == .left: return click(at: event.position)
        case .scrollUp: return scroll(.up, at: event.position)
        case .scrollDown: return scroll(.down, at: event.position)
        case .press, .release: return []
        }
    }

    /// Rows that one step of the wheel scrolls.
    private static let wheelStep = 3

    private mutating func click(at point: Point) -> [Effect] {
        var frames = Frames(glyphs: glyphs)
        let target = frames.canvas(of: self, size: size).hits.hit(at: point)
        if case .key(let key)? = target { return press(key) }
        if var dialog = shell.dialog {
            guard case .row(let row)? = target else { return [] }
            let outputs = dialog.click(row: row, in: scene)
            shell.dialog = dialog
            return outputs.flatMap { carryOut($0) }
        }
        guard screens.current.prompt == nil, !isCovered(at: point) else { return [] }
        let (form, body) = panesPlace(in: layout)
        screens.current.focus(at: point, form, in: body, scene: scene)
        switch target {
        case .row(let row): screens.current.select(row: row)
        case .tab(let index):
            screens.current.select(tab: index)
            if screens.shown == .requests, screens.requests.list.tab == .history { return [.requests(.readHistory)] }
        case .paneKey(let key): return press(key)
        case .key, nil: break
        }
        return []
    }

    private mutating func scroll(_ motion: Motion, at point: Point) -> [Effect] {
        if var dialog = shell.dialog {
            guard !dialog.hasField, let key = motion.binding.keys.first else { return [] }
            for _ in 0..<Self.wheelStep { _ = dialog.press(key, in: scene) }
            shell.dialog = dialog
            return []
        }
        guard !isCovered(at: point) else { return [] }
        let (form, body) = panesPlace(in: layout)
        let rows = motion == .up ? -Self.wheelStep : Self.wheelStep
        screens.current.scroll(rows, at: point, form, in: body, scene: scene)
        return []
    }
}

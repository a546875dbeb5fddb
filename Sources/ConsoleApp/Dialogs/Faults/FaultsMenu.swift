import TerminalUI

/// The faults that can be injected here, and which of them are armed.
struct FaultsMenu: Dialog {
    private let faults: [Fault]
    private(set) var list: ScrollList

    init(_ faults: [Fault]) {
        self.faults = faults
        list = ScrollList(count: faults.count)
        list.layOut(height: max(1, faults.count))
    }

    private var selected: Fault? { faults.indices.contains(list.selection) ? faults[list.selection] : nil }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if case .character(let letter) = key, let fault = faults.first(where: { $0.letter == letter }) {
            return [.close, .fault(fault)]
        }
        switch ListAction.action(for: key) {
        case .choose: return [.close] + (selected.map { [.fault($0)] } ?? [])
        case .close: return [.close]
        case nil: break
        }
        if ShellAction.action(for: key) == .faults { return [.close] }
        if let motion = Motion.action(for: key) { list.move(motion) }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        list.select(row)
        return press(.enter, in: scene)
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        [
            Hint("letter", "inject or clear"), Hint(Motion.arrows(glyphs), "choose"),
            ListAction.choose.hint(glyphs, "inject or clear"), ListAction.close.hint(glyphs),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let nameWidth = faults.map { $0.rawValue.count }.max() ?? 0
        let isNarrow = area.width < 90
        var lines = faults.map { fault in
            let isArmed = scene.armedFaults.contains(fault)
            let isIdle = fault.needsSession && !scene.isSignedIn
            let state = isIdle ? "no session" : fault.isImmediate ? "at once" : isArmed ? "ARMED" : "off"
            return StyledText(" \(fault.letter) ", .key)
                + StyledText(TextWidth.pad(fault.rawValue, to: nameWidth + 2), isArmed ? .badge : .text)
                + StyledText(TextWidth.pad(state, to: 12), isArmed ? .warning : .dim)
                + StyledText(isNarrow ? "" : fault.summary, .dim)
        }
        let width = min(area.width - 6, isNarrow ? 60 : lines.map(\.columns).max() ?? 0)
        if isNarrow, let selected { lines += [StyledText()] + StyledText(selected.summary, .dim).wrapped(to: width) }
        lines += [StyledText()]
        lines += StyledText("Arming, injecting and disarming are events; the header shows the armed faults.", .dim)
            .wrapped(to: width)
        let inside = canvas.drawPopup("Faults", lines, in: area, width: width)
        for (index, row) in zip(faults.indices, inside.rows) { canvas.mark(row, as: .row(index)) }
        if list.selection < inside.height { canvas.select(inside.rows[list.selection]) }
    }
}

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

    /// Rows below the list: what the selected fault does, and what a right client makes of it.
    private static let foot = 5

    mutating func layOut(_ area: Size) { list.layOut(height: max(1, Canvas.listHeight(in: area) - Self.foot)) }

    private var selected: Fault? { faults.indices.contains(list.selection) ? faults[list.selection] : nil }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        if case .character(let letter) = key, let fault = Fault.allCases.first(where: { $0.letter == letter }) {
            // Of a fault that can't be injected here the model says why.
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
        let width = min(area.width - 6, 17 + nameWidth + (faults.map(\.summary.count).max() ?? 0))
        let inside = canvas.drawListPopup("Faults", list, in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        // Where summaries would be cut, the selected one below is enough.
        let showsSummaries = faults.allSatisfy { nameWidth + 17 + $0.summary.count <= inside.width }
        for (index, row) in zip(list.visible, rows.rows) {
            let fault = faults[index]
            let isArmed = scene.armedFaults[fault] != nil
            let line =
                StyledText(" \(fault.letter) ", .key)
                + StyledText(TextWidth.pad(fault.rawValue, to: nameWidth + 2), isArmed ? .badge : .text)
                + canvas.words(TextWidth.pad(state(of: fault, in: scene), to: 12), isArmed ? .warning : .dim)
                + StyledText(showsSummaries ? fault.summary : "", .dim)
            canvas.write(line, in: row)
            canvas.mark(row, as: .row(index))
            if index == list.selection { canvas.select(row) }
        }
        guard let selected else { return }
        let words =
            StyledText(selected.summary).wrapped(to: width)
            + (StyledText("a right client: ", .dim) + StyledText(selected.expectation(on: scene.terms))).wrapped(
                to: width)
        canvas.write([StyledText()] + words.prefix(Self.foot - 1), in: foot)
    }

    private func state(of fault: Fault, in scene: Scene) -> String {
        if fault.needsSession, !scene.isSignedIn { return "no session" }
        if let state = scene.armedState(of: fault) { return state }
        switch fault.reach {
        case .immediate: return "at once"
        case .once: return "off · once"
        case .lasting: return "off · stays"
        }
    }
}

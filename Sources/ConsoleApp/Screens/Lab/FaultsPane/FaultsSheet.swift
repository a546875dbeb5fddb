import ConsoleFaults
import ConsoleKit
import TerminalUI

/// The lab's list of faults over any screen, where a fault's letter injects or clears it.
struct FaultsSheet: Dialog {
    private(set) var pane: FaultsPane

    init(_ pane: FaultsPane, in scene: Scene) {
        self.pane = pane
        self.pane.saysExpectation = false
        self.pane.show(scene.context.faults)
    }

    /// Rows below the list: what the selected fault does, what this client made of it, and what a correct one does.
    private static let foot = 5

    mutating func layOut(_ area: Size) { pane.list.layOut(area.forList(foot: Self.foot)) }

    mutating func press(_ key: Key, in scene: Scene) -> [DialogOutput] {
        if case .character(let letter) = key, let fault = LabFault.allCases.first(where: { $0.letter == letter }) {
            // Of a fault that can't be injected here the model says why.
            return [.close, .fault(fault)]
        }
        if let action = FaultsPane.Action.action(for: key) {
            if action == .arm { return [.close] + (pane.selected.map { [.fault($0)] } ?? []) }
            return pane.perform(action, in: scene).map { .pane($0) }
        }
        if ListAction.action(for: key) == .close || ShellAction.action(for: key) == .faults { return [.close] }
        if let motion = Motion.action(for: key) { pane.move(motion) }
        return []
    }

    mutating func click(row: Int, in scene: Scene) -> [DialogOutput] {
        pane.select(row: row)
        return press(.enter, in: scene)
    }

    func hints(_ glyphs: Glyphs) -> [Hint] {
        [
            Hint("letter", "inject or clear"), Hint(Motion.arrows(glyphs), "choose"),
            FaultsPane.Action.arm.hint(glyphs, "inject or clear"),
            Hint(FaultsPane.Action.more.binding, sharedWith: FaultsPane.Action.less.binding, glyphs),
            FaultsPane.Action.keep.hint(glyphs),
            ListAction.close.hint(glyphs),
        ]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let width = min(area.width - 6, pane.fullWidth)
        let inside = canvas.drawListPopup("Faults", pane.list, in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        pane.draw(on: &canvas, in: rows, isFocused: true, scene)
        guard let selected = pane.selected else { return }
        let words =
            StyledText(selected.summary).wrapped(to: width)
            + verdict(on: selected, width: width, scene)
            + (StyledText("a correct client: ", .dim) + StyledText(selected.expectation(on: scene.terms))).wrapped(
                to: width)
        canvas.write([StyledText()] + words.prefix(Self.foot - 1), in: foot)
    }
    private func verdict(on fault: LabFault, width: Int, _ scene: Scene) -> [StyledText] {
        guard let verdict = pane.verdict(on: fault, in: scene) else { return [] }
        return (StyledText("\(verdict.title): ", verdict.tone.style) + StyledText(verdict.words)).wrapped(to: width)
    }
}

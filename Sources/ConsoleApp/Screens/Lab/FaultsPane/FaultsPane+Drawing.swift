import ConsoleFaults
import ConsoleKit
import TerminalUI

extension FaultsPane {
    func titleEnd(isFocused _: Bool, in scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let count = scene.armedFaults.count
        return count == 0 ? StyledText("none armed", .dim) : StyledText("\(count) armed", .warning)
    }

    func shortNote(in scene: Scene, _ glyphs: Glyphs) -> StyledText { titleEnd(isFocused: false, in: scene, glyphs) }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let (listed, foot) = area.split(bottom: saysExpectation ? 1 : 0)
        if saysExpectation, let selected {
            let line =
                if let hindrance = selected.hindrance(in: scene) {
                    StyledText("waits   ", .dim) + canvas.words(hindrance, .warning)
                } else {
                    StyledText("expect  ", .dim) + canvas.words(selected.expectation(on: scene.terms), .accent)
                }
            canvas.write(line, in: foot)
        }
        drawRows(on: &canvas, in: listed, isFocused: isFocused, scene)
    }

    func draw(_ row: Row, on canvas: inout Canvas, in place: Rect, _ scene: Scene) {
        switch row {
        case .heading(let title): canvas.write(StyledText(title, .title), in: place)
        case .fault(let fault): canvas.write(line(fault, width: place.width, scene, canvas.glyphs), in: place)
        }
    }

    private var nameWidth: Int { 2 + (listed.map(\.rawValue.count).max() ?? 0) }

    /// The columns that show all of every row.
    var fullWidth: Int { 5 + nameWidth + 24 + (listed.map(\.summary.count).max() ?? 0) }

    /// `x n  network off     ARMED ×3   ✓ held     nothing is sent; every message fails`.
    private func line(_ fault: LabFault, width: Int, _ scene: Scene, _ glyphs: Glyphs) -> StyledText {
        let isArmed = scene.armedFaults[fault] != nil
        var line = StyledText("\(ShellAction.faults.letter) \(fault.letter)  ", .key)
        line.append(TextWidth.pad(fault.rawValue, to: nameWidth), isArmed ? .warning : .text)
        let state = StyledText.words(fault.state(in: scene), isArmed ? .badge : .dim, glyphs: glyphs)
        let verdict = verdict(on: fault, in: scene)
        let sign = verdict?.sign(glyphs) ?? ""
        let isNarrow = width < line.columns + 12 + sign.count
        let room = width - line.columns - 24
        // Summaries of a few words say little, and the pane beside has the selected one.
        let showsSummary = room >= min(fault.summary.count, 32)
        guard !sign.isEmpty || showsSummary else { return line + state }
        line = line + state + StyledText(String(repeating: " ", count: isNarrow ? 1 : max(1, 12 - state.columns)))
        let shown = isNarrow ? String(sign.prefix(1)) : TextWidth.pad(sign, to: showsSummary ? 12 : 0)
        line.append(shown, verdict?.tone.style ?? .dim)
        if showsSummary { line += StyledText(fault.summary, .dim).truncated(to: room, ellipsis: glyphs.ellipsis) }
        return line
    }
}

extension TrialVerdict {
    /// The verdict in a word, after a sign.
    func sign(_ glyphs: Glyphs) -> String {
        switch self {
        case .held: "\(glyphs.check) \(label)"
        case .notHeld: "\(glyphs.cross) \(label)"
        case .waiting, .undecided: "\(glyphs.dot) \(label)"
        }
    }
}

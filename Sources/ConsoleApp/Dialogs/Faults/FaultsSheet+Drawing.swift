import ConsoleFaults
import ConsoleKit
import TerminalUI

extension FaultsSheet {
    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        let faults = list.rows.compactMap(\.fault)
        let nameWidth = 2 + (faults.map(\.rawValue.count).max() ?? 0)
        let width = min(area.width - 6, 5 + nameWidth + 24 + (faults.map(\.summary.count).max() ?? 0))
        let inside = canvas.drawListPopup("Faults", list, in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        canvas.drawRows(of: list, in: rows) { canvas, row, place in
            switch row {
            case .heading(let title): canvas.write(StyledText(title, .title), in: place)
            case .fault(let fault):
                canvas.write(line(fault, nameWidth, width: place.width, scene, canvas.glyphs), in: place)
            }
        }
        if let selected { canvas.write([StyledText()] + words(selected, width, scene).prefix(Self.foot - 1), in: foot) }
    }

    private func words(_ fault: LabFault, _ width: Int, _ scene: Scene) -> [StyledText] {
        let verdict = scene.verdict(on: fault).map {
            StyledText("\($0.title): ", $0.tone.style) + StyledText($0.words)
        }
        let lines = [
            obstacle.map { StyledText($0.capitalizedFirst, .warning) }, StyledText(fault.summary),
            fault.hindrance(in: scene).map { StyledText($0, .warning) }, verdict,
            StyledText("a correct client: ", .dim) + StyledText(fault.expectation(on: scene.terms)),
        ]
        return lines.compactMap { $0?.wrapped(to: width) }.flatMap(\.self)
    }

    /// `x n  network off     ARMED ×3   ✓ held     nothing is sent; every message fails`.
    private func line(
        _ fault: LabFault, _ nameWidth: Int, width: Int, _ scene: Scene, _ glyphs: Glyphs
    ) -> StyledText {
        let isArmed = scene.armedFaults[fault] != nil
        var line = StyledText("\(ShellAction.faults.letter) \(fault.letter)  ", .key)
        line.append(TextWidth.pad(fault.rawValue, to: nameWidth), isArmed ? .warning : .text)
        let state = StyledText.words(fault.state(in: scene), isArmed ? .badge : .dim, glyphs: glyphs)
        let verdict = scene.verdict(on: fault)
        let sign = verdict?.sign(glyphs) ?? ""
        let isNarrow = width < line.columns + 12 + sign.count
        let room = width - line.columns - 24
        // Summaries of a few words say little, and the rows below have the selected one.
        let showsSummary = room >= min(fault.summary.count, 32)
        guard !sign.isEmpty || showsSummary else { return line + state }
        line = line + state + StyledText(String(repeating: " ", count: isNarrow ? 1 : max(1, 12 - state.columns)))
        let shown = isNarrow ? String(sign.prefix(1)) : TextWidth.pad(sign, to: showsSummary ? 12 : 0)
        line.append(shown, verdict?.tone.style ?? .dim)
        if showsSummary { line += StyledText(fault.summary, .dim).truncated(to: room, ellipsis: glyphs.ellipsis) }
        return line
    }
}

extension LabFault {
    /// `no session`, `at once`, `off`, `ARMED ×3`, `ARMED 00:42`.
    fileprivate func state(in scene: Scene) -> String {
        if let state = scene.armedState(of: self) { return state }
        if self.needsSession, !scene.isSignedIn { return "no session" }
        return ownArming == .atOnce ? ownArming.state : "off"
    }
}

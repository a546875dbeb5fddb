import TerminalUI

extension FirstVisit {
    /// The steps on one line, as fully as fits, and another text where there is room for both.
    func line(width: Int, on screen: ScreenID, beside other: StyledText, _ glyphs: Glyphs) -> StyledText {
        let hide = StyledText("  ") + StyledText(ShellAction.firstSteps.key(glyphs), .key) + StyledText(" hides", .dim)
        let whole = StyledText("first steps  ", .dim) + named(screen, glyphs) + hide
        let forms = [
            whole + StyledText("    ") + other, whole, named(screen, glyphs) + hide, short(screen, glyphs) + hide,
        ]
        return forms.first { $0.columns <= width }
            ?? short(screen, glyphs).truncated(to: width, ellipsis: glyphs.ellipsis)
    }

    /// The columns of the shortest form.
    func leastColumns(on screen: ScreenID, _ glyphs: Glyphs) -> Int { short(screen, glyphs).columns }

    private func named(_ screen: ScreenID, _ glyphs: Glyphs) -> StyledText {
        var line = StyledText()
        for step in Step.allCases {
            if !line.isEmpty { line.append("  ") }
            line +=
                step == next
                ? mark(step, glyphs) + StyledText(" ") + invitation(step, screen, glyphs)
                : mark(step, glyphs) + StyledText(" \(step.name)", .dim)
        }
        return line
    }

    /// Signs for all steps, words for the next one.
    private func short(_ screen: ScreenID, _ glyphs: Glyphs) -> StyledText {
        Step.allCases.map { mark($0, glyphs) }.reduce(StyledText(), +) + StyledText(" ")
            + (next.map { invitation($0, screen, glyphs) } ?? StyledText())
    }

    private func mark(_ step: Step, _ glyphs: Glyphs) -> StyledText {
        if done.contains(step) { return StyledText(glyphs.check, .success) }
        return step == next ? StyledText(glyphs.triangleRight, .accent) : StyledText(glyphs.dot, .dim)
    }

    private func invitation(_ step: Step, _ screen: ScreenID, _ glyphs: Glyphs) -> StyledText {
        let second = step.secondKeys(glyphs)
        // Other screens send no calls.
        let isThere = [.session, .requests].contains(screen) || !step.sendsCalls
        let first = (isThere ? [] : [ScreenID.session.key(glyphs)]) + step.keys(glyphs)
        return StyledText("\(step.name): ") + StyledText(first.joined(separator: " "), .key)
            + (second.isEmpty ? StyledText() : StyledText(", then ") + StyledText(second.joined(separator: " "), .key))
    }
}

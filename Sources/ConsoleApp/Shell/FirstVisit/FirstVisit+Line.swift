import ConsoleKit
import TerminalUI

extension FirstVisit {
    /// The steps on one line, as fully as fits, and another text where there is room for both.
    func line(width: Int, beside other: StyledText, _ glyphs: Glyphs) -> StyledText {
        let hide = StyledText("  ") + StyledText(ShellAction.firstSteps.key(glyphs), .key) + StyledText(" hides", .dim)
        let whole = StyledText("first steps  ", .dim) + named(glyphs) + hide
        let forms = [
            whole + StyledText("    ") + other, whole, named(glyphs) + hide, short(glyphs) + hide,
        ]
        return forms.first { $0.columns <= width }
            ?? short(glyphs).truncated(to: width, ellipsis: glyphs.ellipsis)
    }

    /// The columns of the shortest form.
    func leastColumns(_ glyphs: Glyphs) -> Int { short(glyphs).columns }

    private func named(_ glyphs: Glyphs) -> StyledText {
        var line = StyledText()
        for step in Step.allCases {
            if !line.isEmpty { line.append("  ") }
            line +=
                step == next
                ? mark(step, glyphs) + StyledText(" ") + invitation(step, glyphs)
                : mark(step, glyphs) + StyledText(" \(step.name)", .dim)
        }
        return line
    }

    /// Signs for all steps, words for the next one.
    private func short(_ glyphs: Glyphs) -> StyledText {
        Step.allCases.map { mark($0, glyphs) }.reduce(StyledText(), +) + StyledText(" ")
            + (next.map { invitation($0, glyphs) } ?? StyledText())
    }

    private func mark(_ step: Step, _ glyphs: Glyphs) -> StyledText {
        // The marks stand beside each other: each has one column.
        if done.contains(step) { return StyledText(glyphs.isASCII ? "x" : glyphs.check, .success) }
        return step == next ? StyledText(glyphs.triangleRight, .accent) : StyledText(glyphs.dot, .dim)
    }

    private func invitation(_ step: Step, _ glyphs: Glyphs) -> StyledText {
        let second = step.secondKeys(glyphs)
        return StyledText("\(step.name): ") + StyledText(step.keys(glyphs).joined(separator: " "), .key)
            + (second.isEmpty ? StyledText() : StyledText(", then ") + StyledText(second.joined(separator: " "), .key))
    }
}

import ConsoleKit
import Scenarios
import TerminalUI

extension Workspace {
    /// The rows below the sessions: those of a scenario that is played for an audience, and of the past that is shown.
    func barHeight(in size: Size) -> Int {
        guard let playback, playback.pace.speed != nil else { return pastBarHeight(in: size) }
        return pastBarHeight(in: size) + playback.captionHeight(in: size) + 1
    }
}

extension Playback {
    /// The rows for what is said, the same for all of the scenario, so that the screens above stay where they are.
    fileprivate func captionHeight(in size: Size) -> Int {
        let (least, most) = size.height >= 30 ? (2, 4) : size.height >= 20 ? (1, 3) : (1, 1)
        return min(most, max(least, longestCaption / max(1, size.width - 2) + 1))
    }
}

/// The rows that tell an audience what is played: the text that was said, the step, and the keys.
struct PlaybackBar {
    private let playback: Playback
    private let speed: Double
    /// Whether the keys of the scenario do something now.
    private let hasKeys: Bool
    private let glyphs: Glyphs

    /// `nil` without an audience.
    init?(_ workspace: Workspace, _ glyphs: Glyphs) {
        guard let playback = workspace.playback, let speed = playback.pace.speed else { return nil }
        (self.playback, self.speed, self.glyphs) = (playback, speed, glyphs)
        hasKeys = playback.takesKeys(over: workspace.sessions.current)
    }

    func draw(_ size: Size) -> Surface {
        var canvas = Canvas(size: size, glyphs: glyphs)
        let (said, last) = canvas.surface.bounds.split(bottom: 1)
        let spare = drawText(on: &canvas, in: said.inset(left: 1, right: 1))
        drawStep(on: &canvas, in: last.inset(left: 1, right: 1), below: spare)
        return canvas.surface
    }

    /// What was said last, or why the scenario failed; what has no room ends with an ellipsis.
    ///
    /// Returns the lowest row if the text leaves it free.
    private func drawText(on canvas: inout Canvas, in area: Rect) -> Rect? {
        let (text, style): (String, Style) = failed.map { ($0.reason, .danger) } ?? (playback.caption ?? "", .accent)
        let lines = canvas.words(SafeText.plain(text, glyphs: glyphs), style).wrapped(to: max(1, area.width))
        for (index, row) in area.rows.enumerated() where index < lines.count {
            let isLast = index == area.height - 1 && lines.count > area.height
            canvas.write(isLast ? lines[index] + StyledText(" ") + lines[index + 1] : lines[index], in: row)
        }
        return lines.count < area.height || text.isEmpty ? area.rows.last : nil
    }

    private var failed: (result: StepResult, reason: String)? {
        for result in playback.results {
            if case .failed(let reason) = result.outcome { return (result, reason) }
        }
        return nil
    }

    private func drawStep(on canvas: inout Canvas, in row: Rect, below spare: Rect?) {
        let step = self.step(canvas)
        let all = hints
        // As many keys as leave room for the step, or at least for the beginning of it.
        let choices = all.count < 2 ? [all] : [all, all.prefix(2) + all.suffix(1), all.prefix(1) + all.suffix(1)]
        let room = { row.width - Hint.columns(of: $0) - 2 }
        let isTooLong = choices.allSatisfy { room($0) < step.columns }
        if let spare, isTooLong, let above = choices.first(where: { room($0) >= 0 }) {
            canvas.write(step, in: row)
            return canvas.writeHints(above, in: spare.inset(left: spare.width - Hint.columns(of: above)))
        }
        let chosen = choices.first { room($0) >= step.columns } ?? choices.last { room($0) >= Self.leastStep }
        guard let chosen else { return canvas.write(step, in: row) }
        let width = Hint.columns(of: chosen)
        canvas.write(step, in: row.inset(right: width + 2))
        canvas.writeHints(chosen, in: row.inset(left: row.width - width))
    }

    /// The columns that the step keeps beside keys.
    private static let leastStep = 28

    private func step(_ canvas: Canvas) -> StyledText {
        let count = playback.scenario.steps.count
        if let failed = failed?.result {
            let place = "\(glyphs.cross) line \(failed.line)  "
            return StyledText(place, Style(.danger, .bold))
                + canvas.words(SafeText.plain(failed.text, glyphs: glyphs), .danger)
        }
        // What was done stays in sight as long as the audience looks at it.
        if case .resting = playback.phase, let last = playback.results.last {
            // A text that is said stands above.
            let isSaid = if case .say = playback.scenario.steps[playback.index - 1].action { true } else { false }
            if isSaid, !playback.isPaused { return StyledText() }
            let mark = playback.isPaused ? "paused" : glyphs.check
            let place = StyledText("\(mark) \(playback.index)/\(count)  ", .success)
            return isSaid ? place : place + words(last.text, canvas)
        }
        guard let step = playback.step else {
            let steps = count == 1 ? "its step" : "all \(count) steps"
            return canvas.words("\(glyphs.check) the scenario is over: \(steps) passed", Style(.success, .bold))
        }
        let mark = playback.isPaused ? "paused" : glyphs.triangleRight
        return StyledText("\(mark) \(playback.index + 1)/\(count)  ", .dim) + words(step.text, canvas)
    }

    private func words(_ line: String, _ canvas: Canvas) -> StyledText {
        canvas.words(SafeText.plain(line, glyphs: glyphs), .title)
    }

    private var hints: [Hint] {
        guard hasKeys else { return [] }
        if playback.hasEnded { return [PlaybackAction.leave.hint(glyphs, "close this line")] }
        return [
            PlaybackAction.pause.hint(glyphs, playback.isPaused ? "go on" : nil), PlaybackAction.nextStep.hint(glyphs),
            Hint("\(PlaybackAction.faster.key(glyphs)) \(PlaybackAction.slower.key(glyphs))", "speed \(speedText)"),
            PlaybackAction.leave.hint(glyphs),
        ]
    }

    private var speedText: String {
        let number = speed == speed.rounded() ? "\(Int(speed))" : "\(speed)"
        return "\(glyphs.times)\(number)"
    }
}

import Scenarios
import TerminalUI

extension Workspace {
    /// The rows below the sessions: those of a scenario that is played for an audience, and of the past that is shown.
    func barHeight(in size: Size) -> Int {
        guard playback?.pace.speed != nil else { return pastBarHeight }
        return pastBarHeight + (size.height >= 30 ? 3 : 2)
    }
}

/// The rows that tell an audience what is played: the text that was said, the step, and the keys.
struct PlaybackBar {
    private let playback: Playback
    private let speed: Double
    private let glyphs: Glyphs

    /// `nil` without an audience.
    init?(_ workspace: Workspace, _ glyphs: Glyphs) {
        guard let playback = workspace.playback, let speed = playback.pace.speed else { return nil }
        (self.playback, self.speed, self.glyphs) = (playback, speed, glyphs)
    }

    func draw(_ size: Size) -> Surface {
        var canvas = Canvas(size: size, glyphs: glyphs)
        let (said, last) = canvas.surface.bounds.split(bottom: 1)
        let text = canvas.words(SafeText.plain(playback.caption ?? "", glyphs: glyphs), .accent)
        canvas.write(text.wrapped(to: said.width - 2), in: said.inset(left: 1, right: 1))
        drawStep(on: &canvas, in: last.inset(left: 1, right: 1))
        return canvas.surface
    }

    private func drawStep(on canvas: inout Canvas, in row: Rect) {
        let hints = row.width >= 100 || playback.hasEnded ? hints : [hints[0]] + hints.suffix(1)
        let width = Hint.columns(of: hints)
        let step = self.step(canvas)
        let showsHints = row.width >= width + 30
        canvas.write(step, in: showsHints ? row.inset(right: width + 2) : row)
        if showsHints { canvas.writeHints(hints, in: row.inset(left: row.width - width)) }
    }

    private func step(_ canvas: Canvas) -> StyledText {
        let count = playback.scenario.steps.count
        if let failed = playback.results.first(where: \.outcome.isFailure), case .failed(let reason) = failed.outcome {
            let place = "\(glyphs.cross) line \(failed.line)  "
            return StyledText(place, Style(.danger, .bold))
                + canvas.words(SafeText.plain("\(failed.text): \(reason)", glyphs: glyphs), .danger)
        }
        guard let step = playback.step else {
            return canvas.words("\(glyphs.check) the scenario is over: all \(count) steps held", Style(.success, .bold))
        }
        // What was done stays in sight as long as the audience looks at it.
        if case .resting = playback.phase, let last = playback.results.last {
            return StyledText("\(glyphs.check) \(playback.index)/\(count)  ", .success) + words(last.text, canvas)
        }
        let mark = playback.isPaused ? "paused" : glyphs.triangleRight
        return StyledText("\(mark) \(playback.index + 1)/\(count)  ", .dim) + words(step.text, canvas)
    }

    /// A step's line; a text that is said stands above.
    private func words(_ line: String, _ canvas: Canvas) -> StyledText {
        line.hasPrefix("say ") ? StyledText() : canvas.words(SafeText.plain(line, glyphs: glyphs), .title)
    }

    private var hints: [Hint] {
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

import ConsoleKit
import Doctor
import SessionCore
import TerminalUI

extension DoctorDialog {
    private static let mostWidth = 112
    /// The width of the longest fact; what was seen begins in one column after it.
    private static let factWidth = 43
    /// From this width on each fact has its section beside it.
    private static let widthWithRule = 100

    func draw(on canvas: inout Canvas, in area: Rect, _ scene: Scene) {
        if message.draw(on: &canvas, in: area, scene) { return }
        let examination = scene.examination ?? Examination()
        let list = list(of: examination)
        let title = examination.page == nil ? "Doctor \(canvas.glyphs.ellipsis)" : "Doctor"
        let width = min(Self.mostWidth, area.width - 6)
        let inside = canvas.drawListPopup(
            title, list, of: max(1, list.count), in: area, width: width, foot: Self.foot)
        let (rows, foot) = inside.split(bottom: Self.foot)
        canvas.drawRows(of: list, in: rows) { canvas, line, row in
            let finding = line.value
            if width >= Self.widthWithRule { canvas.write(canvas.rule(finding.rule), in: row, alignment: .right) }
            let room = width >= Self.widthWithRule ? row.inset(right: finding.rule.description.count + 2) : row
            canvas.write(Self.line(of: finding, canvas), in: room)
        }
        let words = list.selected.map { Self.words(of: $0.value, canvas) } ?? []
        let lines = words.flatMap { $0.wrapped(to: width) }.prefix(Self.foot - 2)
        let blank = Array(repeating: StyledText(), count: Self.foot - 2 - lines.count)
        canvas.write([StyledText()] + lines + blank + [StyledText(examination.summary, .dim)], in: foot)
    }

    /// The mark of a finding, its fact and what was seen.
    private static func line(of finding: Finding, _ canvas: Canvas) -> StyledText {
        let mark = finding.mark(canvas.glyphs)
        let style: Style = [.sound, .absent].contains(finding.verdict) ? .dim : finding.tone.style
        return StyledText("\(mark) ", finding.tone.style)
            + canvas.words(TextWidth.pad(finding.fact, to: factWidth)) + canvas.words(finding.seen, style)
    }

    /// What was seen in full, what it means for a client, and how it is mended.
    private static func words(of finding: Finding, _ canvas: Canvas) -> [StyledText] {
        [
            canvas.words(finding.seen.capitalizedFirst, finding.tone.style),
            canvas.words(finding.meaning) + StyledText("  (", .dim) + canvas.rule(finding.rule)
                + StyledText(finding.party.map { ", \($0.words))" } ?? ")", .dim),
        ] + ([.fault, .note].contains(finding.verdict) ? [canvas.words("To mend it: \(finding.remedy)")] : [])
    }
}

extension Finding {
    /// As a step of a sign-in from a URL that ended so.
    private var outcome: DiscoveryStep.Outcome {
        switch verdict {
        case .sound: .done
        case .note: .doubtful
        case .fault: .failed
        case .unknown: .question
        case .absent: .skipped
        }
    }

    fileprivate func mark(_ glyphs: Glyphs) -> String { outcome.mark(glyphs) }
    fileprivate var tone: Tone { outcome.tone }
}

import ConsoleKit
import SessionCore
import TerminalUI

extension MessagesPane {
    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let words: String =
            switch shownSubject {
            case .all: "all"
            case .session(let number): "of session \(number)"
            case .finding: "of the finding"
            case .client: "of the client"
            }
        return StyledText.words(" · ", .dim, glyphs: glyphs) + StyledText(words, .dim) + filterWords(glyphs)
    }

    func titleEnd(isFocused _: Bool, in _: Scene, _ glyphs: Glyphs) -> StyledText {
        let (listed, count) = (list.count, list.all.count)
        let words = StyledText(listed == count ? "\(count)" : "\(listed) of \(count)", .dim)
        guard list.unseen > 0 else { return words }
        return words + StyledText("  ") + StyledText("\(list.unseen) new", .badge) + StyledText("  ")
            + StyledText(Action.follow.key(glyphs), .key) + StyledText(" follow")
    }

    func absence(in _: Scene, _: Canvas, width _: Int) -> [StyledText] {
        [StyledText(list.all.isEmpty ? "no message was seen yet" : "no message matches", .dim)]
    }

    private static let factsWidth = 18
    private var isNarrow: Bool { list.size.width < 76 }
    private var timeWidth: Int { isNarrow ? 9 : 14 }
    /// Of one client all are its own, or its user's.
    private var hasSenders: Bool { if case .client = shownSubject { false } else { senderWidth > 0 } }
    private var senderRoom: Int { hasSenders ? senderWidth + 2 : 0 }

    /// The columns for the words of a message.
    var wordsWidth: Int { max(1, list.size.width - timeWidth - 2 - senderRoom - Self.factsWidth - 1) }

    func draw(_ message: SeenMessage, on canvas: inout Canvas, in row: Rect, _ scene: Scene) {
        let step = message.step
        let (time, beside) = row.split(left: timeWidth)
        let moment = scene.time.moment(message.time)
        canvas.write(StyledText(isNarrow ? String(moment.prefix(8)) : moment, .dim), in: time.inset(right: 1))
        let (mark, rest) = beside.split(left: 2)
        canvas.write(StyledText(step.mark.text(canvas.glyphs), step.tone.style), in: mark)
        let (sender, words) = rest.split(left: senderRoom)
        if hasSenders { canvas.write(canvas.words(message.sender, .dim), in: sender.inset(right: 2)) }
        let (text, facts) = words.split(right: Self.factsWidth)
        let more = [step.reason, step.detail].filter { !$0.isEmpty }.joined(separator: " · ")
        canvas.write(
            canvas.words(step.label, step.tone == .plain ? .text : step.tone.style)
                + canvas.words(more.isEmpty ? "" : "  \(more)", step.reason.isEmpty ? .dim : step.tone.style),
            movedBy: list.left, in: text.inset(right: 1))
        let failure = message.exchange.map { $0.link == nil } == true ? canvas.glyphs.cross : ""
        canvas.write(StyledText(step.status.map(String.init) ?? failure, step.tone.style), in: facts)
        if let duration = step.duration {
            let place = Rect(x: facts.x + 4, y: facts.y, width: 8, height: 1)
            canvas.write(StyledText(DurationText.measured(duration), .dim), in: place, alignment: .right)
        }
        let token = StyledText(step.tokenSign(canvas.glyphs), .accent) + canvas.words(step.token, .accent)
        canvas.write(token, in: facts, alignment: .right)
    }
}

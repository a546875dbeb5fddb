import ConsoleKit
import TerminalUI

/// Asks what several lines are meant as that were pasted where one belongs; every other key leaves all as it was.
struct PasteQuestion: Dialog {
    private let block: PastedBlock
    private let changes: [(answer: Answer, change: DraftChange)]

    enum Answer: String, KeyAction {
        case firstLine = "first-line"
        case headers
        case request
        case body

        var binding: Binding {
            switch self {
            case .firstLine: Binding(["f"], "only the first line", "only the first line", .dialogs)
            case .headers: Binding(["h"], "headers", "as headers", .dialogs)
            case .request: Binding(["r"], "the whole request", "as the whole request", .dialogs)
            case .body: Binding(["b"], "the body", "as the body", .dialogs)
            }
        }
    }

    init(_ block: PastedBlock, for draft: RequestDraft) {
        self.block = block
        var changes: [(answer: Answer, change: DraftChange)] = [(.firstLine, .insertion(block.firstLine))]
        if let headers = block.headers { changes.append((.headers, .headers(headers))) }
        if let request = block.request(from: draft) { changes.append((.request, .request(request))) }
        changes.append((.body, .body(block.text)))
        self.changes = changes
    }

    mutating func press(_ key: Key, in _: Scene) -> [DialogOutput] {
        let answer = Answer.action(for: key)
        return [.close] + changes.filter { $0.answer == answer }.map { .draft($0.change) }
    }

    func hints(in _: Scene, _ glyphs: Glyphs) -> [Hint] {
        changes.map { $0.answer.hint(glyphs) } + [Hint("any other key", "nothing")]
    }

    func draw(on canvas: inout Canvas, in area: Rect, _: Scene) {
        let width = min(60, area.width - 8)
        let pasted = block.text.trimmed.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let shown = max(1, min(4, area.height - 12))
        var lines = pasted.prefix(shown).map {
            SafeText.line(String($0.prefix(width)), style: .dim, glyphs: canvas.glyphs)
        }
        if pasted.count > shown {
            lines.append(canvas.words("… \(pasted.count - shown) more lines", .dim))
        }
        lines += [StyledText(), StyledText("The field holds one line. Use them as:")]
        lines += changes.map { StyledText(" ") + canvas.key($0.answer, " \($0.answer.binding.hint)") }
        lines += [StyledText(), StyledText("Any other key changes nothing.", .dim)]
        let inside = canvas.drawPopup(
            "\(pasted.count) lines were pasted", lines, in: area, width: width, style: .warning)
        canvas.cover(inside)
    }
}

import ConsoleFaults
import ConsoleKit
import TerminalUI

/// What the selected fault does, what a correct client does then, and what this one did.
struct ExpectationPane: ListPane {
    static let title = "What to expect"
    static let shortTitle = "Expect"
    static let summary = "how a correct client handles the selected fault, and why"
    static let rowName = "what to expect"

    var fault: LabFault?
    /// The latest trial of that fault.
    var trial: Trial?
    var list = RowList<Numbered<StyledText>>()

    typealias Action = NoAction<ExpectationPane>

    mutating func layOut(_ size: Size, in scene: Scene) {
        list.layOut(size)
        list.replace(Numbered.rows(lines(in: scene)))
    }

    func absence(in scene: Scene, _ canvas: Canvas, width _: Int) -> [StyledText] {
        [StyledText("of the selected result, once there is one", .dim)]
    }

    func selection(in scene: Scene) -> CopyText? {
        fault.map { CopyText($0.expectation(on: scene.terms), name: Self.rowName) }
    }

    func plainText(in scene: Scene) -> String { facts(in: scene).map { "\($0.name): \($0.value)\n" }.joined() }

    func subtitle(in _: Scene, _ glyphs: Glyphs) -> StyledText {
        fault.map { StyledText.words(" · \($0.rawValue)", .dim, glyphs: glyphs) } ?? StyledText()
    }

    private func facts(in scene: Scene) -> [(name: String, value: String, style: Style)] {
        guard let fault else { return [] }
        var facts: [(name: String, value: String, style: Style)] = [
            ("does", fault.summary, .text), ("correct client", fault.expectation(on: scene.terms), .text),
        ]
        if scene.armedFaults[fault] != nil, !fault.strikesAtOnce {
            facts.append(("waits for", fault.occasion, .warning))
        }
        if let hindrance = fault.hindrance(in: scene) { facts.append(("waits", hindrance, .warning)) }
        if let trial { facts.append((trial.verdict.title, trial.verdict.words, trial.verdict.tone.style)) }
        facts.append(("because", ([fault.sections] + fault.rules.map(\.sentence)).joined(separator: "; "), .dim))
        return facts
    }

    private func lines(in scene: Scene) -> [StyledText] {
        let room = max(16, list.size.width - 16)
        return facts(in: scene).flatMap { fact in
            StyledText(fact.value, fact.style).wrapped(to: room).enumerated().map { index, part in
                StyledText(TextWidth.pad(index == 0 ? fact.name : "", to: 16), .dim) + part
            }
        }
    }

    func text(of row: Numbered<StyledText>, in _: Scene) -> String { row.value.text }
    func draw(_ row: Numbered<StyledText>, on canvas: inout Canvas, in place: Rect, _: Scene) {
        canvas.write(row.value, in: place)
    }
}

import TerminalUI

/// What the selected fault does, what a correct client does then, and what this one did.
struct ExpectationPane: Pane {
    static let title = "What to expect"
    static let shortTitle = "Exp"
    static let summary = "how a correct client handles the selected fault, and why"

    var fault: Fault?
    /// The latest trial of that fault.
    var trial: Trial?
    private(set) var list = ScrollList()
    private var width = 0

    typealias Action = NoAction<ExpectationPane>

    mutating func move(_ motion: Motion) { list.move(motion) }
    mutating func select(row: Int) { list.select(row) }

    mutating func layOut(_ size: Size, in scene: Scene) {
        width = size.width
        list.replace(count: lines(in: scene).count)
        list.layOut(height: size.height)
    }

    func selection(in scene: Scene) -> CopyText? {
        fault.map { CopyText($0.expectation(on: scene.terms), name: "what to expect") }
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
        if let choice = fault.choiceOfArming { facts.append(("is armed", choice, .dim)) }
        return facts
    }

    private func lines(in scene: Scene) -> [StyledText] {
        let room = max(16, width - 16)
        return facts(in: scene).flatMap { fact in
            StyledText(fact.value, fact.style).wrapped(to: room).enumerated().map { index, part in
                StyledText(TextWidth.pad(index == 0 ? fact.name : "", to: 16), .dim) + part
            }
        }
    }

    func draw(on canvas: inout Canvas, in area: Rect, isFocused: Bool, _ scene: Scene) {
        let lines = lines(in: scene)
        for (index, place) in zip(list.visible, area.rows) where lines.indices.contains(index) {
            canvas.write(lines[index], in: place)
            canvas.mark(place, as: .row(index))
            if index == list.selection, isFocused { canvas.select(place) }
        }
        canvas.drawScrollbar(list, beside: area)
    }
}

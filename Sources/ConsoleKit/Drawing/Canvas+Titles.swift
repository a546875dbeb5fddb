package import TerminalUI

extension Canvas {
    /// Lets clicks on a title's note do what it says: press its keys, and show its tabs.
    package mutating func mark(_ note: StyledText, tabs: [String], at origin: Point) {
        var x = origin.x
        for (index, span) in note.spans.enumerated() {
            let width = TextWidth.columns(of: span.text)
            if span.style == .key, let key = Key.pressable.first(where: { $0.name(glyphs) == span.text }) ?? span.letter
            {
                let words = note.spans.indices.contains(index + 1) ? note.spans[index + 1].text : ""
                let columns = width + TextWidth.columns(of: words)
                mark(Rect(x: x, y: origin.y, width: columns, height: 1), as: .paneKey(key))
            }
            x += width
        }
        if let shown = tabs.firstIndex(where: note.text.hasPrefix) {
            let next = (shown + 1) % tabs.count
            // Where only the shown one has room, the whole note leads to the next.
            if !note.text.contains(tabs[next]) {
                let place = Rect(x: origin.x, y: origin.y, width: note.columns, height: 1)
                return mark(place, as: .tab(next))
            }
        }
        var rest = note.text[...]
        for (index, tab) in tabs.enumerated() {
            guard let range = rest.firstRange(of: tab) else { continue }
            let before = TextWidth.columns(of: String(note.text[..<range.lowerBound]))
            let place = Rect(x: origin.x + before, y: origin.y, width: TextWidth.columns(of: tab), height: 1)
            mark(place, as: .tab(index))
            rest = rest[range.upperBound...]
        }
    }
}

extension Key {
    /// The keys with names that titles have.
    fileprivate static let pressable: [Key] = [.enter, .escape, .tab]
}

extension StyledText.Span {
    fileprivate var letter: Key? { text.count == 1 ? text.first.map { .character($0) } : nil }
}

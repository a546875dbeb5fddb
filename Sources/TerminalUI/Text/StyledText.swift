/// Text in pieces, each in a style of its own.
package struct StyledText: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var text: String
        package var style: Style

        package init(_ text: String, _ style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// No span is empty, and no two neighbours share a style.
    package private(set) var spans: [Span] = []

    package init() {}

    package init(_ text: String, _ style: Style = .text) {
        append(text, style)
    }

    package var text: String { spans.map(\.text).joined() }
    package var columns: Int { spans.reduce(0) { $0 + TextWidth.columns(of: $1.text) } }
    package var isEmpty: Bool { spans.isEmpty }

    package mutating func append(_ text: String, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        if let last = spans.indices.last, spans[last].style == style {
            spans[last].text += text
        } else {
            spans.append(Span(text, style))
        }
    }

    package static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum += right
        return sum
    }

    package static func += (left: inout StyledText, right: StyledText) {
        guard !left.isEmpty else { return left = right }
        for span in right.spans {
            left.append(span.text, span.style)
        }
    }

    /// The text with every span's role replaced and its attributes kept, as a selected row needs it.
    package func recolored(_ role: StyleRole) -> StyledText {
        var copy = StyledText()
        for span in spans {
            copy.append(span.text, Style(role, span.style.attributes))
        }
        return copy
    }
}

extension StyledText: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) {
        self.init(text)
    }
}

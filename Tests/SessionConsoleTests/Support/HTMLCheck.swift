/// What a page of HTML may have that is read anywhere and loads nothing.
enum HTMLCheck {
    private static let elements: Set = [
        "html", "head", "meta", "title", "style", "body", "main", "section", "h1", "h2", "p", "ul", "ol", "li", "table",
        "thead", "tbody", "tr", "th", "td", "strong", "code", "pre", "figure", "figcaption", "div", "details",
        "summary", "svg", "desc", "g", "rect", "line", "path", "text",
    ]
    private static let attributes: Set = [
        "lang", "charset", "name", "content", "http-equiv", "class", "id", "scope", "role", "aria-label",
        "aria-labelledby", "tabindex", "viewBox", "x", "y", "x1", "y1", "x2", "y2", "d", "rx", "width", "height",
        "transform", "text-anchor", "stroke-width",
    ]

    /// The elements and attributes that have no place there, elements that are not closed, and rules that load
    /// something.
    static func flaws(of html: String) -> [String] {
        var flaws: [String] = []
        var open: [String] = []
        if !html.hasPrefix("<!DOCTYPE html>\n") { flaws.append("no document type") }
        for tag in html.dropFirst("<!DOCTYPE html>".count).matches(of: /<(\/?)([A-Za-z0-9]*)([^<>]*?)(\/?)>/) {
            let name = String(tag.2)
            if !elements.contains(name) { flaws.append("element \(tag.0)") }
            var rest = String(tag.3)
            for attribute in rest.matches(of: #/ ([A-Za-z0-9-]+)="[^"]*"/#).reversed() {
                if !attributes.contains(String(attribute.1)) { flaws.append("attribute \(attribute.0)") }
                rest.removeSubrange(attribute.range)
            }
            if !rest.isEmpty { flaws.append("in a tag: \(rest)") }
            if tag.1 == "/" {
                if open.popLast() != name { flaws.append("\(tag.0) closes another") }
            } else if tag.4.isEmpty, name != "meta" {
                open.append(name)
            }
        }
        if !open.isEmpty { flaws.append("never closed: \(open)") }
        // Outside of tags no bracket is left, and no entity is half.
        let rest = html.dropFirst("<!DOCTYPE html>".count).replacing(/<[^<>]*>/, with: "")
        if rest.contains("<") { flaws.append("a bracket") }
        if rest.contains(/&(?!(?:amp|lt|gt|quot|#\d+);)/) { flaws.append("an ampersand") }
        let style = html.matches(of: /<style>[^<]*<\/style>/).map(\.0).joined()
        for word in ["url(", "@import", "@font-face", "expression", "http"] where style.contains(word) {
            flaws.append("style with \(word)")
        }
        let needed = [
            "<html lang=\"en\">", "default-src 'none'; style-src 'unsafe-inline'", "prefers-color-scheme: dark",
            "@media print",
        ]
        return flaws + needed.filter { !html.contains($0) }.map { "without \($0)" }
    }

    /// What is read of a page.
    static func text(of html: String) -> String {
        let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#10;", "\n"), ("&amp;", "&")]
        return entities.reduce(html.replacing(/<[^<>]*>/, with: "")) { $0.replacing($1.0, with: $1.1) }
    }
}
